import { describe, expect, it } from 'vitest';
import { openLife, partOfCommit, tryCrashPoints, type Life } from '#tests/support/crash-points.ts';
import { happened, outboxWorld, type OutboxWorld, type RelayWay } from '#tests/support/outbox-world.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';

const y = (name: string) => name.repeat(66).slice(0, 66);
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(y) as [string, string, string, string];

/** A deposit, a payment with change, and a second deposit. */
const STEPS: readonly LedgerChange[] = [
  happened('1', 'deposit', { made: [A, B] }),
  happened('2', 'melt', { used: [A], made: [C] }),
  happened('3', 'receive', { made: [D] }),
];

type World = OutboxWorld & { done: number };

const fresh = async (): Promise<World> => {
  const world = await outboxWorld();
  await world.useWallet();
  return { ...world, done: 0 };
};

const doSteps = async (world: World, life: Life) => {
  for (let step = STEPS[world.done]; step; step = STEPS[world.done]) {
    if (life.isOver()) return;
    await world.ledger.change(step);
    world.done += 1;
    await world.tell(true, life).catch(() => {});
  }
};

const calm = async (world: World, life: Life) => {
  for (const relay of world.relays) relay.way = () => 'takes';
  await doSteps(world, life);
  await world.tell(true, life).catch(() => {});
};

const settled = async (world: World) => {
  expect(world.faults).toEqual([]);
  expect(world.done).toBe(STEPS.length);
  const live = await world.liveYs();
  expect(live).toEqual([B, C, D]);
  for (const relay of world.relays) expect(world.ysOn(relay)).toEqual(live);
  const { rows } = await world.state();
  // nothing is left to tell; what was due at once is one event
  expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(['backup', 'mints', 'token', 'wallet']);
  const operations = await world.ledger.operations('all');
  expect(operations.map(({ phase }) => phase)).toEqual(STEPS.map(() => 'published'));
  // what happened was told once, however often the page went away
  const said = world.relays.flatMap(({ heard }) => heard.filter(({ kind }) => kind === 7376).map(({ id }) => id));
  expect(new Set(said).size).toBe(3);
};

describe('the outbox, broken off anywhere', () => {
  it('[WEV-01] [WEV-07] [WEV-09] loses no event, and deletes none before two relays have what replaces it', async () => {
    const report = await tryCrashPoints<World>(
      {
        world: fresh,
        scenario: (life, world) => doSteps(world, life),
        recovery: async (life, world) => {
          await calm(world, life);
        },
        invariant: async (world) => {
          // the one that meets no fault comes to the end
          await calm(world, openLife());
          await settled(world);
        },
      },
      { pairs: partOfCommit(2_003) },
    );
    expect(report.points.length).toBeGreaterThan(100);
    expect(report.failures).toEqual([]);
  }, 240_000);

  const ways: Readonly<Record<string, (index: number, kind: number) => RelayWay>> = {
    'no OK is heard': () => 'takes and is not heard',
    'one relay alone is heard': (index) => (index === 0 ? 'takes' : 'takes and is not heard'),
    'deletions are taken and token events refused': (_, kind) => (kind === 7375 ? 'refuses' : 'takes'),
    'one relay takes token events': (index, kind) => (kind === 7375 && index > 0 ? 'refuses' : 'takes'),
    'token events are not heard': (_, kind) => (kind === 7375 ? 'takes and is not heard' : 'takes'),
    'nobody answers': () => 'is silent',
  };
  it.each(Object.keys(ways))(
    '[WEV-09] [WEV-10] %s: nothing is deleted too early, and all is right when it is over',
    async (name) => {
      const world = await fresh();
      for (const [index, relay] of world.relays.entries()) relay.way = ({ kind }) => ways[name]!(index, kind);
      for (const step of STEPS) {
        await world.ledger.change(step);
        world.done += 1;
        const told = await world.tell().catch(() => 'short');
        expect(told).toBe('short');
        for (const relay of world.relays) expect(relay.heard.filter(({ kind }) => kind === 5)).toEqual([]);
      }
      for (const relay of world.relays) relay.way = () => 'takes';
      expect(await world.tell()).toBe('told');
      await settled(world);
    },
  );

  it('[WEV-10] an event is signed once: each try is the same event', async () => {
    const world = await fresh();
    for (const relay of world.relays) relay.way = ({ kind }) => (kind === 7375 ? 'refuses' : 'takes');
    await world.ledger.change(STEPS[0]!);
    for (let again = 0; again < 3; again += 1) expect(await world.tell(false)).toBe('short');
    const tries = world.told.filter((each) => each.startsWith('7375'));
    expect(tries).toHaveLength(3);
    expect(new Set(tries).size).toBe(1);
  });

  it('[WEV-09] two tabs that act at once tell nothing twice and lose nothing', async () => {
    const world = await fresh();
    for (const step of STEPS) {
      await world.ledger.change(step);
      world.done += 1;
      await Promise.all([world.tell(), world.tell()].map((told) => told.catch(() => 'short')));
    }
    await world.tell();
    await settled(world);
  });

  it('[WEV-07] [WEV-09] another tab takes over at each step while the one before goes on: nothing is told twice or deleted too early', async () => {
    let steps = 0;
    for (let isOver = false; !isOver; steps += 1) {
      const world = await fresh();
      let at = 0;
      isOver = true;
      const life: Life = {
        ...openLife(),
        async act(_, act) {
          const isHere = at === steps;
          at += 1;
          if (isHere) {
            isOver = false;
            await world.tell();
          }
          return await act();
        },
      };
      for (const step of STEPS) {
        await world.ledger.change(step);
        world.done += 1;
        await world.tell(true, life).catch(() => 'short');
      }
      await world.tell();
      await settled(world);
    }
    expect(steps).toBeGreaterThan(50);
  }, 240_000);

  it('a locked app publishes nothing', async () => {
    const world = await fresh();
    world.lock(true);
    await world.ledger.change(STEPS[0]!);
    await expect(world.tell()).rejects.toMatchObject({ problem: { code: 'event-unsigned' } });
    for (const { heard } of world.relays) expect(heard).toEqual([]);
  });
});

describe('the list of mints that the words lead to (NUT-27)', () => {
  it('[WEV-04] is told to the relays of the account and the first ones of a fresh browser, anew when the list changes', async () => {
    const world = await outboxWorld();
    const [own, strange] = [world.relays.slice(0, 2), world.relays.slice(2)];
    world.first.push(...strange.map(({ url }) => url));
    world.named.push('https://left.example');
    await world.useWallet();
    await world.tell();
    const listOn = (relay: (typeof world.relays)[number]) =>
      relay.heard.filter(({ kind }) => kind === 30_078).map(({ content }) => content);
    expect([...own, ...strange].map(listOn)).toEqual(
      world.relays.map(() => ['https://mint.example https://left.example']),
    );
    await world.tell();
    expect(listOn(own[0]!)).toHaveLength(1);
    await world.ledger.mints.change('https://new.example', () => ({
      url: 'https://new.example',
      addedAt: 2,
      tally: { days: [], took: [] },
    }));
    await world.tell();
    expect(listOn(own[0]!).at(-1)).toBe('https://mint.example https://new.example https://left.example');
    // one that is left here is not named any more, whatever relays say
    world.named.push('https://new.example');
    await world.ledger.mints.remove('https://new.example');
    await world.tell();
    expect(listOn(own[0]!).at(-1)).toBe('https://mint.example https://left.example');
  });
});

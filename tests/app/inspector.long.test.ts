import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { readRecording } from '#domain/inspector/read-recording.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import type { ActorRow } from '#ports/inspector.ts';
import type { ChosenFile } from '#domain/inspector/recording-file.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { MIRA, noteBy, startApp, until } from '#tests/support/app-world.ts';
import { replayMachine, storiesOf } from '#tests/support/replay-machine.ts';
import { findEncodings } from '#tests/support/secret-search.ts';

beforeEach(() => void fakeTime());
afterEach(() => void vi.useRealTimers());

const [ONE, TWO] = ['wss://one.example', 'wss://two.example'] as const;
const SECRET = '0b'.repeat(32);
const modules = import.meta.glob<Record<string, unknown>>('../../src/machines/**/*.machine.ts', { eager: true });
const machines = new Map(
  Object.values(modules)
    .flatMap((exported) => Object.values(exported))
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .map((machine) => [machine.id, machine]),
);
const NOTICE = { type: 'notice.show', problem: { code: 'area-restarted' } } as const;
const PASSPHRASE = 'correct horse battery staple';
const TOKEN = `cashuB${'o2F0gqJhaUgArSaMTR9YJmFwg6NhYQJhc3hAOW'.repeat(3)}`;
const PAIRING = `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss%3A%2F%2Fone.example&secret=${SECRET}`;
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const PROOF_SECRET = 'd341ee4871f1f889041e63cf0d3823c713eea6aff01e80f1719f08f9e5be98f6';
const QUOTE = '9d745270-1405-46de-b5c5-e2762b4f5e00';

const start = async () => {
  const world = startApp({ [ONE]: [noteBy(MIRA, 'Good morning', 60)], [TWO]: [] });
  const { system } = world;
  await until('a note', () => world.shown().includes('Good morning'));
  // all that starts by itself has started
  for (const group of ['session', 'care', 'acting', 'shell', 'upkeep'] as const) await system.later(group);
  await until('connections', () => Object.values(world.connections()).every((state) => state === 'connected'));
  await pass(500);
  await Promise.race([system.later('inspector'), until('the inspector', () => system.inspector() !== undefined)]);
  const ref = system.find('inspector')!;
  const inspector = system.inspector()!;
  const entries = () => Array.from({ length: inspector.log.count() }, (_, at) => inspector.log.at(at)!);
  const row = (name: string) => inspector.tree.get().find((one) => one.name === name);
  return { ...world, ref, inspector, entries, row };
};

const fileOf = ({ name, text }: { name: string; text: string }): ChosenFile => ({
  name,
  size: text.length,
  text: () => Promise.resolve(text),
});

/** An actor with all above it. */
const lineOf = (rows: readonly ActorRow[], { name, parent }: ActorRow): string => {
  const above = rows.find(({ id }) => id === parent);
  return above ? `${lineOf(rows, above)} > ${name}` : name;
};

describe('the inspector over the whole app', () => {
  it('listens to nothing and holds nothing until it is opened, nor after it was closed', async () => {
    const { system, ref, inspector, entries } = await start();
    system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    await pass(200);
    expect([inspector.tree.get(), entries(), inspector.size('last')?.events]).toEqual([[], [], 0]);
    ref.send({ type: 'inspector.open' });
    expect(inspector.tree.get().length).toBeGreaterThan(30);
    system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    await pass(200);
    expect(entries().length).toBeGreaterThan(0);
    ref.send({ type: 'inspector.close' });
    system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    await pass(200);
    expect([inspector.tree.get(), entries(), inspector.size('last')?.events]).toEqual([[], [], 0]);
    system.stop();
  });

  it('shows the actors that live as a tree with their states, and not itself', async () => {
    const { system, ref, inspector, row } = await start();
    ref.send({ type: 'inspector.open' });
    expect(inspector.tree.get()[0]).toMatchObject({ name: 'app', depth: 0, at: ['working.quiet'] });
    expect(row(ONE)).toMatchObject({ machine: 'relay-connection', depth: 2, at: ['active.connected'] });
    expect(row('inspector')).toBeUndefined();
    const directory = inspector.actor(row('relay-directory')!.id).get()!;
    expect(directory.delays.map(({ ms }) => ms)).toEqual(expect.arrayContaining([30_000, 60_000]));
    expect(directory.context?.['connections']).toEqual({ [ONE]: 'connected', [TWO]: 'connected' });
    system.stop();
  });

  it('takes in charts that began before it was opened as soon as something happens to them', async () => {
    const { system, ref, inspector, entries } = await start();
    system.find('feed')!.send({ type: 'feed.filter', filter: { hashtags: ['otter'] } });
    ref.send({ type: 'inspector.open' });
    await until('it is loaded', () => !system.find('feed')!.getSnapshot().hasTag('loading'));
    await pass(200);
    const rows = inspector.tree.get();
    const round = rows.find(({ machine }) => machine === 'round')!;
    expect(round).toMatchObject({ status: 'done' });
    expect(lineOf(rows, round)).toMatch(/^app > feed > load newest > .*round$/);
    expect(entries().filter(({ outcome }) => outcome === 'ended')).toEqual([]);
    system.stop();
  });

  it('shows how the feed is loaded: its page, each round of the relays, the first paint', async () => {
    const { system, ref, inspector } = await start();
    ref.send({ type: 'inspector.open' });
    system.find('feed')!.send({ type: 'feed.filter', filter: { hashtags: ['otter'] } });
    await until('it is loaded', () => !system.find('feed')!.getSnapshot().hasTag('loading'));
    await pass(200);
    const rows = inspector.tree.get();
    const ended = rows.filter(({ status, machine }) => status === 'done' && machine !== undefined);
    expect(ended.map((row) => lineOf(rows, row))).toEqual(
      expect.arrayContaining([
        'app > feed > load newest > page load',
        'app > feed > load newest > page load > ask relays > round',
        'app > feed > load newest > first paint',
      ]),
    );
    system.stop();
  });

  it('says of each event what it led to, and why it led to nothing', async () => {
    const { system, ref, inspector, entries } = await start();
    ref.send({ type: 'inspector.open' });
    system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    system.find('key-view')!.send({ type: 'view.cancel' });
    system.find('login')!.send({ type: 'account.changed' } as never);
    await pass(200);
    const told = entries().map(({ actor, event, outcome, guards }) => [
      inspector.log.nameOf(actor),
      event,
      outcome,
      guards?.join(),
    ]);
    expect(told).toContainEqual(['app', 'screen.show', 'stayed', undefined]);
    const somebody = 'is somebody else by extension,is somebody else with a saved key,is somebody else';
    const guards = `is nobody any more,${somebody}`;
    expect(told).toContainEqual(['login', 'account.changed', 'refused', guards]);
    expect(told).toContainEqual(['key-view', 'view.cancel', 'ignored', undefined]);
    inspector.log.setFilter({ event: 'VIEW.CA' });
    expect(entries().map(({ event }) => event)).toEqual(['view.cancel']);
    inspector.log.setFilter({ errors: true });
    expect(entries()).toEqual([]);
    inspector.log.setFilter({});
    expect(entries()).toHaveLength(told.length);
    system.stop();
  });

  it('stands still while it is paused, and goes on with all that happened meanwhile', async () => {
    const { system, ref, entries, row } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.pause' });
    system.app.send(NOTICE);
    await pass(200);
    expect([entries().length, row('app')!.at]).toEqual([0, ['working.quiet']]);
    ref.send({ type: 'inspector.resume' });
    expect(row('app')!.at).toEqual(['working.notifying']);
    expect(entries().map(({ event }) => event)).toContain('notice.show');
    system.stop();
  });

  it('records, saves, and steps through what was saved while the page is left alone', async () => {
    const { system, ref, inspector, entries, row } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.record' });
    const before = system.app.getSnapshot();
    system.app.send(NOTICE);
    await pass(200);
    system.app.send({ type: 'notice.dismiss', id: system.app.getSnapshot().context.told });
    await pass(200);
    ref.send({ type: 'inspector.stop' });
    expect(inspector.progress.get()).toMatchObject({ errors: 0 });
    const file = await inspector.save('all', { anonymous: true });
    expect(file.text).not.toMatch(/one\.example|two\.example/);
    ref.send({ type: 'inspector.openFile', file: fileOf(file) });
    await until('the file is open', () => ref.getSnapshot().matches({ open: { screen: 'replaying' } }));
    expect(inspector.recording.get()).toMatchObject({ changedCharts: [], unknownCharts: [], otherApp: undefined });
    expect([entries().length, row('app')!.at]).toEqual([0, ['working.quiet']]);
    const shown =
      JSON.parse(file.text).entries.findIndex(({ event }: { event: string }) => event === 'notice.show') + 1;
    ref.send({ type: 'replay.seek', step: shown });
    expect([entries().at(-1)?.event, row('app')!.at]).toEqual(['notice.show', ['working.notifying']]);
    expect(inspector.actor(row('app')!.id).get()?.changed).toHaveProperty('notices');
    ref.send({ type: 'replay.step', by: -1 });
    expect(row('app')!.at).toEqual(['working.quiet']);
    ref.send({ type: 'replay.play' });
    await until('it is played to its end', () => !ref.getSnapshot().hasTag('playing'));
    expect(ref.getSnapshot().context.step).toBe(inspector.recording.get()!.steps);
    ref.send({ type: 'inspector.leave' });
    expect(row('app')!.at).toEqual(['working.quiet']);
    expect(system.app.getSnapshot().value).toEqual(before.value);
    system.stop();
  });

  it('lets the time of a recording run, and the rate of events fall, also while nothing happens', async () => {
    const { system, ref, inspector } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.record' });
    for (let count = 0; count < 30; count += 1) system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    await pass(1_200);
    expect(inspector.activity.get().eventsPerSecond).toBeGreaterThan(5);
    const told: unknown[] = [];
    const leave = inspector.progress.subscribe(() => told.push(Math.round(inspector.progress.get()!.ms / 1_000)));
    const events = inspector.progress.get()!.events;
    await pass(4_000, 500);
    expect(told.slice(0, 4)).toEqual([2, 3, 4, 5]);
    expect(inspector.activity.get().eventsPerSecond).toBeLessThan(5);
    expect(inspector.progress.get()!.events).toBeGreaterThanOrEqual(events);
    leave();
    ref.send({ type: 'inspector.close' });
    system.stop();
  });

  it('finds the newest events by the filter also when older ones fell out of the log', async () => {
    const { system, ref, inspector, entries } = await start();
    ref.send({ type: 'inspector.open' });
    for (let count = 0; count < 12_000; count += 1) system.app.send({ type: 'screen.show', act: { type: 'nothing' } });
    await until('all is in the log', () => (inspector.log.at(inspector.log.count() - 1)?.seq ?? 0) >= 12_000);
    expect(inspector.log.count()).toBeLessThan(12_000);
    system.app.send(NOTICE);
    await pass(200);
    inspector.log.setFilter({ event: 'notice.show' });
    expect(entries().map(({ event }) => event)).toEqual(['notice.show']);
    system.stop();
  });

  it('counts what was seen of the charts, and shows the counts of the tests where they are of this chart', async () => {
    const { system, ref, inspector } = await start();
    ref.send({ type: 'inspector.open' });
    const seen = (id: string) => inspector.seen.get().state(id);
    expect([seen('app.working.quiet'), seen('app.working.notifying')]).toEqual([1, 0]);
    for (const event of [NOTICE, { type: 'notice.dismiss', id: 1 }, NOTICE] as const) system.app.send(event);
    await pass(200);
    expect([seen('app.working.quiet'), seen('app.working.notifying')]).toEqual([2, 2]);
    ref.send({ type: 'inspector.rewind' });
    await until('the last two minutes are open', () => ref.getSnapshot().matches({ open: { screen: 'replaying' } }));
    expect([seen('app.working.quiet'), seen('app.working.notifying')]).toEqual([2, 2]);
    expect(inspector.tested.get()).toBeUndefined();
    const charts = { app: { hash: inspector.hashOf('app')!, states: { 'app.working.quiet': 7 }, transitions: {} } };
    const text = JSON.stringify({ format: 'nuthatch-coverage', version: 1, charts });
    ref.send({ type: 'inspector.openFile', file: fileOf({ name: 'coverage.json', text }) });
    await until('the counts are known', () => inspector.tested.get() !== undefined);
    expect(inspector.tested.get()).toEqual(charts);
    expect([ref.getSnapshot().matches({ open: { screen: 'replaying' } }), ref.getSnapshot().context.problem]).toEqual([
      true,
      undefined,
    ]);
    expect(inspector.hashOf('no such chart')).toBeUndefined();
    system.stop();
  });

  it('holds, records and saves no secret: a key that is saved, shown and taken away', async () => {
    const { system, ref, inspector, entries } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.record' });
    const login = system.find('login')!;
    login.send({
      type: 'login.secret',
      typed: sealed({ secret: SECRET, keep: true, passphrase: PASSPHRASE, confirmation: PASSPHRASE }),
    });
    await until('logged in', () => login.getSnapshot().hasTag('can sign'));
    const view = system.find('key-view')!;
    let shown = '';
    view.on('key.revealed', ({ secret }) => (shown += secret.take() ?? ''));
    for (const as of ['nsec', 'ncryptsec'] as const) {
      view.send({ type: 'view.open' });
      view.send({ type: 'view.submit', passphrase: sealed(PASSPHRASE), as });
      await until('the key is shown', () => view.getSnapshot().hasTag('unlocked'));
      view.send({ type: 'view.close' });
    }
    expect(shown).toMatch(/^nsec1.+ncryptsec1/);
    // and what somebody does by mistake
    system.app.send({ ...NOTICE, text: shown, secret: SECRET } as never);
    await pass(500);
    ref.send({ type: 'inspector.stop' });
    const saved = await Promise.all(
      (['all', 'last'] as const).flatMap((extent) =>
        [true, false].map((anonymous) => inspector.save(extent, { anonymous })),
      ),
    );
    const actors = inspector.tree.get().map(({ id }) => inspector.actor(id).get());
    const all = JSON.stringify([saved, inspector.tree.get(), actors, entries(), inspector.replacements('all', 1_000)]);
    expect(all).toContain('login.secret');
    expect(all).toContain('sealed');
    expect(findEncodings(all, SECRET)).toEqual([]);
    expect(all).not.toContain(PASSPHRASE);
    expect(all).not.toMatch(/(nsec|ncryptsec)1[02-9ac-hj-np-z]{20,}/);
    system.stop();
  });

  it('holds, records and saves no secret of money, whichever machine is told of it and by whatever name', async () => {
    const { system, ref, inspector, entries } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.record' });
    const machines = inspector.tree.get().filter(({ kind }) => kind === 'machine');
    for (const { name } of machines) {
      system.find(name as 'login')?.send({
        type: 'test.money',
        a: [`pay with ${TOKEN}`, { b: `cashu:${TOKEN}` }],
        c: new Map([[PAIRING, PHRASE]]),
        d: PHRASE.split(' '),
        e: { proofs: [{ amount: 1, id: '00aa', secret: PROOF_SECRET, C: '02bb' }], quote: QUOTE },
        f: JSON.stringify([{ secret: PROOF_SECRET }]),
        g: new Error(`refused: ${PHRASE}`),
        h: sealed(PHRASE),
        i: Array.from({ length: 32 }, () => 11),
        [TOKEN]: 1,
      } as never);
      system.find(name as 'login')?.send({ type: `test.${TOKEN}` } as never);
    }
    await pass(500);
    ref.send({ type: 'inspector.stop' });
    expect(entries().filter(({ event }) => event === 'test.money').length).toBeGreaterThan(20);
    const saved = await Promise.all([true, false].map((anonymous) => inspector.save('all', { anonymous })));
    const actors = inspector.tree.get().map(({ id }) => inspector.actor(id).get());
    const all = JSON.stringify([saved, actors, entries(), inspector.replacements('all', 1_000)]);
    for (const part of [TOKEN.slice(8, 30), 'walletconnect', PHRASE.slice(0, 20), PROOF_SECRET, QUOTE, '11,11,11']) {
      expect(all).not.toContain(part);
    }
    expect(findEncodings(all, SECRET)).toEqual([]);
    system.stop();
  });

  it('what was recorded leads the real machines the same way again', async () => {
    const { system, ref, inspector, relays, connections } = await start();
    ref.send({ type: 'inspector.open' });
    ref.send({ type: 'inspector.record' });
    const login = system.find('login')!;
    const typed = sealed({ secret: SECRET, keep: false, passphrase: '', confirmation: '' });
    login.send({ type: 'login.secret', typed });
    await until('logged in', () => login.getSnapshot().hasTag('can sign'));
    relays[1]!.set({ kind: 'silence' });
    await pass(40_000, 500);
    relays[1]!.set({ kind: 'none' });
    await until('connections', () => Object.values(connections()).every((state) => state === 'connected'), 200_000);
    ref.send({ type: 'inspector.stop' });
    for (const anonymous of [false, true]) {
      const saved = await inspector.save('all', { anonymous });
      const stories = storiesOf(readRecording(saved.text));
      expect(stories.length).toBeGreaterThan(20);
      const others: unknown[] = [];
      const parted = stories.flatMap((story) => {
        const parting = replayMachine(machines.get(story.machine)!, story, (other) =>
          others.push({ name: story.name, ...other }),
        );
        return parting ? [{ name: story.name, ...parting }] : [];
      });
      expect(parted).toEqual([]);
      expect(others).toEqual([]);
    }
    system.stop();
  });
});

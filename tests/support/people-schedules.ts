import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { kindOfList, type PeopleListKind } from '#domain/social/people-list.ts';
import { fakeEvent, hex } from './fake-events.ts';
import { createDisk, createPeopleWorld, newestList, openPeopleTab, type PeopleWorld } from './people-world.ts';

const ANNA = hex(0xa);
const URLS = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const PEOPLE = Array.from({ length: 8 }, (_, index) => hex(0x100 + index));

const INITIAL: readonly (readonly string[])[] = [
  ['alt', 'a list'],
  ['p', PEOPLE[0]!, 'wss://hint.example', 'Bert ☂'],
  ['t', 'spam'],
  ['p', PEOPLE[1]!, '', ''],
  ['unknown', 'x', '', ' y '],
  ['p', PEOPLE[2]!, 'wss://hint.example/path', 'Carla', 'more'],
  ['word', 'Coffee'],
];
const CONTENT = 'AhEncrypted+/=?iv=\u0000 "{}"';

type Step =
  | { do: 'add' | 'remove'; device: number; person: number; dies?: number | undefined }
  | { do: 'set'; relay: number; mode: 'up' | 'offline' | 'deaf' | 'refusing' }
  | { do: 'wait'; seconds: number }
  | { do: 'restart'; device: number }
  /** both devices at the same time, the second as slow as it says */
  | { do: 'race'; one: number; other: number; slow: number }
  /** somebody else's app, that reads all there is, writes to one relay that the devices cannot reach */
  | { do: 'elsewhere'; relay: number; person: number };

const device = fc.integer({ min: 0, max: 1 });
const relay = fc.integer({ min: 0, max: 2 });
const person = fc.integer({ min: 0, max: 7 });
const steps = (withElsewhere: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), device, person }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('add' as const), device, person, dies: fc.integer({ min: 0, max: 14 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), device, person }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        relay,
        mode: fc.constantFrom('up' as const, 'offline' as const, 'deaf' as const, 'refusing' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(0, 1, 60, 4_000) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), device }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('race' as const),
        one: person,
        other: person,
        slow: fc.integer({ min: 0, max: 3 }),
      }),
    },
    {
      weight: withElsewhere ? 2 : 0,
      arbitrary: fc.record({ do: fc.constant('elsewhere' as const), relay, person }),
    },
  );

/** Two devices of one user, and what nobody may lose. */
const play = async (list: PeopleListKind, schedule: readonly Step[], starts: boolean) => {
  const world = createPeopleWorld(URLS);
  const first = fakeEvent({
    id: hex(1),
    pubkey: ANNA,
    kind: kindOfList(list),
    created_at: world.time - 100_000,
    content: CONTENT,
    tags: INITIAL,
  });
  if (starts) for (const url of URLS) world.store(url, first);
  const disks = [createDisk(), createDisk()];
  const open = (index: number, dies = Infinity) =>
    openPeopleTab(world, list, ANNA, { disk: disks[index]!, dies, skew: index * 3 });
  const tabs = [open(0), open(1)];
  for (const tab of tabs) await tab.rest();
  const wanted = new Set(starts ? PEOPLE.slice(0, 3) : []);
  const touched = new Set<string>();
  const restart = async (index: number, dies?: number) => {
    tabs[index]!.close();
    tabs[index] = open(index, dies);
    await tabs[index]!.rest();
  };
  /** what the user was told is done counts, and what was cut off by a crash comes back with the next start */
  const note = (index: number, pubkey: string, before: number) => {
    if (tabs[index]!.told.length === before) wanted.add(pubkey);
  };
  const act = async (step: Step) => {
    world.time += 1;
    if (step.do === 'wait') world.time += step.seconds;
    if (step.do === 'restart') await restart(step.device);
    if (step.do === 'set') {
      Object.assign(world.relay(URLS[step.relay]!), {
        isOffline: step.mode === 'offline',
        isDeaf: step.mode === 'deaf',
        refuses: step.mode === 'refusing' ? 'blocked: no' : undefined,
      });
    }
    if (step.do === 'elsewhere') elsewhere(world, list, step, (pubkey) => wanted.add(pubkey));
    if (step.do === 'race') {
      const before = tabs.map(({ told }) => told.length);
      tabs[1]!.slowDown(step.slow);
      tabs[0]!.machine.send({ type: 'list.edit', edit: { pubkey: PEOPLE[step.one]!, wanted: true } });
      tabs[1]!.machine.send({ type: 'list.edit', edit: { pubkey: PEOPLE[step.other]!, wanted: true } });
      for (const tab of tabs) await tab.rest();
      tabs[1]!.slowDown(0);
      note(0, PEOPLE[step.one]!, before[0]!);
      note(1, PEOPLE[step.other]!, before[1]!);
    }
    if (step.do === 'add' || step.do === 'remove') {
      const pubkey = PEOPLE[step.person]!;
      if (step.dies !== undefined) await restart(step.device, 40 + step.dies);
      const tab = tabs[step.device]!;
      const before = tab.told.length;
      if (step.do === 'remove') touched.add(pubkey);
      tab.machine.send({ type: 'list.edit', edit: { pubkey, wanted: step.do === 'add' } });
      await tab.rest();
      if (step.do === 'add') note(step.device, pubkey, before);
    }
  };
  for (const step of schedule) await act(step);
  for (const url of URLS) Object.assign(world.relay(url), { isOffline: false, isDeaf: false, refuses: undefined });
  for (const index of [0, 1, 0, 1]) {
    world.time += 10;
    await restart(index);
  }
  for (const tab of tabs) tab.close();
  return { world, wanted, touched };
};

const elsewhere = (
  world: PeopleWorld,
  list: PeopleListKind,
  step: { relay: number; person: number },
  done: (pubkey: string) => void,
) => {
  const target = world.relay(URLS[step.relay]!);
  if (!target.isOffline && !target.isDeaf) return;
  const base = newestList(world, list);
  const pubkey = PEOPLE[step.person]!;
  if (!base || base.tags.some(([, value]) => value === pubkey)) return;
  // an app that loses what it has itself written there is not what is tested
  const known = new Set(base.tags.map(([, value]) => value));
  if (target.events.some(({ tags }) => tags.some(([, value]) => !known.has(value)))) return;
  const event: NostrEvent = {
    ...base,
    id: hex((world.ids += 1)),
    created_at: Math.max(world.time, base.created_at + 1),
    tags: [...base.tags, ['p', pubkey, 'wss://elsewhere.example', 'made elsewhere']],
  };
  target.events = target.events.filter(({ kind }) => kind !== event.kind).concat(event);
  done(pubkey);
};

const expectNothingLost = (
  list: PeopleListKind,
  { world, wanted, touched }: Awaited<ReturnType<typeof play>>,
  starts: boolean,
) => {
  const found = newestList(world, list);
  const people = new Set(found?.tags.filter(([name]) => name === 'p').map(([, pubkey]) => pubkey));
  const lost = [...wanted].filter((pubkey) => !touched.has(pubkey) && !people.has(pubkey));
  expect(lost).toEqual([]);
  if (!starts) return;
  expect(found!.content).toBe(CONTENT);
  const kept = INITIAL.filter(([name, value]) => name !== 'p' || !touched.has(value!));
  const texts = found!.tags.map((tag) => JSON.stringify(tag));
  // byte for byte, and in the order they had
  expect(texts.filter((text) => kept.some((tag) => JSON.stringify(tag) === text))).toEqual(
    kept.map((tag) => JSON.stringify(tag)),
  );
};

/** One device adds somebody without what another app wrote; the other one sees that first, and then what the first one made. */
const OVERWRITTEN: Step[] = [
  { do: 'set', relay: 2, mode: 'offline' },
  { do: 'set', relay: 0, mode: 'offline' },
  { do: 'elsewhere', relay: 2, person: 3 },
  { do: 'add', device: 1, person: 4 },
  { do: 'set', relay: 1, mode: 'deaf' },
  { do: 'set', relay: 2, mode: 'up' },
  { do: 'restart', device: 0 },
];

/** Another app writes to a relay that is away, in the very second of the own version: the lower id of the two is the newest. */
const SAME_SECOND: Step[] = [
  { do: 'add', device: 1, person: 5, dies: 0 },
  { do: 'set', relay: 2, mode: 'offline' },
  { do: 'elsewhere', relay: 2, person: 4 },
  { do: 'race', one: 3, other: 0, slow: 0 },
  { do: 'wait', seconds: 4_000 },
  { do: 'add', device: 0, person: 0, dies: 0 },
  { do: 'elsewhere', relay: 0, person: 0 },
];

/** of each of the four tests; `npm test` runs more than 10,000 in all */
const RUNS = Number(process.env['SCHEDULES'] ?? 100);

/** Says that nobody is lost from a list of people, whatever two devices, their relays and other apps do. */
export const testSchedules = (list: PeopleListKind) =>
  describe(`${list} over any schedule`, () => {
    for (const starts of [true, false]) {
      it(`[FOLLOW-01] [PUB-15] nobody is lost: ${list}, ${starts ? 'a list that other apps wrote' : 'no list yet'}`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(steps(starts), { minLength: 1, maxLength: 12 }), async (schedule) => {
            expectNothingLost(list, await play(list, schedule, starts), starts);
          }),
          { numRuns: RUNS, ...(starts && { examples: [[OVERWRITTEN], [SAME_SECOND]] }) },
        );
      }, 300_000);
    }
  });

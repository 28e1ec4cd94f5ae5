import { finalizeEvent, generateSecretKey, verifyEvent, type Event } from 'nostr-tools/pure';
import { eachBy, verifyFrames, type EventsCheck } from '#domain/protocol/verify-frame.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { instantiateChecks, type Checks } from '#workers/verify-wasm.ts';
import wasmUrl from '../../src/workers/secp256k1/secp256k1.wasm?url&no-inline';

/** `ours` and `theirs` in frames a second, medians; `ratio` the median of the rounds' own ratios. */
export type VerifyRow = { name: string; ours: number; theirs: number; ratio: number; unit: string };

const EVENTS = 400;
/** as a feed has them: of many authors some write more */
const AUTHORS = 119;
/** a message to the worker is at most as long (`frame-batches.ts`) */
const BATCH = 200;
const SCREENFUL = 24;
const THEIRS_PER_ROUND = 100;
const WARM_UP = 3;
const ROUNDS = 15;
const NOW = 1_790_000_000;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const words = 'relay note bird bark nut tree wind night stone river letter signal copper moss lantern harbor'.split(
  ' ',
);
const sentence = (seed: number) =>
  Array.from({ length: 30 + (seed % 20) }, (_, n) => words[(seed * 7 + n * 13 + ((seed * n) % 11)) % 16]).join(' ');

const authors = Array.from({ length: AUTHORS }, generateSecretKey);

const signed = (index: number): Event => {
  const tags = [
    ['e', index.toString(16).padStart(64, 'a'), '', 'root'],
    ['p', index.toString(16).padStart(64, 'b')],
  ];
  const draft = { kind: 1, created_at: NOW - index, tags, content: `${index}: ${sentence(index)} 🐦` };
  return finalizeEvent(draft, authors[(index * index) % AUTHORS]!);
};

const frameOf = (event: Event) => JSON.stringify(['EVENT', 'feed', event]);
const other = (digit: string) => (digit === '0' ? '1' : '0');
const forgeries = (event: Event): Event[] => [
  { ...event, content: `${event.content}!` },
  { ...event, sig: other(event.sig.charAt(0)) + event.sig.slice(1) },
  { ...event, sig: event.sig.slice(0, -1) + other(event.sig.slice(-1)) },
  { ...event, id: other(event.id.charAt(0)) + event.id.slice(1) },
];

type VerifyAll = (frames: readonly string[]) => readonly boolean[];

const theirs: VerifyAll = (frames) =>
  frames.map((frame) => verifyEvent((JSON.parse(frame) as [string, string, Event])[2]));

/** As so many frames at once reach a worker. */
const oursBy =
  (check: EventsCheck, size: number): VerifyAll =>
  (frames) =>
    Array.from({ length: Math.ceil(frames.length / size) }, (_, at) =>
      verifyFrames(frames.slice(at * size, (at + 1) * size), NOW, check).map((event) => event !== undefined),
    ).flat();

const prove = (events: readonly Event[], ours: VerifyAll) => {
  const good = events.map(frameOf);
  const bad = events.slice(0, 25).flatMap(forgeries).map(frameOf);
  if (new Set(events.map(({ id }) => id)).size !== EVENTS) throw new Error('the events are not distinct');
  if (![...ours(good), ...theirs(good)].every(Boolean)) throw new Error('a good event was refused');
  if ([...ours(bad), ...theirs(bad)].some(Boolean)) throw new Error('a forged event was accepted');
};

/** Frames a second. */
const rate = (frames: readonly string[], verify: VerifyAll) => {
  const start = performance.now();
  if (!verify(frames).every(Boolean)) throw new Error('a good event was refused');
  return (frames.length / (performance.now() - start)) * 1_000;
};

/** A way to verify, new for each round, and how many frames it is given. */
type Way = readonly [name: string, begin: () => Promise<VerifyAll>, frames: number];

const waysOf = async (module: WebAssembly.Module): Promise<readonly Way[]> => {
  const known = await instantiateChecks(module);
  const alone = ({ check }: Checks) => oursBy(eachBy(check), 1);
  const together = (size: number) => () => Promise.resolve(oursBy(known.checkAll, size));
  return [
    ['one by one, authors known', () => Promise.resolve(alone(known)), EVENTS],
    ['one by one, authors new', async () => alone(await instantiateChecks(module)), EVENTS],
    [`${SCREENFUL} at once`, together(SCREENFUL), EVENTS - (EVENTS % SCREENFUL)],
    [`${BATCH} at once`, together(BATCH), EVENTS],
    ['without WebAssembly', () => Promise.resolve(oursBy(eachBy(nobleCheck), 1)), THEIRS_PER_ROUND],
  ];
};

/**
 * From raw frame to verified event, ours against JSON.parse and nostr-tools' verifyEvent, on one thread and in turn;
 * every call gets a new event object. Runs in a page or a worker.
 */
export async function benchVerify(): Promise<VerifyRow[]> {
  const ways = await waysOf(await WebAssembly.compileStreaming(fetch(wasmUrl)));
  const events = Array.from({ length: EVENTS }, (_, index) => signed(index));
  for (const [, begin] of ways) prove(events, await begin());
  const frames = events.map(frameOf);
  const rows = ways.map(([name]) => ({ name, ours: [] as number[], theirs: [] as number[] }));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [at, [, begin, count]] of ways.entries()) {
      const verify = await begin();
      const from = (Math.abs(round) * THEIRS_PER_ROUND) % EVENTS;
      const theirRate = rate(frames.slice(from, from + THEIRS_PER_ROUND), theirs);
      const ourRate = rate(frames.slice(0, count), verify);
      if (round < 0) continue;
      rows[at]?.ours.push(ourRate);
      rows[at]?.theirs.push(theirRate);
    }
  }
  return rows.map((row) => ({
    name: `verification, ${row.name}`,
    ours: median(row.ours),
    theirs: median(row.theirs),
    ratio: median(row.ours.map((value, round) => value / (row.theirs[round] ?? Number.NaN))),
    unit: 'events/s',
  }));
}

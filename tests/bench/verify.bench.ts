import { finalizeEvent, generateSecretKey, verifyEvent, type Event } from 'nostr-tools/pure';
import { verifyFrame, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { instantiateCheck } from '#workers/verify-wasm.ts';
import wasmUrl from '../../src/workers/secp256k1/secp256k1.wasm?url&no-inline';

/** `ours` and `theirs` in frames a second, medians; `ratio` the median of the rounds' own ratios. */
export type VerifyRow = { name: string; ours: number; theirs: number; ratio: number; unit: string };

const EVENTS = 400;
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

const signed = (index: number): Event => {
  const tags = [
    ['e', index.toString(16).padStart(64, 'a'), '', 'root'],
    ['p', index.toString(16).padStart(64, 'b')],
  ];
  const draft = { kind: 1, created_at: NOW - index, tags, content: `${index}: ${sentence(index)} 🐦` };
  return finalizeEvent(draft, generateSecretKey());
};

const frameOf = (event: Event) => JSON.stringify(['EVENT', 'feed', event]);
const other = (digit: string) => (digit === '0' ? '1' : '0');
const forgeries = (event: Event): Event[] => [
  { ...event, content: `${event.content}!` },
  { ...event, sig: other(event.sig.charAt(0)) + event.sig.slice(1) },
  { ...event, sig: event.sig.slice(0, -1) + other(event.sig.slice(-1)) },
  { ...event, id: other(event.id.charAt(0)) + event.id.slice(1) },
];

const theirs = (frame: string) => verifyEvent((JSON.parse(frame) as [string, string, Event])[2]);
const oursBy = (check: EventCheck) => (frame: string) => verifyFrame(frame, NOW, check) !== undefined;

const prove = (events: readonly Event[], check: EventCheck) => {
  const ours = oursBy(check);
  const good = events.map(frameOf);
  const bad = events.slice(0, 25).flatMap(forgeries).map(frameOf);
  if (new Set(events.map(({ id }) => id)).size !== EVENTS) throw new Error('the events are not distinct');
  if (!good.every((frame) => ours(frame) && theirs(frame))) throw new Error('a good event was refused');
  if (bad.some((frame) => ours(frame) || theirs(frame))) throw new Error('a forged event was accepted');
};

/** Frames a second. */
const rate = (frames: readonly string[], verify: (frame: string) => boolean) => {
  const start = performance.now();
  for (const frame of frames) if (!verify(frame)) throw new Error('a good event was refused');
  return (frames.length / (performance.now() - start)) * 1_000;
};

/**
 * From raw frame to verified event, ours against JSON.parse and nostr-tools' verifyEvent, on one thread and in turn;
 * every call gets a new event object. Runs in a page or a worker.
 */
export async function benchVerify(): Promise<VerifyRow[]> {
  const module = await WebAssembly.compileStreaming(fetch(wasmUrl));
  const known = await instantiateCheck(module);
  const events = Array.from({ length: EVENTS }, (_, index) => signed(index));
  for (const check of [known, nobleCheck]) prove(events, check);
  const frames = events.map(frameOf);
  const ways: [string, () => Promise<EventCheck>, number][] = [
    ['authors known', () => Promise.resolve(known), EVENTS],
    ['authors new', () => instantiateCheck(module), EVENTS],
    ['without WebAssembly', () => Promise.resolve(nobleCheck), THEIRS_PER_ROUND],
  ];
  const rows = ways.map(([name]) => ({ name, ours: [] as number[], theirs: [] as number[] }));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [at, [, check, count]] of ways.entries()) {
      const verify = oursBy(await check());
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

import initSnort, { pow as snortPow } from '@snort/system-wasm/pkg/system_wasm.js';
import initNotemine, { mine_event } from 'notemine';
import { getPow, minePow } from 'nostr-tools/nip13';
import { getEventHash } from 'nostr-tools/pure';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { chooseKernel, loadKernel, nonceRate } from '#workers/pow/fastest-kernel.ts';
import type { PowKernel } from '#workers/pow/kernel.ts';
import { createPowSearch } from '#workers/pow/search.ts';
import notemineUrl from '../../node_modules/notemine/notemine_bg.wasm?url&no-inline';
import snortUrl from '../../node_modules/@snort/system-wasm/pkg/system_wasm_bg.wasm?url&no-inline';

/** Nonces tried a second; `against` a peer: the median of the rounds' own ratios. */
export type PowRow = { name: string; rate: number; ratios: Record<string, number> };

const ROUNDS = 9;
const WARM_UP = 3;
/** ms of one measurement */
const SLICE_MS = 150;
/** hard enough that finding, not starting, takes the time of a peer */
const PEER_BITS = 13;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const note = (index: number, characters = 300): UnminedEvent => ({
  pubkey: 'ab'.repeat(32),
  created_at: 1_790_000_000 + index,
  kind: 1,
  tags: [],
  content: `${index} `.padEnd(characters, 'a nuthatch walks down the trunk head first '),
});

const mutable = (event: UnminedEvent) => ({ ...event, tags: event.tags.map((tag) => [...tag]) });
const nonceOf = (tags: readonly (readonly string[])[]) => Number(tags.find(([name]) => name === 'nonce')?.[1]);

/** What a way to mine did in one go: nonces tried, and ms. */
type Go = { hashes: number; ms: number };
type Way = () => Go;

const ours =
  (kernel: PowKernel): Way =>
  () => {
    const search = createPowSearch(kernel, { event: note(0), targetBits: 33, place: 0, places: 1 });
    const start = performance.now();
    while (performance.now() - start < SLICE_MS) search.step();
    return { hashes: search.report.hashes, ms: performance.now() - start };
  };

/** Runs a peer until the time is up; it finds again and again, and says how many nonces each find took. */
const theirs = (find: (event: UnminedEvent) => number): Way => {
  let index = 0;
  return () => {
    let [hashes, ms] = [0, 0];
    while (ms < SLICE_MS) {
      const start = performance.now();
      const tried = find(note((index += 1)));
      if (Number.isNaN(tried)) continue;
      hashes += tried;
      ms += performance.now() - start;
    }
    return { hashes, ms };
  };
};

const check = (event: Parameters<typeof getEventHash>[0]) => {
  if (getPow(getEventHash(event)) < PEER_BITS) throw new Error('a peer found too little');
};

/** Counts anew when the second changes: such a find says nothing of its nonces. */
const nostrTools = (event: UnminedEvent): number => {
  const second = Math.floor(Date.now() / 1000);
  const found = minePow(mutable({ ...event, created_at: second }), PEER_BITS);
  check(found);
  return found.created_at === second && Math.floor(Date.now() / 1000) === second ? nonceOf(found.tags) : Number.NaN;
};

const notemine = (event: UnminedEvent): number => {
  const { event: found } = mine_event(
    JSON.stringify(event),
    PEER_BITS,
    '0',
    '1',
    () => {},
    () => false,
  );
  check(found);
  return nonceOf(found.tags) + 1;
};

const snort = (event: UnminedEvent): number => {
  const found = snortPow({ ...mutable(event), id: '', sig: '' }, PEER_BITS);
  check(found);
  return nonceOf(found.tags) + 1;
};

/** All ways in turn, on one thread. Runs in a worker. */
export async function benchPow(): Promise<PowRow[]> {
  console.log = () => {}; // a peer writes a line for each find
  await initNotemine({ module_or_path: notemineUrl });
  await initSnort({ module_or_path: snortUrl });
  const best = await chooseKernel(() => performance.now());
  nonceRate(best, () => performance.now());
  const ways: Record<string, Way> = {
    [`ours (${best.name})`]: ours(best),
    'ours (WebAssembly)': ours(await loadKernel('WebAssembly')),
    'ours (TypeScript)': ours(await loadKernel('TypeScript')),
    'nostr-tools': theirs(nostrTools),
    'notemine 0.3.2': theirs(notemine),
    '@snort/system-wasm': theirs(snort),
  };
  const names = Object.keys(ways);
  const rates = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const name of names) {
      const { hashes, ms } = ways[name]!();
      if (round >= 0) rates.get(name)!.push((1_000 * hashes) / ms);
    }
  const ratio = (of: string, to: string) =>
    median(rates.get(of)!.map((rate, round) => rate / (rates.get(to)![round] ?? Number.NaN)));
  const peers = names.slice(3);
  return names.map((name) => ({
    name,
    rate: median(rates.get(name)!),
    ratios: Object.fromEntries(peers.map((peer) => [peer, ratio(name, peer)])),
  }));
}

/** Nonces a second of the best kernel, for as long as `ms`, on a note of so many characters. */
export async function minePart(ms: number, characters: number): Promise<number> {
  const search = createPowSearch(await chooseKernel(() => performance.now()), {
    event: note(1, characters),
    targetBits: 33,
    place: 0,
    places: 1,
  });
  const start = performance.now();
  while (performance.now() - start < ms) search.step();
  return (1_000 * search.report.hashes) / (performance.now() - start);
}

import { Worker } from 'node:worker_threads';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { cacheFile, readCache, writeCache } from './cache.ts';
import { noteDraft, withHashtags } from './compose.ts';
import type { ContentOptions } from './content.ts';
import type { MiningJob } from './mining.ts';
import type { Draft } from './signer.ts';
import { createWorld, type Member } from './world.ts';

const DAY = 86_400;
const HOUR = 3_600;

/** Hours from the start of the day, and bits; the hard ones take the thread about a minute together. */
const PLAN: readonly [hour: number, bits: number][] = [
  [-20, 22],
  [-9, 24],
  [-2, 20],
  [1, 21],
  [5, 16],
  [9, 18],
  [14, 23],
  [19, 20],
];

type Heavy = { author: Member; job: MiningJob };

function planNotes(options: ContentOptions, day: number): Heavy[] {
  const world = createWorld(options, 'heavy notes');
  return PLAN.map(([hour, bits]) => {
    const author = world.chance.pick(world.members.slice(0, 20));
    const text = { content: world.writer.note('bitcoin'), tags: [] };
    const draft = noteDraft(withHashtags(text, ['pow']), day * DAY + hour * HOUR);
    return { author, job: { draft, pubkey: author.pubkey, bits } };
  }).filter(({ job }) => job.draft.at < options.now);
}

/**
 * Notes of 16 to 24 bits of proof of work (NIP-13), mined in a thread while the network already runs, easy ones first,
 * and kept for the next start. `found` gets each one. Answers with a function that ends the search.
 */
export function mineHeavyNotes(options: ContentOptions, found: (event: NostrEvent) => void): () => void {
  const day = Math.floor(options.now / DAY);
  const file = cacheFile(options, day, 'mined');
  const known = readCache<NostrEvent[]>(file) ?? [];
  for (const event of known) found(event);
  const open = planNotes(options, day)
    .filter(({ job }) => !known.some((event) => event.pubkey === job.pubkey && event.created_at === job.draft.at))
    .toSorted((a, b) => a.job.bits - b.job.bits);
  if (open.length === 0) return () => {};
  const { signer } = createWorld(options, 'heavy notes');
  const thread = new Worker(new URL('mining-thread.ts', import.meta.url), { workerData: open.map(({ job }) => job) });
  thread.unref();
  thread.on('message', ([index, draft]: [number, Draft]) => {
    const author = open[index]?.author;
    if (!author) return;
    known.push(signer.sign(draft, author));
    writeCache(file, options.cacheFolder, known);
    found(known.at(-1) as NostrEvent);
  });
  return () => void thread.terminate();
}

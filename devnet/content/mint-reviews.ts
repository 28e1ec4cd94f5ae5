import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from './signer.ts';
import type { Member } from './world.ts';

const DAY = 86_400;

/** What people of the sample network say of its mints, by the number of the mint. */
const REVIEWS: readonly (readonly [handle: string, mint: number, text: string])[] = [
  ['ines', 0, 'Two years, one short outage, told us a day before.'],
  ['priya', 0, 'Quick, and somebody answers when you write.'],
  ['kofi', 0, ''],
  ['teodor', 1, 'Takes a fee for each coin, and says so.'],
];

type Named = { readonly url: string; readonly pubkey: string };

/** Recommendations of the mints by people of the sample network (NIP-87). `now` in seconds. */
export const writeMintReviews = (
  signer: Signer,
  people: readonly Member[],
  mints: readonly Named[],
  now: number,
): readonly NostrEvent[] =>
  REVIEWS.flatMap(([handle, at, content], index) => {
    const [author, mint] = [people.find((member) => member.handle === handle), mints[at]];
    if (!author || !mint) return [];
    const tags = [
      ['d', mint.pubkey],
      ['k', '38172'],
      ['u', mint.url, 'cashu'],
    ];
    return [signer.sign({ kind: 38_000, at: now - (3 + 9 * index) * DAY, tags, content }, author)];
  });

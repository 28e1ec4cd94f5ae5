import { tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { timeAfter } from '#domain/replaceable/versions.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { NUTZAP_MINTS_MOST } from '#domain/ecash/ecash-limits.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { lockPubkey } from '#domain/ecash/proofs/pubkey.ts';
import { isOwnMint, type MintRow } from '#domain/ecash/ledger/wallet-record.ts';
import { NUT_DLEQ, NUT_LOCKS } from '#domain/ecash/mints/nuts.ts';

const SAT = 'sat';
/** A mint that somebody takes ecash of; `listed`: as they wrote it, which is how nutzaps name it. */
export type TrustedMint = { readonly url: string; readonly listed: string };

/** How somebody takes ecash (NIP-61, kind 10019). */
export type NutzapInfo = {
  /** who, hex */
  readonly owner: string;
  /** what nutzaps are locked to, as mints know it */
  readonly pubkey: string;
  /** those that take sats; none when they name none that can be used */
  readonly mints: readonly TrustedMint[];
  /** where nutzaps are looked for */
  readonly relays: readonly string[];
};

const urlOf = (text: string, loopback: boolean): string | undefined => {
  try {
    return mintUrl(text, loopback);
  } catch {
    return undefined;
  }
};

const mintsIn = (event: Pick<NostrEvent, 'tags'>, loopback: boolean): readonly TrustedMint[] => {
  const found = new Map<string, TrustedMint>();
  for (const [, listed = '', ...units] of tagsNamed(event, 'mint').slice(0, NUTZAP_MINTS_MOST)) {
    const url = urlOf(listed, loopback);
    const takesSats = units.length === 0 || units.includes(SAT);
    if (url !== undefined && takesSats && !found.has(url)) found.set(url, { url, listed });
  }
  return [...found.values()];
};

const keyIn = (event: Pick<NostrEvent, 'tags' | 'pubkey'>): string | undefined => {
  try {
    const key = lockPubkey(tagValue(event, 'pubkey') ?? '');
    // whoever names the key of their identity would have it sign for money
    return key.slice(2) === event.pubkey ? undefined : `02${key.slice(2)}`;
  } catch {
    return undefined;
  }
};

/** How the author of an event takes nutzaps; undefined when they take none, as far as it says. */
export const readNutzapInfo = (event: NostrEvent | undefined, loopback: boolean): NutzapInfo | undefined => {
  if (event?.kind !== KIND.nutzapInfo) return undefined;
  const [pubkey, mints] = [keyIn(event), mintsIn(event, loopback)];
  if (pubkey === undefined) return undefined;
  const relays = relayHints(tagsNamed(event, 'relay').map(([, url]) => url));
  return { owner: event.pubkey, pubkey, mints, relays };
};

/** Whether it is a mint of ours whose ecash can be locked to us and proven: else anybody could spend what is given (NIP-61). */
const isFit = (row: MintRow): boolean =>
  isOwnMint(row) && [NUT_LOCKS, NUT_DLEQ].every((nut) => row.facts?.info.nuts.includes(nut));

/** Those of our mints of which we take nutzaps, in a steady order. */
export const mintsToName = (rows: readonly MintRow[]): readonly string[] =>
  rows
    .filter(isFit)
    .map(({ url }) => url)
    .toSorted();

/** What our wallet says of itself. */
export type OwnNutzapInfo = {
  /** what is locked to it, as mints know it */
  readonly pubkey: string;
  readonly mints: readonly string[];
  readonly relays: readonly string[];
};

/** What this browser named before: of that it takes back what it no longer means. */
export type NamedBefore = Pick<OwnNutzapInfo, 'mints' | 'relays'>;

const isOf = (name: string, has: (value: string) => boolean) => (tag: readonly string[]) =>
  tag[0] === name && has(tag[1] ?? '');

/**
 * Whether somebody else's wallet takes the nutzaps of this account by now: a key is named that is not ours. What it was made
 * for would not open with our key.
 */
export const isForeign = (newest: NostrEvent | undefined, pubkey: string): boolean => {
  const key = newest && tagValue(newest, 'pubkey');
  return key !== undefined && key !== '' && key.slice(-64).toLowerCase() !== pubkey.slice(-64);
};

/**
 * The next version of how we take nutzaps; undefined when the newest says it already. What others wrote into it stays: tags, mints and
 * relays that this browser did not name. `offer` undefined: we take none any more. `now` in seconds.
 */
export const nextNutzapInfo = (
  newest: NostrEvent | undefined,
  offer: OwnNutzapInfo | undefined,
  before: NamedBefore,
  { now, loopback }: { readonly now: number; readonly loopback: boolean },
): EventTemplate | undefined => {
  const tags = newest?.tags ?? [];
  const { mints = [], relays = [] } = offer ?? {};
  const sameMint = (value: string) => urlOf(value, loopback) ?? value;
  const sameRelay = (value: string) => normalizeRelayUrl(value) ?? value;
  const gone = [
    isOf('mint', (value) => before.mints.includes(sameMint(value)) && !mints.includes(sameMint(value))),
    isOf('relay', (value) => before.relays.includes(sameRelay(value)) && !relays.includes(sameRelay(value))),
    isOf('pubkey', () => true),
  ];
  const kept = tags.filter((tag) => !gone.some((is) => is(tag)));
  const has = (name: string, same: (value: string) => string) =>
    new Set(kept.filter(([key]) => key === name).map(([, value = '']) => same(value)));
  const [named, places] = [has('mint', sameMint), has('relay', sameRelay)];
  const next = [
    ...kept,
    ...relays.filter((url) => !places.has(url)).map((url) => ['relay', url]),
    ...mints.filter((url) => !named.has(url)).map((url) => ['mint', url, SAT]),
    // NIP-61 names it as keys of Nostr are: without what mints put before it
    ...(offer ? [['pubkey', offer.pubkey.slice(-64)]] : []),
  ];
  const isSame = (a: readonly (readonly string[])[], b: readonly (readonly string[])[]) =>
    JSON.stringify(a.map((tag) => JSON.stringify(tag)).toSorted()) ===
    JSON.stringify(b.map((tag) => JSON.stringify(tag)).toSorted());
  if (newest ? isSame(next, tags) : !offer) return undefined;
  return { kind: KIND.nutzapInfo, created_at: timeAfter(newest, now), tags: next, content: newest?.content ?? '' };
};

import { byText } from '#domain/by-text.ts';
/** A Nostr event as relays carry it (NIP-01). Events inside the app are frozen and verified. */
export type NostrEvent = {
  readonly id: string;
  readonly pubkey: string;
  /** seconds since the epoch */
  readonly created_at: number;
  readonly kind: number;
  readonly tags: readonly (readonly string[])[];
  readonly content: string;
  readonly sig: string;
};

/** What a REQ asks for (NIP-01, `search` from NIP-50). `since` and `until` are seconds. */
export type Filter = {
  ids?: string[];
  authors?: string[];
  kinds?: number[];
  since?: number;
  until?: number;
  limit?: number;
  search?: string;
  [tag: `#${string}`]: string[] | undefined;
};

/** Points at an event: where to look for it and, when known, who wrote it. */
export type EventRef = { readonly id: string; readonly relays: readonly string[]; readonly author?: string };

/** Points at a person. */
export type ProfileRef = { readonly pubkey: string; readonly relays: readonly string[] };

const HEX_64 = /^[0-9a-f]{64}$/;

/** An event id or a public key. */
export type Hex64 = string & { readonly length: 64 };

/** Whether the text is an event id or a public key as NIP-01 writes them: 64 lower-case hex characters. */
export const isHex64 = (text: unknown): text is Hex64 => typeof text === 'string' && HEX_64.test(text);

/** The tags with this name. */
export const tagsNamed = (event: Pick<NostrEvent, 'tags'>, name: string): (readonly string[])[] =>
  event.tags.filter((tag) => tag[0] === name);

/** The value of the first tag with this name. */
export const tagValue = (event: Pick<NostrEvent, 'tags'>, name: string): string | undefined =>
  event.tags.find((tag) => tag[0] === name)?.[1];

/** The fields of an event alone, without what a library or a view put on it. */
export const bareEvent = ({ id, pubkey, created_at, kind, tags, content, sig }: NostrEvent): NostrEvent => ({
  id,
  pubkey,
  created_at,
  kind,
  tags,
  content,
  sig,
});

/** Newest first; at equal times the lower id first (NIP-01). */
export const byNewest = (a: NostrEvent, b: NostrEvent): number => b.created_at - a.created_at || byText(a.id, b.id);

/** The newest of some versions of a replaceable event; at equal times the lower id (NIP-01). */
export const newest = <T extends NostrEvent>(events: Iterable<T>): T | undefined => {
  let best: T | undefined;
  for (const event of events) if (best === undefined || byNewest(event, best) < 0) best = event;
  return best;
};

import type { NostrEvent } from '#domain/event.ts';

/** Verified events by id: one frozen instance each, with where it was seen (NIP-01). */
export type EventRegistry = {
  has(id: string): boolean;
  get(id: string): NostrEvent | undefined;
  /** Keeps the event; true when it is new. For replaceable kinds the newest wins, at equal time the lower id. */
  add(event: NostrEvent, relay?: string): boolean;
  /** Remembers that one more relay holds the event. */
  sawOn(id: string, relay: string): void;
  seenOn(id: string): readonly string[];
  /** ms since the epoch when the event was first added */
  receivedAt(id: string): number | undefined;
  /** the newest replaceable event of the kind, if one is known */
  replaceable(kind: number, pubkey: string): NostrEvent | undefined;
  /** Calls back with the ids added since the last call, at most once per animation frame. */
  subscribe(listener: (added: readonly string[]) => void): () => void;
};

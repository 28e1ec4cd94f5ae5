import type { NostrEvent } from '#domain/event.ts';
import type { EventRegistry } from '#store/event-registry.ts';
import type { FrameVerifier } from './verifier.ts';

/** What one relay's frames came to, counted since the start. */
export type IngestStats = {
  /** every text frame that arrived */
  readonly frames: number;
  /** EVENT frames answered from the registry or from another relay's copy, without a check of their own */
  readonly duplicates: number;
  /** EVENT frames whose own check succeeded */
  readonly verified: number;
  /** EVENT frames that were forged, malformed or dated too far in the future */
  readonly invalid: number;
  /** frames dropped unread: oversized, over the waiting limit, or of a subscription nobody has */
  readonly dropped: number;
  /** frames that are no JSON, no known verb or have wrong types */
  readonly ignored: number;
};

export type IngestOptions = {
  readonly registry: EventRegistry;
  readonly verifier: FrameVerifier;
  /** Is this subscription of ours open on the relay? EVENT frames of others are dropped unchecked. */
  readonly accepts: (subId: string, relay: string) => boolean;
  /** a verified, registered event; also for events already known, once per frame */
  readonly onEvent: (subId: string, event: NostrEvent, relay: string) => void;
  /** after the last onEvent of the frames that came before it */
  readonly onEose: (subId: string, relay: string) => void;
  /** after the last onEvent of the frames that came before it */
  readonly onClosed: (subId: string, reason: string, relay: string) => void;
  readonly onNotice: (text: string, relay: string) => void;
  readonly onOk: (id: string, accepted: boolean, message: string, relay: string) => void;
  readonly onAuth: (challenge: string, relay: string) => void;
  /** The relay sends faster than frames can be checked; its EVENT frames are dropped until half are done. */
  readonly onOverload: (relay: string) => void;
};

/** Turns the text frames of all sockets into verified events and control messages, in each relay's own order. */
export type Ingest = {
  frame(relay: string, text: string): void;
  /** Throws away what still waits of a relay whose socket is gone for good or abandoned; its counts stay. */
  forget(relay: string): void;
  stats(): ReadonlyMap<string, IngestStats>;
};

export declare function createIngest(options: IngestOptions): Ingest;

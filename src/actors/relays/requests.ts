import type { Filter, NostrEvent } from '#domain/event.ts';

/** How one relay ended its part of a request. */
export type RelayOutcome = {
  readonly relay: string;
  readonly outcome: 'eose' | 'closed' | 'timeout' | 'offline';
  /** the relay's own words, for `closed` */
  readonly reason?: string;
};

/** Everything the asked relays held: verified, each event once. */
export type RelayAnswer = { readonly events: readonly NostrEvent[]; readonly outcomes: readonly RelayOutcome[] };

export type RelayRequest = {
  readonly filters: readonly Filter[];
  /** relay URLs; left out: every read relay of the directory */
  readonly relays?: readonly string[];
  /** called once for each new verified event, before the answer is complete */
  readonly onEvent?: (event: NostrEvent, relay: string) => void;
};

/** The one way the rest of the app asks relays. */
export type RelayRequests = {
  /**
   * Asks once and ends when every relay answered EOSE, CLOSED or its time ran out.
   * Rejects with `No relays configured. Add a relay or restore defaults to fetch notes.` when there is no relay
   * to ask, and with `signal.reason` when aborted.
   */
  fetch(request: RelayRequest & { readonly signal?: AbortSignal; readonly timeoutMs?: number }): Promise<RelayAnswer>;
  /** Keeps asking until the returned function is called; resumes by itself after a reconnect. */
  watch(request: RelayRequest & { readonly onEose?: () => void }): () => void;
  /** URLs by use, as they stand now */
  relays(use: 'read' | 'write' | 'indexer' | 'profile'): readonly string[];
};

import type { NostrEvent } from '#domain/protocol/event.ts';

/** How one relay ended its part of a request. */
export type RelayOutcome = {
  readonly relay: string;
  readonly outcome: 'eose' | 'closed' | 'timeout' | 'held' | 'offline';
  /** the relay's own words, for `closed`; for `held` what was to be done first, and was not in time */
  readonly reason?: string;
};

/** Everything the asked relays held: verified, each event once. */
export type RelayAnswer = { readonly events: readonly NostrEvent[]; readonly outcomes: readonly RelayOutcome[] };

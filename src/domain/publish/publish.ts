import { KIND } from '#domain/protocol/kinds.ts';
import { writesTo, type RelayEntry } from '#domain/relays/relay-set.ts';

/** What became of an event at one relay. */
export type PublishOutcome = {
  readonly relay: string;
  readonly outcome: 'accepted' | 'rejected' | 'timeout' | 'offline';
  /** the relay's words or ours; '' for an event that was accepted without a word */
  readonly reason: string;
};

/** The kinds that indexers collect (RELAY-72). */
const INDEXER_KINDS: readonly number[] = [KIND.metadata, KIND.contacts, KIND.relayList];

/** The relays of the set an event of this kind goes to (RELAY-71, RELAY-72). */
export const publishTargets = (entries: readonly RelayEntry[], kind: number): string[] =>
  entries
    .filter(({ permission }) => writesTo(permission) || (permission === 'indexer' && INDEXER_KINDS.includes(kind)))
    .map(({ url }) => url);

/** What is said when no relay took the event (RELAY-51). */
export const publishFailureText = (outcomes: readonly PublishOutcome[]): string =>
  `Publish failed: ${outcomes.map(({ relay, reason }) => `${relay}: ${reason}`).join('; ')}`;

/** No relay took the event. */
export class PublishFailure extends Error {
  readonly outcomes: readonly PublishOutcome[];

  constructor(outcomes: readonly PublishOutcome[]) {
    super(publishFailureText(outcomes));
    this.name = 'PublishFailure';
    this.outcomes = outcomes;
  }
}

/** Why nothing can be published as long as the app is not connected to its relays (PUB-09). */
export const NOT_READY = 'Nostr client not ready';

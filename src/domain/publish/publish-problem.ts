import type { Coded } from '#domain/coded.ts';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';

/** What became of an event at one relay. */
export type PublishOutcome = {
  readonly relay: string;
  readonly outcome: 'accepted' | 'rejected' | 'timeout' | 'offline';
  /** the relay's words or ours; undefined for an event that was accepted without a word */
  readonly reason: DeliveryProblem | undefined;
};

/** Why something was not posted. */
export type PublishProblem =
  | Coded<
      | 'post-failed'
      | 'post-cancelled'
      /** the app is not connected to its relays (PUB-09) */
      | 'not-ready'
      | 'invalid-target'
      | 'quote-empty'
      /** its author does not want it reposted */
      | 'protected'
      /** the signer took the proof of work away */
      | 'work-lost'
    >
  /** no relay took it (RELAY-51) */
  | { readonly code: 'publish-failed'; readonly outcomes: readonly PublishOutcome[] };

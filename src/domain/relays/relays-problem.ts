import type { Coded } from '#domain/coded.ts';

/** The relay's own words. */
type RelayWords = { readonly code: 'relay-said'; readonly words: string };

/** Why a relay was not told who the user is. */
export type TermsProblem =
  | Coded<
      | 'relay-not-yours'
      | 'relay-not-told'
      /** it asks for an answer, but not to what */
      | 'relay-gives-no-challenge'
      | 'relay-asks-again'
      | 'relay-needs-login'
      | 'relay-answer-unsigned'
      | 'relay-answer-ignored'
    >
  | RelayWords;

/** Why a connection was lost or not made. */
export type ConnectionProblem =
  | Coded<
      | 'socket-failed'
      | 'socket-refused'
      | 'socket-late'
      | 'socket-silent'
      | 'ping-unanswered'
      /** it sent too much that leads to nothing */
      | 'relay-in-vain'
    >
  | { readonly code: 'relay-closed'; readonly status: number }
  | { readonly code: 'connection-timeout'; readonly ms: number; readonly relay: string }
  | { readonly code: 'connection-given-up'; readonly attempts: number; readonly relay: string }
  | RelayWords;

/** Why a relay did not take an event. */
export type DeliveryProblem =
  | Coded<
      | 'no-connection'
      | 'relay-refused'
      /** in the network around the device, and not one of the user's relays */
      | 'relay-not-chosen'
      | 'pool-destroyed'
      | 'delivery-failed'
    >
  | { readonly code: 'no-answer-within'; readonly seconds: number }
  | { readonly code: 'too-many-connections'; readonly most: number }
  | { readonly code: 'event-too-long'; readonly bytes: number; readonly most: number }
  /** what it said, and why nothing could be done about it */
  | { readonly code: 'relay-unmet'; readonly words: string; readonly because: TermsProblem }
  | RelayWords;

/** Why a step of a test failed or was not tried. */
export type RelayTestProblem = Coded<
  'test-unanswered' | 'test-refused' | 'test-cut-off' | 'test-without-signer' | 'test-not-connected' | 'test-broken'
>;

/** What goes wrong with relays. */
export type RelayProblem =
  | Coded<
      | 'no-relay-answered'
      /** there is none to ask (FEED-14) */
      | 'no-relays-to-read'
      | 'relay-info-failed'
    >
  | TermsProblem
  | ConnectionProblem
  | DeliveryProblem
  | RelayTestProblem;

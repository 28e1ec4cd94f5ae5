import type { Coded } from '#domain/coded.ts';

/** What goes wrong with relays. */
export type RelayProblem = Coded<
  | 'no-relay-answered'
  /** there is none to ask (FEED-14) */
  | 'no-relays-to-read'
  /** the page is going (RELAY-49) */
  | 'pool-destroyed'
>;

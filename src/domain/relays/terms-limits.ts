import { MINUTE, SECOND } from '#domain/units.ts';

/** Bounds of the care for relays, which starts after the first notes; none of them is in the specification. */

/** NIP-42: for the challenge after a refusal, and for the answer to what was signed */
export const AUTH_CHALLENGE_WAIT_MS = 1 * SECOND;
export const AUTH_TIMEOUT_MS = 5 * SECOND;
export const AUTH_CHALLENGE_MAX_CHARACTERS = 1_024;
/** answers of one person over one socket: who asks more often does not mean to know */
export const AUTH_ANSWERS_MAX = 3;
/** a rate-limited relay is left alone for so long, each time in a row for twice as long, up to the longest */
export const RATE_LIMIT_PAUSE_MS = 2 * SECOND;
export const RATE_LIMIT_PAUSE_MAX_MS = 1 * MINUTE;
/** a relay that lost its live requests because it floods gets them back over the same socket after so long */
export const RELAY_FLOOD_PAUSE_MS = 30 * SECOND;
/** when the relays cannot be looked after, that is tried again after so long */
export const CARE_RETRY_MS = 5 * SECOND;
/** open REQs that wait for a place take turns with those that have one */
export const PLACES_TURN_MS = 20 * SECOND;

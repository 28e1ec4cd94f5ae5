import { SECOND } from '#domain/units.ts';

export const EOSE_TIMEOUT_MS = 4_400;
export const CONNECTION_DURATIONS_KEPT = 100;
/** once half of the asked relays have sent all they hold, the others get so long */
export const EOSE_GRACE_MS = 700;
/** a live subscription is resumed with `since` so long before the last sign of the relay: late events exist */
export const SUBSCRIPTION_OVERLAP_S = 60;
/** events asked for per filter when a live subscription is resumed */
export const RESUME_LIMIT = 500;
/** an event that is published gets so long at each relay */
export const PUBLISH_TIMEOUT_MS = 10 * SECOND;
/** a subscription that failed inside the app is started again after so long */
export const SUBSCRIPTION_RESTART_MS = 3 * SECOND;
export const SINGLE_EVENT_TIMEOUT_MS = 10 * SECOND;

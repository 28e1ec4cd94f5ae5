import { SECOND, MINUTE } from '#domain/units.ts';

// the price of a bitcoin
/** ms for which a rate is asked for no second time, and after which none is shown any more */
export const RATE_FRESH_MS = 15 * MINUTE;
export const RATE_MOST_MS = 60 * MINUTE;
/** ms in which the source answers, and after which one that did not is asked again */
export const RATE_ANSWER_MS = 10 * SECOND;
export const RATE_AGAIN_MS = MINUTE;

// history
/** the last of it, on the page of the wallet */
export const MONEY_LAST = 6;
/** entries drawn at once, and added by each 'Show more' */
export const MONEY_PAGE = 30;
/** ms between looks at how old the rate is */
export const RATE_LOOK_MS = MINUTE;
/** questions in one go, at most, to a wallet that gives less at once than it is asked for */
export const TOLD_QUESTIONS_MOST = 5;

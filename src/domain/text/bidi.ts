/** The blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name as a part of a sentence that is text alone, where no element can keep it apart: between FIRST STRONG ISOLATE and
 * POP DIRECTIONAL ISOLATE, so that the words and numbers around it stay in their order. A name in the direction of the
 * sentence stays as it is. Names come without such characters (`calm-text.ts`).
 */
export const isolated = (name: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;

import { wholeNumber } from '#domain/text/numbers.ts';

/** '1 sat', '21,000 sats'; at most `digits` after the point */
export const sats = (count: number, digits = 0): string =>
  `${wholeNumber(count, 'en', digits)} ${count === 1 ? 'sat' : 'sats'}`;

/** '1 sat', '21,000 sats' of an amount that is already written in digits */
export const satsWritten = (digits: string): string => `${digits} ${digits === '1' ? 'sat' : 'sats'}`;

/** The unit beside an amount that stands in large digits. */
export const satsUnit = (count: number): string => (count === 1 ? 'sat' : 'sats');

import { wholeNumber } from '#domain/text/numbers.ts';

/** '1 Sat', '21.000 Sats'; at most `digits` after the point */
export const sats = (count: number, digits = 0): string =>
  `${wholeNumber(count, 'de', digits)} ${count === 1 ? 'Sat' : 'Sats'}`;

/** '1 Sat', '21.000 Sats' of an amount that is already written in digits */
export const satsWritten = (digits: string): string => `${digits} ${digits === '1' ? 'Sat' : 'Sats'}`;

/** The unit beside an amount that stands in large digits. */
export const satsUnit = (count: number): string => (count === 1 ? 'Sat' : 'Sats');

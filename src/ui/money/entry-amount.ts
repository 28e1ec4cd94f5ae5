import { isWithin, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import { whole } from '#ui/texts/formats.ts';

/** Sats that it moved into the wallet or out of it. */
export const shownSats = (entry: MoneyEntry): number =>
  entry.state === 'not paid' || isWithin(entry) ? 0 : satsOf(entry);

/** '+21' or '−21'; 0 for what was not paid, and for what only stands elsewhere afterwards. */
export const signedSats = (entry: MoneyEntry): string => {
  const sats = shownSats(entry);
  return sats === 0 ? whole(0) : `${entry.direction === 'in' ? '+' : '−'}${whole(sats)}`;
};

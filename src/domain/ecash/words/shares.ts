import { MINT_SHARE_MOST, SPREAD_FROM_SATS, WORDS_FROM_SATS } from '#domain/ecash/ecash-limits.ts';

/** Whole percents of the sum that add up to 100, or are all 0. What is there is never less than 1 as long as others can give. */
export const percentsOf = (amounts: readonly number[]): readonly number[] => {
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  if (sum === 0) return amounts.map(() => 0);
  const percents = amounts.map((amount) => (amount === 0 ? 0 : Math.max(1, Math.floor((100 * amount) / sum))));
  const byRest = amounts
    .map((amount, at) => ({ at, rest: ((100 * amount) / sum) % 1 }))
    .toSorted((a, b) => b.rest - a.rest);
  let left = 100 - percents.reduce((all, percent) => all + percent, 0);
  for (const { at } of byRest.slice(0, Math.max(0, left))) percents[at]!++;
  for (left = Math.min(0, left); left < 0; left++) percents[percents.indexOf(Math.max(...percents))]!--;
  return percents;
};

/** Mints as they are listed: the largest balance first, of equal ones by name. */
export const mintsInOrder = <Mint extends { readonly balance: number; readonly name: string }>(
  mints: readonly Mint[],
): readonly Mint[] => mints.toSorted((a, b) => b.balance - a.balance || a.name.localeCompare(b.name));

/** The mint that holds more than MINT_SHARE_MOST of a balance above SPREAD_FROM_SATS. */
export const heavyMint = <Mint extends { readonly balance: number }>(mints: readonly Mint[]): Mint | undefined => {
  const sum = mints.reduce((all, { balance }) => all + balance, 0);
  return sum > SPREAD_FROM_SATS ? mints.find(({ balance }) => balance > MINT_SHARE_MOST * sum) : undefined;
};

type Words = { readonly exists: boolean; readonly balance: number; readonly areWordsKept: boolean };

/** Whether the user has to be reminded of the recovery phrase. */
export const isWordsReminderDue = ({ exists, balance, areWordsKept }: Words): boolean =>
  exists && !areWordsKept && balance > WORDS_FROM_SATS;

/** Colours that tell mints apart, by the names of their roles. */
export const MINT_TINTS = ['value', 'accent', 'ok', 'like', 'warn'] as const;
export type MintTint = (typeof MINT_TINTS)[number];

const hashOf = (text: string): number => {
  let hash = 0;
  for (const character of text) hash = (31 * hash + character.codePointAt(0)!) >>> 0;
  return hash;
};

/** A colour for each of these mints, each its own as long as there are enough; it does not depend on their order. */
export const mintTints = (urls: readonly string[]): ReadonlyMap<string, MintTint> => {
  const tints = new Map<string, MintTint>();
  let free: readonly MintTint[] = MINT_TINTS;
  for (const url of urls.toSorted()) {
    const tint = free[hashOf(url) % free.length]!;
    tints.set(url, tint);
    free = free.length > 1 ? free.filter((other) => other !== tint) : MINT_TINTS;
  }
  return tints;
};

import { DENOMINATION_TARGET, EVENT_PROOFS_MOST, OUTPUTS_MAX } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { KeysetKeys } from '#domain/ecash/mints/mint.ts';

/** The amounts a keyset has, the largest first; those beyond exact numbers are left out. None while its keys are not known. */
export const denominationsOf = (keys: KeysetKeys | undefined): readonly number[] =>
  Object.keys(keys ?? {})
    .map(Number)
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a);

/**
 * An amount in denominations, the largest first (TOKEN-19). Throws 'keep-amounts' when they do not make it up, or only in too
 * many parts.
 */
export const splitAmount = (amount: number, denominations: readonly number[]): readonly number[] => {
  const parts: number[] = [];
  let rest = amount;
  for (const denomination of denominations) {
    const count = Math.floor(rest / denomination);
    if (parts.length + count > OUTPUTS_MAX) break;
    for (let index = 0; index < count; index++) parts.push(denomination);
    rest -= count * denomination;
  }
  if (rest !== 0 || !Number.isSafeInteger(amount) || amount < 0) throw new EcashError({ code: 'keep-amounts' });
  return parts;
};

/** Whether a mint with these denominations can issue the amount by one request. */
export const isIssuable = (amount: number, denominations: readonly number[]): boolean => {
  try {
    splitAmount(amount, denominations);
    return true;
  } catch {
    return false;
  }
};

/**
 * What is kept, split so that there are three of each denomination (TOKEN-20), the small ones first, and the rest as large as
 * possible; where that are more parts than one request takes, in as few as there can be. `have`: amounts of the proofs that are
 * there. Throws 'keep-amounts' when they do not make it up (SEND-06).
 */
export const splitToKeep = (
  amount: number,
  denominations: readonly number[],
  have: readonly number[],
): readonly number[] => {
  const parts: number[] = [];
  let rest = amount;
  for (const denomination of denominations.toReversed()) {
    const missing = DENOMINATION_TARGET - have.filter((one) => one === denomination).length;
    for (let index = 0; index < missing && denomination <= rest; index++) {
      parts.push(denomination);
      rest -= denomination;
    }
  }
  const all = [...parts, ...splitAmount(rest, denominations)];
  return all.length > OUTPUTS_MAX ? splitAmount(amount, denominations) : all.sort((a, b) => b - a);
};

/** How many proofs a token may have; `byEvent`: it reaches somebody as a private message or a nutzap. */
export const proofsMost = (byEvent: boolean): number => (byEvent ? EVENT_PROOFS_MOST : Infinity);

/**
 * What is given to somebody, in denominations. Throws 'keep-amounts' when they do not make it up, 'mint-too-much' when they are so
 * many that the event which brings them would be too long.
 */
export const splitToSend = (amount: number, denominations: readonly number[], byEvent: boolean): readonly number[] => {
  const parts = splitAmount(amount, denominations);
  if (parts.length > proofsMost(byEvent)) throw new EcashError({ code: 'mint-too-much' });
  return parts;
};

/** How many blanks the change of at most this much needs (NUT-08). */
export const blanksFor = (amount: number): number => (amount <= 0 ? 0 : Math.max(Math.ceil(Math.log2(amount)), 1));

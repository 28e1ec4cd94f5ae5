import { isRecord, isTexts } from '#domain/record.ts';
import type { Lock } from '#domain/ecash/proof.ts';

/** Whose signature opens a proof now; 'other' for conditions that this app does not open; undefined: it is not locked. */
export type Locked = { readonly lock: Lock; readonly openers: readonly string[] } | 'other' | undefined;

/** The tags of a lock by their names; undefined where one stands twice or is none (NUT-11: nobody can spend that). */
const readTags = (tags: unknown): ReadonlyMap<string, readonly string[]> | undefined => {
  if (!Array.isArray(tags) || !tags.every(isTexts)) return undefined;
  const read = new Map(tags.map(([name = '', ...values]) => [name, values]));
  return read.size === tags.length ? read : undefined;
};

const readLock = (secret: string, now: number): Locked => {
  const [kind, content] = JSON.parse(secret) as readonly unknown[];
  if (kind !== 'P2PK' || !isRecord(content) || typeof content.data !== 'string') return 'other';
  const tags = readTags(content.tags ?? []);
  if (!tags) return 'other';
  const [time, refund = []] = [Number(tags.get('locktime')?.[0] ?? Number.NaN), tags.get('refund')];
  const isOver = time <= now;
  if (isOver && refund.length === 0) return undefined;
  const isOne = (name: string) => Number(tags.get(name)?.[0] ?? 1) === 1;
  const main = isOne('n_sigs') ? [content.data, ...(tags.get('pubkeys') ?? [])] : [];
  const late = isOver && isOne('n_sigs_refund') ? refund : [];
  const isSigned = (tags.get('sigflag')?.[0] ?? 'SIG_INPUTS') === 'SIG_INPUTS';
  if (!isSigned || main.length + late.length === 0) return 'other';
  const locktime = Number.isSafeInteger(time) ? { locktime: time } : {};
  const lock = { pubkey: content.data, ...locktime, ...(refund.length > 0 && { refund }) };
  return { lock, openers: [...main, ...late] };
};

/** Whether a secret may stand for a condition (NUT-10). */
export const hasCondition = (secret: string): boolean => secret.startsWith('[');

/** How a proof is locked (NUT-10, NUT-11), by its secret. `now` in seconds. */
export const lockOf = (secret: string, now: number): Locked => {
  if (!hasCondition(secret)) return undefined;
  try {
    return readLock(secret, now);
  } catch {
    return 'other';
  }
};

/**
 * Whose signature opens a proof, whatever time it is at its mint: clocks differ, and a signature that is not needed any more does no
 * harm. Nobody's where it is not locked, or in a way that this app does not open. `now` in seconds.
 */
export const signersOf = (secret: string, now: number): readonly string[] =>
  [-Infinity, now].flatMap((time) => {
    const locked = lockOf(secret, time);
    return locked === undefined || locked === 'other' ? [] : locked.openers;
  });

/** Keys of Nostr have no first byte: those that differ in it alone are the same. */
export const isSameKey = (one: string, other: string): boolean => one.slice(-64) === other.slice(-64);

/**
 * From when on whoever has `ownKey` can take back what they locked to somebody, in s: 0 for what is not locked; undefined where
 * nothing they have opens it.
 */
export const backFrom = (lock: Lock | undefined, ownKey: string | undefined): number | undefined => {
  if (!lock) return 0;
  const { refund = [], locktime } = lock;
  // where nobody is named, it is open to everybody then
  const isOurs = refund.length === 0 || (ownKey !== undefined && refund.some((key) => isSameKey(key, ownKey)));
  return isOurs ? locktime : undefined;
};

import { TOKEN_GLANCE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isSameKey, lockOf } from '#domain/ecash/proofs/lock.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { readBareToken } from './read-token.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';

/** Who can open a token; 'other': conditions that this app does not open. */
export type GlanceLock = 'other' | { readonly openers: readonly string[]; readonly until: number | undefined };

/** What a token says of itself, without its secrets. Nobody was asked, so nothing of it is proven. */
export type TokenGlance = {
  /** address, normalised */
  readonly mint: string;
  readonly host: string;
  readonly amount: number;
  readonly memo: string | undefined;
  readonly lock: GlanceLock | undefined;
};

/** What can be read of a token, or why nothing can. */
export type Glance =
  | { readonly token: TokenGlance; readonly problem?: never }
  | { readonly problem: EcashProblem; readonly token?: never };

/** Who opens all that is locked of it, and until when some of it is; 'other' where nobody does alone. */
const lockOfAll = (proofs: readonly BareProof[], now: number): GlanceLock | undefined => {
  const locks = proofs.flatMap(({ secret }) => lockOf(secret, now) ?? []);
  if (locks.length === 0) return undefined;
  const known = locks.filter((lock) => lock !== 'other');
  const opensAll = (key: string) => known.every(({ openers }) => openers.some((opener) => isSameKey(opener, key)));
  const openers = [...new Set(known.flatMap((lock) => lock.openers))].filter(opensAll);
  if (known.length < locks.length || openers.length === 0) return 'other';
  const times = known.flatMap(({ lock }) => lock.locktime ?? []);
  return { openers, until: times.length > 0 ? Math.max(...times) : undefined };
};

/** What a token says, at a glance. `now` in seconds; `loopback`: over the sample network mints are on this machine. */
export const glanceAtToken = (text: string, now: number, loopback: boolean): Glance => {
  try {
    if (text.length > TOKEN_GLANCE_MAX_CHARACTERS) throw new EcashError({ code: 'token-too-long' });
    const { mint, memo, proofs } = readBareToken(text);
    const url = mintUrl(mint, loopback);
    const { host } = new URL(url);
    return { token: { mint: url, host, amount: sumOf(proofs), memo, lock: lockOfAll(proofs, now) } };
  } catch (error) {
    return { problem: ecashProblemOf(error) };
  }
};

/** Whether a wallet opens what is locked; without a lock everybody does. */
export const isOpenTo = (lock: GlanceLock | undefined, lockKey: string | undefined): boolean =>
  lock === undefined ||
  (lock !== 'other' && lockKey !== undefined && lock.openers.some((opener) => isSameKey(opener, lockKey)));

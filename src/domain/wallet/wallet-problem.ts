import { CodedError } from '#domain/coded.ts';

/** What a wallet service says when it does not do what it was asked (NIP-47). */
export const SERVICE_CODES = [
  'RATE_LIMITED',
  'NOT_IMPLEMENTED',
  'INSUFFICIENT_BALANCE',
  'QUOTA_EXCEEDED',
  'RESTRICTED',
  'UNAUTHORIZED',
  'UNSUPPORTED_ENCRYPTION',
  'PAYMENT_FAILED',
  'NOT_FOUND',
  'EXPIRED',
  'INTERNAL',
  'OTHER',
] as const;

export type ServiceCode = (typeof SERVICE_CODES)[number];

/** What can be wrong with a pairing code before anybody is asked. */
export type PairingProblem =
  | { readonly code: 'no-pairing-code' }
  | { readonly code: 'not-a-pairing-code' }
  /** the key of the wallet, a relay or the secret is missing (NWC-02) */
  | { readonly code: 'pairing-incomplete' }
  | { readonly code: 'pairing-key' }
  | { readonly code: 'pairing-secret' }
  | { readonly code: 'pairing-relay' };

/** What can be wrong with a wallet that was saved. */
export type SavedProblem =
  /** WALLET-27 */
  | { readonly code: 'no-account' }
  /** WALLET-38 */
  | { readonly code: 'wallet-not-found' }
  | { readonly code: 'wallet-locked' }
  /** WALLET-39 */
  | { readonly code: 'wallet-too-old' }
  | { readonly code: 'cannot-encrypt' };

/** What can go wrong between the app and a wallet. None of it holds anything secret. */
export type WalletProblem =
  | PairingProblem
  | SavedProblem
  /** WALLET-43, WALLET-44, NWC-16 */
  | { readonly code: 'not-connected' }
  | { readonly code: 'no-client' }
  | { readonly code: 'not-initialized' }
  | { readonly code: 'worker' }
  | { readonly code: 'storage' }
  | { readonly code: 'cancelled' }
  /** no relay of the wallet took the request */
  | { readonly code: 'no-relay' }
  /** NWC-08 */
  | { readonly code: 'no-answer'; readonly ms: number }
  /** NWC-10 */
  | { readonly code: 'unreadable' }
  /** an answer that lacks what was asked for (NWC-17 to NWC-21) */
  | { readonly code: 'no-result'; readonly method: string }
  /** it says that it paid, with nothing that proves it */
  | { readonly code: 'no-proof' }
  | { readonly code: 'no-common-encryption' }
  /** the wallet answered that it will not; `said` is the wallet's own word, calmed and cut */
  | { readonly code: 'service'; readonly name: ServiceCode; readonly said: string }
  /** WEBLN-03 to WEBLN-05 */
  | { readonly code: 'no-provider' }
  | { readonly code: 'provider-not-ready' }
  | { readonly code: 'provider-silent'; readonly ms: number }
  | { readonly code: 'missing-pr' }
  | { readonly code: 'provider'; readonly said: string }
  /** this invoice was paid, or a payment of it is under way */
  | { readonly code: 'already-paid' }
  | { readonly code: 'under-way' }
  /** a wallet refused it, and did not yet confirm that it will not pay all the same */
  | { readonly code: 'may-be-paid' }
  | { readonly code: 'invoice-expired' }
  /** a mint wants more for it than it said when it was asked before */
  | { readonly code: 'dearer' }
  | { readonly code: 'interrupted' }
  /** the user says so of a payment by the wallet of the browser (docs/adr/0051) */
  | { readonly code: 'denied' }
  /** the user deleted the ecash that was to pay it, before anybody said what became of it */
  | { readonly code: 'ecash-deleted' }
  | { readonly code: 'unknown' };

/** A failure with a wallet. */
export class WalletError extends CodedError<WalletProblem> {
  override readonly name = 'WalletError';
}

/** What a failure comes to; 'unknown' for one that did not come from here. */
export const walletProblemOf = (error: unknown): WalletProblem =>
  error instanceof WalletError ? error.problem : { code: 'unknown' };

const PASSING = /network|timeout|fetch/i;

/** Whether a connect that failed so is tried again (WALLET-24): when the network failed, not the wallet. */
export const isPassing = (problem: WalletProblem): boolean => {
  if (problem.code === 'provider') return PASSING.test(problem.said);
  if (problem.code === 'service') return PASSING.test(problem.said);
  return problem.code === 'no-relay' || problem.code === 'no-answer';
};

const TURNS_AWAY: readonly ServiceCode[] = ['RESTRICTED', 'UNAUTHORIZED', 'UNSUPPORTED_ENCRYPTION'];

/** Whether a wallet that failed so may be there for others all the same: a fault of its own. */
export const isFault = (problem: WalletProblem): boolean =>
  problem.code === 'no-result' || (problem.code === 'service' && !TURNS_AWAY.includes(problem.name));

/**
 * Whether a saved wallet that failed so is of no use any more (WALLET-25): the wallet itself said no, or its code makes no
 * sense. A locked key, a database that fails or a wallet that wants fewer requests says nothing about it.
 */
export const endsPairing = (problem: WalletProblem): boolean =>
  !isPassing(problem) &&
  !(problem.code === 'service' && problem.name === 'RATE_LIMITED') &&
  (['service', 'unreadable', 'no-common-encryption', 'no-result'].includes(problem.code) ||
    problem.code.startsWith('pairing-'));

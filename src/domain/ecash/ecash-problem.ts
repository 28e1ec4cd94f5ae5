import { CodedError } from '#domain/coded.ts';
import { MessageError, type MessageProblem } from '#domain/messages/messages-problem.ts';
import { LedgerError, type LedgerProblem } from './ledger-problem.ts';

/** What is wrong with the address of a mint, or with how it answers. */
export type MintProblem =
  | { readonly code: 'mint-url' }
  /** neither https nor a mint of the sample network on this machine */
  | { readonly code: 'mint-insecure' }
  | { readonly code: 'mint-redirect' }
  /** MINT-31 */
  | { readonly code: 'mint-network' }
  /** no answer within a time: what became of the request is not known */
  | { readonly code: 'mint-silent' }
  /** no answer within a time to what something costs: no money moved */
  | { readonly code: 'mint-quote-silent' }
  /** MINT-23 to MINT-27, MINT-30 */
  | { readonly code: 'bad-response' }
  /** MINT-28: what the mint itself says is wrong; `said` is calmed and cut. `afterMs`: as of 'mint-busy', where it says that in words */
  | { readonly code: 'mint-refused'; readonly number: number; readonly said: string; readonly afterMs?: number }
  /** MINT-29; `said` is empty where the mint said nothing */
  | { readonly code: 'mint-status'; readonly status: number; readonly said: string; readonly afterMs?: number }
  /** DEPOSIT-12; `afterMs`: when it wants to be asked again, where it says so */
  | { readonly code: 'mint-busy'; readonly afterMs: number | undefined }
  /** MINT-32 to MINT-34 */
  | { readonly code: 'mint-socket-failed' }
  | { readonly code: 'mint-socket-closed' }
  | { readonly code: 'mint-socket-unreachable' }
  /** MINT-35, MINT-36 */
  | { readonly code: 'mint-timeout' }
  | { readonly code: 'mint-not-loaded'; readonly url: string }
  /** MINT-03 */
  | { readonly code: 'mint-needs-auth' }
  /** MINT-37 to MINT-39 */
  | { readonly code: 'mint-no-locked-quotes' }
  | { readonly code: 'mint-no-multi-path' }
  | { readonly code: 'mint-no-description' }
  /** it cannot say what it signed before (NUT-09) */
  | { readonly code: 'mint-no-restore' }
  /** it asks for another sum than the invoice, or names another unit */
  | { readonly code: 'mint-quote-differs' }
  /** no keyset of the unit that new proofs may be of */
  | { readonly code: 'mint-no-keyset'; readonly unit: string }
  /** its largest pieces are so small that one request cannot take the amount */
  | { readonly code: 'mint-too-much' }
  /** TOKEN-13 */
  | { readonly code: 'keyset-unverified'; readonly id: string }
  /** the mint does not have it */
  | { readonly code: 'keyset-unknown'; readonly id: string }
  /** two keysets, of one mint or of two, that go by the same id */
  | { readonly code: 'keyset-twice'; readonly id: string }
  /** what the mint signed is not what it was asked for, or is not proven (NUT-12) */
  | { readonly code: 'mint-signature' };

/** What is wrong with a token. */
export type TokenProblem =
  | { readonly code: 'token-none' }
  /** more than one in the same text */
  | { readonly code: 'token-several' }
  /** TOKEN-05, TOKEN-06 */
  | { readonly code: 'token-version' }
  | { readonly code: 'token-entries' }
  | { readonly code: 'token-unreadable' }
  | { readonly code: 'token-too-long' }
  | { readonly code: 'token-unit'; readonly unit: string }
  | { readonly code: 'token-twice' }
  | { readonly code: 'token-amounts' }
  /** TOKEN-15 */
  | { readonly code: 'token-dleq' }
  | { readonly code: 'token-locked' }
  | { readonly code: 'token-spent' }
  /** `gone` sats of it were spent before, and `left` are as good as ever */
  | { readonly code: 'token-partly-spent'; readonly gone: number; readonly left: number }
  /** the ecash of a paid invoice was taken by somebody else who could: another device of the account */
  | { readonly code: 'quote-taken' }
  /** the mint says that it issued the ecash of a paid invoice already, and nobody is known who could have it */
  | { readonly code: 'quote-issued' }
  /** the mint does not know a payment any more for which ecash is spent */
  | { readonly code: 'quote-forgotten' }
  /** what was to be exchanged is spent, and the mint signed nothing for it */
  | { readonly code: 'exchange-unsigned' }
  /** another device of the account gave the same ecash away */
  | { readonly code: 'given-twice' };

/** What is wrong with a payment request, or with the place that it is paid to. */
export type RequestProblem =
  | { readonly code: 'request-none' }
  | { readonly code: 'request-unreadable' }
  | { readonly code: 'request-too-long' }
  | { readonly code: 'request-unit'; readonly unit: string }
  | { readonly code: 'request-amount' }
  /** it names mints, and none of them can be one */
  | { readonly code: 'request-mints' }
  /** a lock that this wallet does not make */
  | { readonly code: 'request-lock' }
  /** no way to deliver it that this wallet knows */
  | { readonly code: 'request-transport' }
  /** of single use, and paid already */
  | { readonly code: 'request-paid' }
  /** the place answered that it does not take it */
  | { readonly code: 'request-refused'; readonly status: number }
  | { readonly code: 'request-redirect' }
  | { readonly code: 'request-network' }
  /** it did not answer in time: whether it has the payment is not known */
  | { readonly code: 'request-silent' };

/** What is wrong with an offer of one's own, or with what its mint says of it. */
export type OwnOfferProblem =
  /** none that could be paid here: it is no offer, of another network, over another amount, or not locked to us */
  | { readonly code: 'offer-useless' }
  /** the mint names another one than it gave out */
  | { readonly code: 'offer-other' }
  /** what came in and what was issued cannot both be, or less came in than did */
  | { readonly code: 'offer-sums' };

/** What is wrong with the service of an address that pays into ecash. */
export type AddressProblem =
  | { readonly code: 'address-service' }
  | { readonly code: 'address-redirect' }
  | { readonly code: 'address-network' }
  | { readonly code: 'address-silent' }
  /** a page, too much, or something else that makes no sense */
  | { readonly code: 'address-answer' }
  | { readonly code: 'address-refused'; readonly status: number; readonly said: string }
  /** it lets payments wait at another mint than it was asked to */
  | { readonly code: 'address-mint' }
  /** the mint locks no invoices: whoever learns of a payment could take it */
  | { readonly code: 'address-no-lock' };

/** What can be wrong with what is asked of the wallet. */
export type AmountProblem =
  /** SEND-03 to SEND-06 */
  | { readonly code: 'funds-send' }
  | { readonly code: 'funds-swap' }
  /** it is there, but in more pieces than one request spends */
  | { readonly code: 'funds-pieces' }
  /** whoever took it would pay all of it as a fee */
  | { readonly code: 'send-dust' }
  | { readonly code: 'balance-send' }
  | { readonly code: 'keep-amounts' }
  /** PROOF-11 */
  | { readonly code: 'fee-negative' }
  /** MELT-03 to MELT-05 */
  | { readonly code: 'pr-required' }
  | { readonly code: 'invoice-no-amount' }
  | { readonly code: 'invoice-above' };

/** What can be wrong with ecash that goes to somebody, or comes from them, as a nutzap (NIP-61). */
export type NutzapProblem =
  /** the recipient names no key and no mint */
  | { readonly code: 'nutzap-not-taken' }
  /** none of the mints that the recipient trusts is one of ours */
  | { readonly code: 'nutzap-no-common-mint' }
  /** there is less at that mint, in sats */
  | { readonly code: 'nutzap-too-little'; readonly has: number }
  /** no relay said how the recipient takes ecash */
  | { readonly code: 'nutzap-no-word' }
  /** it was taken before, is not ours, or nobody signed it */
  | { readonly code: 'nutzap-over' }
  /** NWC-22 to NWC-26 */
  | { readonly code: 'redeem-no-mint' }
  | { readonly code: 'redeem-no-invoices' }
  | { readonly code: 'redeem-failed' }
  | { readonly code: 'ecash-no-mints' }
  | { readonly code: 'ecash-no-quote' };

/** What can be wrong with keys. */
export type EcashKeyProblem =
  /** TOKEN-16, TOKEN-17, TOKEN-21, TOKEN-22, DEPOSIT-13 */
  | { readonly code: 'ecash-pubkey' }
  | { readonly code: 'curve-no-point' }
  | { readonly code: 'seed-size' }
  | { readonly code: 'seed-missing' }
  | { readonly code: 'quote-key-missing' }
  /** what was typed is no recovery phrase */
  | { readonly code: 'words-wrong' }
  /** those of another wallet, which are held no longer than needed */
  | { readonly code: 'words-given-back' }
  /** something sealed that this wallet's key does not open */
  | { readonly code: 'money-unsealed' }
  /** the page did not come over HTTPS, so the browser does not encrypt */
  | { readonly code: 'ecash-no-webcrypto' }
  | { readonly code: 'ecash-locked' }
  /** there is no wallet; or there is one already, whose words may be all that brings its money back */
  | { readonly code: 'ecash-none' }
  | { readonly code: 'ecash-exists' }
  /** the signing extension cannot encrypt (NIP-44), or did not */
  | { readonly code: 'ecash-no-cipher' }
  | { readonly code: 'ecash-key-refused' }
  /** another tab has it, and this browser cannot say when that one is gone */
  | { readonly code: 'ecash-other-tab' }
  /** there are sats or operations at the mint that is to be removed */
  | { readonly code: 'mint-in-use' };

/** What can be wrong with what the wallet writes to relays, or finds there. */
export type EcashEventProblem =
  /** WEV-05 */
  | { readonly code: 'backup-no-key' }
  /** no content of an event of a wallet */
  | { readonly code: 'event-unreadable' }
  /** the signer did not sign or encrypt what was to be told to relays */
  | { readonly code: 'event-unsigned' }
  /** no relay says what it holds */
  | { readonly code: 'copies-unread' };

/** What can go wrong with ecash. None of it holds anything secret. */
export type EcashProblem =
  | MintProblem
  | TokenProblem
  | AmountProblem
  | EcashKeyProblem
  | NutzapProblem
  | EcashEventProblem
  | LedgerProblem
  | MessageProblem
  | RequestProblem
  | OwnOfferProblem
  | AddressProblem
  /** the worker died or does not answer */
  | { readonly code: 'ecash-worker' }
  | { readonly code: 'ecash-unknown' };

/** A failure with ecash. */
export class EcashError extends CodedError<EcashProblem> {
  override readonly name: string = 'EcashError';
}

/** Whether it is a failure with ecash by one of these codes. */
export const failedWith = (error: unknown, ...codes: readonly EcashProblem['code'][]): boolean =>
  error instanceof EcashError && codes.includes(error.problem.code);

/** When a mint wants to be asked again that wants fewer requests, by its status or in its words; undefined for all else (DEPOSIT-12). */
export const busyOf = (problem: EcashProblem): { readonly afterMs: number | undefined } | undefined => {
  const isBusy = problem.code === 'mint-busy' || ('said' in problem && /rate limit/i.test(problem.said));
  return isBusy ? { afterMs: 'afterMs' in problem ? problem.afterMs : undefined } : undefined;
};

/** The code of mints for ecash that is spent already (NUT error codes). */
export const SPENT = 11_001;

/** Whether a mint says that something is spent already: by its number, or in its words (MELT-09). */
export const saysSpent = (problem: EcashProblem): boolean =>
  (problem.code === 'mint-refused' && problem.number === SPENT) ||
  ('said' in problem && /already spent/i.test(problem.said));

/** Whether it is the number of a refusal of the request as it is (NUT error codes). */
export const isInvalid = (number: number): boolean => number >= 10_000 && number < 20_000;

/** codes of mints for proofs that they did not sign */
const NOT_SIGNED: ReadonlySet<number> = new Set([10_001, 10_003]);

/** Whether a mint says that it never signed what it was given: that is worth nothing, whatever it says of itself. */
export const isUnsigned = (problem: EcashProblem | undefined): boolean =>
  problem?.code === 'mint-refused' && NOT_SIGNED.has(problem.number);

const PASSING: ReadonlySet<EcashProblem['code']> = new Set([
  'mint-network',
  'mint-silent',
  'mint-quote-silent',
  'mint-timeout',
  'mint-not-loaded',
  'mint-status',
  'bad-response',
]);

/** Whether a mint does not answer now, and may do so when it is asked again. */
export const isPassing = (problem: EcashProblem): boolean => PASSING.has(problem.code) || busyOf(problem) !== undefined;

/** Of a mint that did not load in time: it cannot be used (MINT-36). */
export const unusable =
  (url: string) =>
  (error: unknown): never => {
    throw failedWith(error, 'mint-timeout') ? new EcashError({ code: 'mint-not-loaded', url }) : error;
  };

/** What a failure comes to, of the ledger, too; 'ecash-unknown' for one that did not come from here. */
export const ecashProblemOf = (error: unknown): EcashProblem =>
  error instanceof EcashError || error instanceof LedgerError || error instanceof MessageError
    ? error.problem
    : { code: 'ecash-unknown' };

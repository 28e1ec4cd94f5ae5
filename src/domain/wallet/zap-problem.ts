import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { WalletProblem } from './wallet-problem.ts';

/** Why no answer could be read: the device is offline; or pages may not read this one, perhaps, and no proxy was asked (LNURL-08). */
export type WhyUnread = 'offline' | 'by pages';

/** What can be wrong with a Lightning address or with what its provider answers, before anything is paid. */
export type LnurlProblem =
  /** ZAP-05 */
  | { readonly code: 'no-lightning-address' }
  /** LNURL-03 to LNURL-05 */
  | { readonly code: 'lnurl-not-https' }
  | { readonly code: 'lud06-format' }
  | { readonly code: 'lud16-format' }
  /**
   * ZAP-06; `said` is the provider's own word, calmed and cut. `unread`: no answer could be read
   */
  | { readonly code: 'address-unresolved'; readonly said?: string; readonly unread?: WhyUnread }
  | { readonly code: 'address-timeout' }
  /** LNURL-14 to LNURL-18 */
  | { readonly code: 'pay-parameters' }
  | { readonly code: 'amount-below'; readonly sats: number }
  | { readonly code: 'amount-above'; readonly sats: number }
  | { readonly code: 'comment-too-long'; readonly most: number }
  | { readonly code: 'no-zaps-taken' }
  /** ZAP-09 to ZAP-11 */
  | { readonly code: 'invoice-timeout' }
  | { readonly code: 'invoice-request'; readonly said?: string; readonly unread?: WhyUnread }
  | { readonly code: 'no-payment-request' }
  /** an invoice that is none, over another sum or too late: it is not paid */
  | { readonly code: 'invoice-unreadable' }
  | { readonly code: 'invoice-amount'; readonly asked: number; readonly invoiced: number }
  | { readonly code: 'invoice-over' };

/** What can go wrong with a zap that is no fault of an address. */
export type ZapProblem =
  | LnurlProblem
  /** ZAP-07, ZAP-08, ZAP-14 */
  | { readonly code: 'zap-key-locked' }
  | { readonly code: 'zap-unsigned' }
  /** somebody may have paid this invoice before */
  | { readonly code: 'invoice-used' }
  /** nobody was seen paying the invoice in its time */
  | { readonly code: 'offer-over' }
  | { readonly code: 'zap-failed' }
  /** a wallet that had refused a payment made it all the same */
  | { readonly code: 'paid-after-all'; readonly sats: number }
  | ToldZap;

/** What is told of a zap at which nobody looks; beyond a word for it, what is said is not among the words of the first page. */
export type ZapNews =
  /** a `ZapFailure`, whose type is made of this one */
  | { readonly code: 'zap-refused'; readonly why: PayerProblem | { readonly problem: { readonly code: string } } }
  /** ZAP-13 */
  | { readonly code: 'zap-unknown'; readonly doubt: ZapDoubt }
  /** its Lightning address leads to a node that was not paid before */
  | { readonly code: 'zap-asks'; readonly address: string };

/** The same with whose zap it is, and how large. */
export type ToldZap = ZapNews & { readonly zap: { readonly recipient: string; readonly sats: number } };

/** Why what was to pay does not. */
export type PayerProblem = { readonly wallet: WalletProblem } | { readonly ecash: EcashProblem };

/** What is known of a payment of which nobody knows, by its payment hash; `isGiven`: as ecash that was here already. */
export type ZapDoubt = {
  readonly isGiven: boolean;
  readonly payment?: string | undefined;
  readonly why?: PayerProblem | undefined;
};

/** Whether what was read is a problem: nothing else that is read of a provider has a code. */
export const isLnurlProblem = (found: object): found is LnurlProblem => 'code' in found;

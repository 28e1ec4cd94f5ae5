import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { WalletProblem } from './wallet-problem.ts';

/** What can be wrong with a Lightning address or with what its provider answers, before anything is paid. */
export type LnurlProblem =
  /** ZAP-05 */
  | { readonly code: 'no-lightning-address' }
  /** LNURL-03 to LNURL-05 */
  | { readonly code: 'lnurl-not-https' }
  | { readonly code: 'lud06-format' }
  | { readonly code: 'lud16-format' }
  /**
   * ZAP-06; `said` is the provider's own word, calmed and cut. `unread`: no answer could be read, and no proxy was asked: pages may
   * not read all providers (LNURL-08)
   */
  | { readonly code: 'address-unresolved'; readonly said?: string; readonly unread?: true }
  | { readonly code: 'address-timeout' }
  /** LNURL-14 to LNURL-18 */
  | { readonly code: 'pay-parameters' }
  | { readonly code: 'amount-below'; readonly sats: number }
  | { readonly code: 'amount-above'; readonly sats: number }
  | { readonly code: 'comment-too-long'; readonly most: number }
  | { readonly code: 'no-zaps-taken' }
  /** ZAP-09 to ZAP-11 */
  | { readonly code: 'invoice-timeout' }
  | { readonly code: 'invoice-request'; readonly said?: string; readonly unread?: true }
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
  /** what pays it said no; its words are not among those of the first page */
  | { readonly code: 'zap-refused'; readonly why: PayerProblem }
  /** ZAP-13; what else is said of it is not among those words either */
  | { readonly code: 'zap-unknown'; readonly doubt: ZapDoubt };

/** Why what was to pay does not. */
export type PayerProblem = { readonly wallet: WalletProblem } | { readonly ecash: EcashProblem };

/** What is known of a payment of which nobody knows; `isGiven`: as ecash that was here already. */
export type ZapDoubt = { readonly isGiven: boolean; readonly why?: PayerProblem };

/** Whether what was read is a problem: nothing else that is read of a provider has a code. */
export const isLnurlProblem = (found: object): found is LnurlProblem => 'code' in found;

import type { Payable, PaymentRecord, PaymentRoute } from '#domain/wallet/payment.ts';
import type { Changing } from './session.ts';

/**
 * The one way to pay an invoice from anywhere in the app. What was begun goes on when its view is gone; an invoice that is
 * paid, or of which nobody knows, can be paid by no other way meanwhile.
 */
export type Paying = {
  /**
   * Begins a payment and gives its hash, once it is written down, which the wallet of a browser must allow first. `by`: what
   * pays, left out: what is used first. Rejects with a WalletError: 'not-connected', 'invoice-expired', 'missing-pr',
   * 'under-way', 'may-be-paid', 'already-paid', 'storage', 'cancelled' or why it was not allowed; nothing is paid then.
   */
  pay(invoice: Payable, by?: PaymentRoute): Promise<string>;
  /**
   * Writes down that an invoice is shown for a wallet that this app does not know, and settles before it may be shown: from
   * then on it is looked whether it was paid, in every tab and after every start. Rejects with a WalletError: 'under-way',
   * 'may-be-paid', 'already-paid' or 'storage'.
   */
  offer(invoice: Payable): Promise<void>;
  /** Settled once it is known whether it was paid; may take for ever. */
  outcome(hash: string): Promise<PaymentRecord>;
  /** Whether an invoice may be offered for payment now: nobody paid it or is about to, as far as that can be read. */
  isFree(hash: string): Promise<boolean>;
  /**
   * Takes what proves that a payment was made, for one of which nobody knows: false when it proves nothing. Rejects with a
   * WalletError 'storage'.
   */
  prove(hash: string, preimage: string): Promise<boolean>;
  /**
   * Takes the word of the user that nothing was paid, where `mayDeny` says that it ends a payment: false when it does not.
   * Rejects with a WalletError 'storage'.
   */
  deny(hash: string): Promise<boolean>;
  /** Of this account, the newest first; undefined until they were read, which begins with the first listener. */
  readonly payments: Changing<readonly PaymentRecord[] | undefined>;
};

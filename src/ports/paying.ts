import type { Payable, PaymentRecord } from '#domain/wallet/payment.ts';
import type { Changing } from './session.ts';

/**
 * The one way to pay an invoice from anywhere in the app. What was begun goes on when its view is gone; an invoice that is
 * paid, or of which nobody knows, can be paid by no other way meanwhile.
 */
export type Paying = {
  /**
   * Begins a payment by the wallet that is connected and gives its hash, once it is written down. Rejects with a WalletError:
   * 'not-connected', 'invoice-expired', 'missing-pr', 'under-way', 'already-paid' or 'storage'; nothing is paid then.
   */
  pay(invoice: Payable): Promise<string>;
  /** Settled once it is known whether it was paid; may take for ever. */
  outcome(hash: string): Promise<PaymentRecord>;
  /** Whether an invoice may be offered for payment now: nobody paid it or is about to, as far as that can be read. */
  isFree(hash: string): Promise<boolean>;
  /** of this account, the newest first */
  readonly payments: Changing<readonly PaymentRecord[]>;
};

import type { WalletBudget, WalletFacts, WalletTransaction } from '#domain/wallet/nwc.ts';
import type { PaymentEvidence, PaymentRecord, PaymentRoute, WalletRoute } from '#domain/wallet/payment.ts';
import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';

/** A page of what came and went; `until` in seconds. */
export type TransactionsPage = { readonly limit: number; readonly offset: number };

/**
 * What invoices can be paid from. Each act rejects with a WalletError. Only the payment desk calls `pay`: everything else in
 * the app pays through that (docs/adr/0051).
 */
export type PaymentSource = {
  readonly route: PaymentRoute;
  /** undefined while it can be asked; else why it cannot */
  unready(): WalletProblem | undefined;
  /** What must be allowed or waited for before a payment is written down; where it rejects, there is none. */
  prepare?(): Promise<void>;
  /**
   * Asks it to pay. `tell` hears of every word about it, also of late and of repeated ones; settled when it was asked, or
   * when that failed. What it rejects with, `tell` heard, too.
   */
  pay(record: PaymentRecord, tell: (evidence: PaymentEvidence) => void): Promise<void>;
  /** What it knows of a payment now. */
  lookUp(record: PaymentRecord): Promise<PaymentEvidence>;
  /** Calls back when it knows the end of a payment, whoever led it, until the returned function is called. */
  onEnd?(record: PaymentRecord, listener: () => void): () => void;
};

/** What can be asked of the wallet that is connected, remote or of the browser. Each act rejects with a WalletError. */
export type WalletLink = PaymentSource & {
  readonly route: WalletRoute;
  readonly facts: WalletFacts;
  /** sats; undefined when it does not tell */
  balance(): Promise<number | undefined>;
  budget(): Promise<WalletBudget | undefined>;
  transactions(page: TransactionsPage): Promise<readonly WalletTransaction[]>;
  makeInvoice(sats: number, description: string): Promise<string>;
  /** whether the money for an invoice of its own came */
  isPaid(hash: string): Promise<boolean>;
  /** Calls back when money came or went, until the returned function is called. */
  onMoved(listener: (transaction: WalletTransaction) => void): () => void;
  /** Ends all that goes on outside. */
  close(): void;
};

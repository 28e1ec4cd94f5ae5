import { readInvoice } from './invoice.ts';
import { WalletError } from './wallet-problem.ts';
import { toMsats } from '#domain/msats.ts';

/** What the user wants to be paid. */
export type ReceiveWish = { readonly sats: number; readonly description: string };

/** An invoice of the user's own wallet, to be paid by somebody. `expiresAt` in seconds. */
export type OwnInvoice = {
  readonly text: string;
  readonly paymentHash: string;
  readonly sats: number;
  readonly expiresAt: number;
};

/**
 * What a wallet said of its invoice when it was asked. 'silent': nothing; 'telling': it cannot be asked, and tells by itself;
 * 'mute': neither. `isLate`: it was asked after the time of the invoice.
 */
export type InvoiceLook = {
  readonly word: 'paid' | 'unpaid' | 'silent' | 'telling' | 'mute';
  readonly isLate: boolean;
};

/**
 * The invoice that a wallet made, when it asks for what it was to ask for. Throws a WalletError (NWC-21) for another sum, for
 * one that is over already and for what is none: nobody is shown such a thing to pay. `now` in ms.
 */
export const readOwnInvoice = (made: string, { sats }: ReceiveWish, now: number): OwnInvoice => {
  const invoice = readInvoice(made);
  if (invoice?.msats !== toMsats(sats) || invoice.expiresAt * 1_000 <= now)
    throw new WalletError({ code: 'no-result', method: 'make_invoice' });
  const { text, paymentHash, expiresAt } = invoice;
  return { text, paymentHash, sats, expiresAt };
};

import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { Invoice, LightningNetwork } from './invoice.ts';
import { readInvoice } from './invoice.ts';
import { readOffer, type Offer } from './offer.ts';
import type { Payable } from './payment.ts';
import { SECOND } from '#domain/units.ts';

export type PayableProblem = 'noInvoice' | 'otherNetwork' | 'noAmount' | 'expired';
export type OfferProblem = 'noOffer' | 'offerOtherNetwork' | 'offerExpired';

/** An invoice that can be paid, and all that it says. */
export type InvoiceToPay = { readonly payable: Payable; readonly invoice: Invoice };

/** An invoice that can be paid, or why it cannot. */
export type ReadPayable = InvoiceToPay | { readonly problem: PayableProblem };

/** Whose coins are paid with here: those of the sample network on its pages. */
export const ownNetwork = (): LightningNetwork => (isSampleNetwork() ? 'regtest' : 'bitcoin');

/** Reads what somebody pasted, with or without 'lightning:'; `now` in ms. */
export const readPayable = (text: string, now: number): ReadPayable => {
  const invoice = readInvoice(text);
  if (!invoice) return { problem: 'noInvoice' };
  const { network, msats, paymentHash, expiresAt } = invoice;
  if (network !== ownNetwork()) return { problem: 'otherNetwork' };
  if (msats === undefined || msats === 0) return { problem: 'noAmount' };
  if (expiresAt * SECOND <= now) return { problem: 'expired' };
  return { payable: { text: invoice.text, paymentHash, msats, expiresAt }, invoice };
};

/** An offer that somebody pasted and that can be paid here, or why it cannot; `now` in ms. */
export const readPayableOffer = (
  text: string,
  now: number,
): { readonly offer: Offer } | { readonly problem: OfferProblem } => {
  const offer = readOffer(text);
  if (!offer) return { problem: 'noOffer' };
  if (!offer.networks.includes(ownNetwork())) return { problem: 'offerOtherNetwork' };
  if ((offer.expiresAt ?? Infinity) <= now) return { problem: 'offerExpired' };
  return { offer };
};

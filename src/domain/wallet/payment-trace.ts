import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import type { PayableInvoice } from './lnurl-pay.ts';
import type { Payee } from './payee.ts';
import { readReceipt } from './receipt.ts';
import { PROVIDER_CLOCK_MARGIN_S } from './wallet-limits.ts';

/** The receipt of the recipient's provider (NIP-57). Public keys and ids in hex, `since` in seconds. */
export type ReceiptTrace = {
  readonly provider: string;
  readonly recipient: string;
  /** id of the zap request */
  readonly request: string;
  readonly since: number;
  readonly relays: readonly string[];
};

/** Where others than the wallet that pays say that an invoice was paid. It is written down with the payment. */
export type PaymentTrace = {
  readonly receipt?: ReceiptTrace | undefined;
  /** the provider tells it at this address (LUD-21) */
  readonly verify?: string | undefined;
};

/** A zap whose invoice is known. */
export type InvoicedZap = {
  readonly payee: Payee;
  readonly request: NostrEvent;
  readonly invoice: PayableInvoice;
};

/** Where the payment of a zap will be told. */
export const traceOfZap = ({ payee, request, invoice }: InvoicedZap): PaymentTrace => {
  const provider = payee.parameters.nostrPubkey;
  const recipient = tagValue(request, 'p');
  const { verify } = invoice;
  const receipt = provider !== undefined &&
    recipient !== undefined && {
      provider,
      recipient,
      request: request.id,
      since: request.created_at - PROVIDER_CLOCK_MARGIN_S,
      relays: request.tags.find(([name]) => name === 'relays')?.slice(1) ?? [],
    };
  return { ...(receipt && { receipt }), ...(verify !== undefined && { verify }) };
};

/** Whether a receipt is that of this very payment, signed by the provider. Its signatures were checked when it came. */
export const isReceiptOf = (event: NostrEvent, { provider, request }: ReceiptTrace, hash: string): boolean => {
  const receipt = readReceipt(event);
  return receipt?.zap.provider === provider && receipt.zap.requestId === request && receipt.paymentHash === hash;
};

import type { NostrEvent } from '#domain/protocol/event.ts';
import { tagValue } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { SECOND } from '#domain/units.ts';
import type { PayableInvoice } from '#domain/wallet/lnurl-pay.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import { readReceipt } from '#domain/wallet/receipt.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { askWhetherPaid, type LnurlDeps } from './lnurl.ts';

/** ms between two questions whether an invoice was paid (LUD-21) */
export const VERIFY_EVERY_MS = 3 * SECOND;
/** seconds that the clock of a provider may be behind */
const CLOCK_MARGIN_SECONDS = 600;

/** A zap whose invoice is known. */
export type InvoicedZap = {
  readonly payee: Payee;
  readonly request: NostrEvent;
  readonly invoice: PayableInvoice;
};

type Deps = { readonly lnurl: LnurlDeps; readonly requests: Pick<RelayRequests, 'watch'> };

type OnPaid = (preimage: string | undefined) => void;

/** Calls back at each receipt that the provider signed for this very payment, until the returned function is called. */
export const watchReceipt = ({ requests }: Deps, { payee, request, invoice }: InvoicedZap, onPaid: OnPaid) => {
  const provider = payee.parameters.nostrPubkey;
  const recipient = tagValue(request, 'p');
  if (provider === undefined || recipient === undefined) return () => {};
  const filter = {
    kinds: [KIND.zap],
    authors: [provider],
    '#p': [recipient],
    since: request.created_at - CLOCK_MARGIN_SECONDS,
  };
  const relays = request.tags.find(([name]) => name === 'relays')?.slice(1) ?? [];
  return requests.watch({
    filters: [filter],
    relays,
    onEvent(event) {
      const receipt = readReceipt(event);
      const isIt = receipt?.zap.provider === provider && receipt.zap.requestId === request.id;
      if (isIt && receipt.paymentHash === invoice.invoice.paymentHash) onPaid(tagValue(event, 'preimage'));
    },
  });
};

/** Asks the provider every few seconds whether the invoice was paid, where it tells, until the returned function is called. */
export const watchVerify = ({ lnurl }: Deps, { invoice: { verify } }: InvoicedZap, onPaid: OnPaid) => {
  const ending = new AbortController();
  const ask = async () => {
    if (verify === undefined) return;
    const answer = await askWhetherPaid(lnurl, verify, ending.signal);
    if (answer?.settled) onPaid(answer.preimage);
    else timer = setTimeout(() => void ask().catch(() => {}), VERIFY_EVERY_MS);
  };
  let timer = setTimeout(() => void ask().catch(() => {}), VERIFY_EVERY_MS);
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
};

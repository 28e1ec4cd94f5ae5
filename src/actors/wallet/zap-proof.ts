import type { PaymentTrace } from '#domain/wallet/payment-trace.ts';
import {
  INVOICE_VERIFY_EVERY_MS,
  INVOICE_VERIFY_PATIENT_MS,
  INVOICE_VERIFIES_IN_HASTE,
} from '#domain/wallet/wallet-limits.ts';
import { askWhetherPaid, type LnurlDeps } from './lnurl.ts';
import type { WatchReceipt } from './receipt-watch.ts';

export type ProofDeps = { readonly lnurl: LnurlDeps; readonly watchReceipt: WatchReceipt };

/** Hears what proves the payment; undefined: the provider's word is all there is. */
type OnPaid = (preimage: string | undefined) => void;

/** Asks the provider every few seconds whether the invoice was paid, where it tells, until the returned function is called. */
const watchVerify = ({ lnurl }: Pick<ProofDeps, 'lnurl'>, verify: string, onPaid: OnPaid) => {
  const ending = new AbortController();
  let asked = 0;
  const ask = async () => {
    const answer = await askWhetherPaid(lnurl, verify, ending.signal);
    if (answer?.settled) onPaid(answer.preimage);
    else if (!ending.signal.aborted) wait();
  };
  const wait = () => {
    asked += 1;
    const ms = asked > INVOICE_VERIFIES_IN_HASTE ? INVOICE_VERIFY_PATIENT_MS : INVOICE_VERIFY_EVERY_MS;
    timer = setTimeout(() => void ask().catch(() => {}), ms);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  wait();
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
};

/** Looks wherever others than its wallet tell of a payment, until the returned function is called. */
export const watchProof = (
  deps: ProofDeps,
  { hash, trace: { receipt, verify } }: { readonly hash: string; readonly trace: PaymentTrace },
  onPaid: (by: 'receipt' | 'verify', preimage: string | undefined) => void,
) => {
  const endings = [
    deps.watchReceipt({ hash, receipt }, (preimage) => onPaid('receipt', preimage)),
    verify === undefined ? () => {} : watchVerify(deps, verify, (preimage) => onPaid('verify', preimage)),
  ];
  return () => endings.forEach((end) => end());
};

import { fromCallback, fromPromise } from 'xstate';
import { SECOND } from '#domain/units.ts';
import { readOwnInvoice, type OwnInvoice, type ReceiveWish } from '#domain/wallet/receiving.ts';
import { RECEIVED_LATE_LOOKS, RECEIVED_LOOK_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { InvoiceFact } from '#machines/wallet/receiving.machine.ts';
import type { WalletLink } from './wallet-link.ts';

export type ReceivingDeps = {
  /** the wallet that is connected */
  readonly link: () => WalletLink | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Lets the connected wallet make an invoice, which is looked at before anybody sees it. Rejects with a WalletError. */
export const defineMakeInvoice = ({ link, now }: ReceivingDeps) =>
  fromPromise<OwnInvoice, { wish: ReceiveWish | undefined }>(async ({ input: { wish } }) => {
    const wallet = link();
    if (!wallet || !wish) throw new WalletError({ code: 'not-connected' });
    return readOwnInvoice(await wallet.makeInvoice(wish.sats, wish.description), wish, now());
  });

/** Whether a wallet that refuses to look can be asked again. */
const saysNever = (error: unknown): boolean => {
  const problem = walletProblemOf(error);
  return problem.code === 'service' && (problem.name === 'NOT_IMPLEMENTED' || problem.name === 'RESTRICTED');
};

/** Hears of the money from the wallet that made the invoice: what it tells by itself, and what it says when it is asked. */
export const defineWatchInvoice = ({ link, now }: ReceivingDeps) =>
  fromCallback<InvoiceFact, { invoice: OwnInvoice | undefined }>(({ sendBack, input: { invoice } }) => {
    const wallet = link();
    const tell = (fact: InvoiceFact) => sendBack(fact);
    if (!wallet || !invoice) return tell({ type: 'invoice.unwatched' });
    const { paymentHash, expiresAt } = invoice;
    let [over, timer]: [boolean, ReturnType<typeof setTimeout> | undefined] = [false, undefined];
    const isTold = wallet.facts.notifications.includes('payment_received');
    let failures = 0;
    const look = async () => {
      const isLate = now() >= expiresAt * SECOND;
      let [isAnswered, isUseless] = [true, false];
      try {
        if (await wallet.isPaid(paymentHash)) return over || tell({ type: 'invoice.paid' });
      } catch (error) {
        [isAnswered, isUseless] = [false, saysNever(error)];
      }
      if (over) return;
      if (isUseless && !isTold) return tell({ type: 'invoice.unwatched' });
      // a wallet that does not answer may have been paid at the last moment
      if (isLate && isAnswered) return tell({ type: 'invoice.over' });
      if (isLate && ++failures >= RECEIVED_LATE_LOOKS)
        return tell({ type: isUseless ? 'invoice.over' : 'invoice.unwatched' });
      timer = setTimeout(() => void look(), RECEIVED_LOOK_MS);
    };
    const stop = wallet.onMoved((moved) => {
      const isOurs = moved.type === 'incoming' && moved.paymentHash === paymentHash;
      if (isOurs && moved.state === 'settled' && !over) tell({ type: 'invoice.paid' });
    });
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  });

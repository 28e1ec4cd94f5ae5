import { fromCallback, fromPromise } from 'xstate';
import { SECOND } from '#domain/units.ts';
import { readOwnInvoice, type InvoiceLook, type OwnInvoice, type ReceiveWish } from '#domain/wallet/receiving.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { InvoiceFact } from '#machines/wallet/receiving.machine.ts';
import type { WalletLink } from './wallet-link.ts';

export type ReceivingDeps = {
  /** the wallet that is connected */
  readonly link: () => WalletLink | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

type Shown = { invoice: OwnInvoice | undefined };

/** Whether a wallet that refuses to look can be asked again. */
const saysNever = (error: unknown): boolean => {
  const problem = walletProblemOf(error);
  return problem.code === 'service' && (problem.name === 'NOT_IMPLEMENTED' || problem.name === 'RESTRICTED');
};

const isTelling = ({ facts }: WalletLink): boolean => facts.notifications.includes('payment_received');

/** The slots of `receiving`: an invoice is asked for, and heard of, at the wallet that made it. */
export const createReceivingSlots = ({ link, now }: ReceivingDeps) => {
  const makers = new WeakMap<OwnInvoice, WalletLink>();
  const makerOf = ({ invoice }: Shown) => invoice && makers.get(invoice);
  return {
    /** Lets the connected wallet make an invoice, which is looked at before anybody sees it. Rejects with a WalletError. */
    'make invoice': fromPromise<OwnInvoice, { wish: ReceiveWish | undefined }>(async ({ input: { wish } }) => {
      const wallet = link();
      if (!wallet || !wish) throw new WalletError({ code: 'not-connected' });
      const invoice = readOwnInvoice(await wallet.makeInvoice(wish.sats, wish.description), wish, now());
      makers.set(invoice, wallet);
      return invoice;
    }),
    'hear of invoice': fromCallback<InvoiceFact, Shown>(({ sendBack, input }) =>
      makerOf(input)?.onMoved(({ type, state, paymentHash }) => {
        const isOurs = type === 'incoming' && paymentHash === input.invoice?.paymentHash;
        if (isOurs && state === 'settled') sendBack({ type: 'invoice.paid' } satisfies InvoiceFact);
      }),
    ),
    'look at invoice': fromPromise<InvoiceLook, Shown>(async ({ input }) => {
      const [wallet, { invoice }] = [makerOf(input), input];
      if (!wallet || !invoice) return { word: 'mute', isLate: false };
      const isLate = now() >= invoice.expiresAt * SECOND;
      try {
        return { word: (await wallet.isPaid(invoice.paymentHash)) ? 'paid' : 'unpaid', isLate };
      } catch (error) {
        if (!saysNever(error)) return { word: 'silent', isLate };
        return { word: isTelling(wallet) ? 'telling' : 'mute', isLate };
      }
    }),
  };
};

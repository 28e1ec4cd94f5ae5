import { useSelector } from '@xstate/react';
import { useMemo, useSyncExternalStore } from 'react';
import type { MoneyEntry } from '#domain/money/money-entry.ts';
import { isTold, lookUpDelay, type PaymentRecord } from '#domain/wallet/payment.ts';
import { atMints, booksOfPayments, meltsUnderWay, type EcashBooks } from '#domain/ecash/ledger/operation-entry.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { canBeAsked, entryOfPayment, type AskableWallet } from '#domain/wallet/payment-entry.ts';
import { routeOf } from '#domain/wallet/wallet.ts';
import { SECOND } from '#domain/units.ts';
import { useEcashEntries } from '#ui/ecash/use-ecash-entries.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useArea } from '#ui/system-context.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';

/** Which wallet can be asked what became of a payment; a text, so that it is the same as long as nothing changes. */
export const useAskable = (): AskableWallet => {
  const connection = useArea('wallet-connection');
  const isConnecting = useSelector(connection, (snapshot) => snapshot.hasTag('connecting'));
  const kind = useSelector(connection, ({ context }) => context.wallet?.kind);
  const walletPubkey = useSelector(connection, ({ context }) => context.wallet?.walletPubkey);
  const client = useSelector(connection, ({ context }) => context.wallet?.client);
  return useMemo(() => {
    if (isConnecting) return 'connecting';
    return kind && routeOf({ kind, walletPubkey, client });
  }, [isConnecting, kind, walletPubkey, client]);
};

const NO_BOOKS: EcashBooks = { open: [], history: [] };

const byTime = (a: MoneyEntry, b: MoneyEntry) => b.at - a.at;

/** The payments of this account, the newest first; undefined until they were read. */
export const usePayments = (): readonly PaymentRecord[] | undefined => {
  const { payments } = useWallet().paying;
  return useSyncExternalStore(payments.subscribe, payments.get);
};

/** All that moved money, of the wallets and of ecash, as a person reads it; undefined until both were read. */
export const useEntries = (): readonly MoneyEntry[] | undefined => {
  const [payments, wallet, now] = [usePayments(), useAskable(), useClock()];
  const { askers } = useWallet();
  const asked = useSyncExternalStore(askers.subscribe, askers.get);
  const told = useMemo(() => payments?.filter(isTold), [payments]);
  const paid = useMemo(() => new Set(told?.map(({ hash }) => hash)), [told]);
  const ecash = useEcashEntries(paid);
  // who is not logged in has none
  const isVisitor = useAccountState() === 'visitor';
  const [stand, nameOf] = [useEcashStand(), useMintName()];
  const books = useMemo(() => booksOfPayments(stand ?? NO_BOOKS), [stand]);
  return useMemo(() => {
    const moved = ecash ?? (isVisitor ? [] : undefined);
    if (!told || !moved) return undefined;
    const paying = told.map((record) => atMints(entryOfPayment(record, wallet, now, asked), record, books, nameOf));
    return [...paying, ...moved].sort(byTime);
  }, [told, wallet, now, asked, ecash, isVisitor, books, nameOf]);
};

/** What mints do for a payment, as long as that is not over. */
export const useMelts = (record: PaymentRecord): readonly Operation[] => {
  const open = useEcashStand()?.open;
  return useMemo(() => meltsUnderWay(open ?? [], record), [open, record]);
};

/** Whether this tab can ask the wallet of a payment what became of it. */
export const useCanAsk = (record: PaymentRecord): boolean => canBeAsked(record, useAskable());

/** Whether payments can be read and written at all. */
export const useIsUnreadable = (): boolean =>
  useSelector(useArea('payment-desk'), (snapshot) => snapshot.hasTag('unreadable'));

/** How it is found out what became of a payment; `look` is undefined while that is not done. */
export const usePaymentLooks = (hash: string) => {
  const payment = useSelector(useArea('payment-desk'), ({ children }) => children[hash]);
  const looks = useSelector(payment, (snapshot) => snapshot?.context.looks ?? 0);
  const isDoubted = useSelector(payment, (snapshot) => snapshot?.hasTag('not known') ?? false);
  const isAsking = useSelector(payment, (snapshot) => snapshot?.matches({ doubted: 'looking up' }) ?? false);
  return {
    isAsking,
    looks,
    withinSeconds: Math.ceil(lookUpDelay(looks) / SECOND),
    look: isDoubted ? () => payment?.send({ type: 'payment.look' }) : undefined,
  };
};

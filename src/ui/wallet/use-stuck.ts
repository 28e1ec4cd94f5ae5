import { useSyncExternalStore } from 'react';
import { entryOfPayment } from '#domain/wallet/payment-entry.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { aboutEntry } from '#ui/money/looking.tsx';
import { useAskable, usePayments } from '#ui/money/use-money.ts';
import { useWallet } from './use-wallet.ts';

/** What the pages of money say of a payment of which nobody knows and nobody can be asked without the user; `id`: of its page. */
export type Stuck = { readonly id: string; readonly title: string; readonly why: string };

/** Says by its payment hash whether a payment is one of these; by what the wallet knows, so that a zap wakes no ecash. */
export const useStuck = (): ((hash: string | undefined) => Stuck | undefined) => {
  const [{ askers }, payments, wallet, now] = [useWallet(), usePayments(), useAskable(), useClock()];
  const asked = useSyncExternalStore(askers.subscribe, askers.get);
  return (hash) => {
    const record = payments?.find((one) => one.hash === hash);
    const entry = record && entryOfPayment(record, wallet, now, asked);
    return entry?.state === 'needs you' ? { id: record!.hash, ...aboutEntry(record!, entry) } : undefined;
  };
};

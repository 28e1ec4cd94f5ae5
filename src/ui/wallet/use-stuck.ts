import { aboutEntry } from '#ui/money/looking.tsx';
import { useEntries, usePayments } from '#ui/money/use-money.ts';

/** What the pages of money say of a payment of which nobody knows and nobody can be asked without the user; `id`: of its page. */
export type Stuck = { readonly id: string; readonly title: string; readonly why: string };

/** Says by its payment hash whether a payment is one of these. */
export const useStuck = (): ((hash: string | undefined) => Stuck | undefined) => {
  const [entries, payments] = [useEntries(), usePayments()];
  return (hash) => {
    const entry = entries?.find(({ id }) => id === hash);
    const record = payments?.find((one) => one.hash === hash);
    return record && entry?.state === 'needs you' ? { id: record.hash, ...aboutEntry(record, entry) } : undefined;
  };
};

import { useMemo } from 'react';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import { useEcashStand } from './use-ecash.ts';

/** One operation: its record as long as it is not over, and how it ended once it is. */
export type KnownOperation = { readonly record: Operation | undefined; readonly row: HistoryRow | undefined };

/** What is known of an operation now; both undefined for one that is not in this wallet. */
export const useOperation = (id: string | undefined): KnownOperation => {
  const stand = useEcashStand();
  return useMemo(
    () => ({
      record: stand?.open.find((one) => one.id === id),
      row: stand?.history.find(({ operation }) => operation === id),
    }),
    [stand, id],
  );
};

/** Names of mints by their addresses: as they call themselves, else their host. */
export const useMintName = (): ((url: string) => string) => {
  const mints = useEcashStand()?.mints;
  return useMemo(() => {
    const names = new Map(mints?.map(({ url, name }) => [url, name]));
    return (url) => names.get(url) ?? hostOf(url);
  }, [mints]);
};

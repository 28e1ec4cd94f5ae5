import { useMemo } from 'react';
import { entriesOfEcash } from '#domain/ecash/ledger/operation-entry.ts';
import type { MoneyEntry } from '#domain/money/money-entry.ts';
import { useEcashStand } from './use-ecash.ts';
import { useMintName } from './use-operation.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * What moved ecash, as a person reads it; undefined until the ledger was read. `paid`: payment hashes of payments that are
 * listed by themselves.
 */
export const useEcashEntries = (paid = NONE): readonly MoneyEntry[] | undefined => {
  const stand = useEcashStand();
  const nameOf = useMintName();
  return useMemo(() => stand && entriesOfEcash(stand, nameOf, paid), [stand, nameOf, paid]);
};

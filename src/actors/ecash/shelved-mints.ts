import { isShelved } from '#domain/ecash/ledger/wallet-record.ts';
import type { EcashDeps } from './ecash-deps.ts';

/** The mints that the user does not use any more, though something is there. */
export const shelvedMints = async ({ ledger }: Pick<EcashDeps, 'ledger'>): Promise<ReadonlySet<string>> =>
  new Set((await ledger.mints.all()).filter(isShelved).map(({ url }) => url));

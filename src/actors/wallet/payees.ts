import type { QueryClient } from '@tanstack/query-core';
import { metadataKey } from '#domain/cache/query-keys.ts';
import { Failure } from '#domain/problem.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import { PAYEE_STALE_MS } from '#domain/wallet/wallet-limits.ts';
import { findPayee, type LnurlDeps } from './lnurl.ts';

export type Payees = {
  /** Who is paid for somebody. Rejects with a `Failure`, and is asked again then. */
  of(pubkey: string): Promise<Payee>;
};

type Entry = { readonly lud: string; readonly at: number; readonly payee: Promise<Payee> };

/** Finds by their profiles how people can be paid; two that ask at the same time are given one answer. */
export const createPayees = (deps: LnurlDeps & { readonly queryClient: QueryClient }): Payees => {
  const { queryClient, now } = deps;
  const entries = new Map<string, Entry>();
  return {
    async of(pubkey) {
      const metadata = await queryClient
        .fetchQuery<Metadata | null>({ queryKey: metadataKey(pubkey), meta: { isWaitedFor: true } })
        .catch((cause: unknown) => {
          // only a relay that answered can say that somebody has no address
          throw new Failure({ code: 'address-timeout' }, { cause });
        });
      const { lud16 = '', lud06 = '' } = metadata ?? {};
      const lud = `${lud16} ${lud06}`;
      const known = entries.get(pubkey);
      if (known?.lud === lud && now() - known.at < PAYEE_STALE_MS) return known.payee;
      const payee = findPayee(deps, { lud16, lud06 });
      entries.set(pubkey, { lud, at: now(), payee });
      payee.catch(() => entries.delete(pubkey));
      return payee;
    },
  };
};

import type { QueryClient } from '@tanstack/query-core';
import { metadataKey } from '#domain/cache/query-keys.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import {
  PROVIDERS_MOST,
  PROVIDER_STALE_MS,
  PROVIDER_RETRY_MS,
  PROVIDERS_AT_ONCE,
} from '#domain/wallet/wallet-limits.ts';
import { findPayee, type LnurlDeps } from './lnurl.ts';

/** Who may attest payments to whom. */
export type Providers = {
  /** The key that signs the receipts of somebody; undefined when nobody's does, or it cannot be told. Never rejects. */
  of(pubkey: string): Promise<string | undefined>;
  /** The same, as far as it is known already. */
  known(pubkey: string): string | undefined;
};

type Entry = { readonly lud: string; readonly at: number; readonly key: string | undefined };

type Deps = LnurlDeps & { readonly queryClient: QueryClient };

/** Lets so many run at the same time, the others in their order. */
const inTurns = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((go) => void waiting.push(go));
    running += 1;
    try {
      return await act();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
};

/** Finds providers by the Lightning addresses of profiles, and remembers them. */
export const createProviders = (deps: Deps): Providers => {
  const { queryClient, now } = deps;
  const entries = new Map<string, Entry>();
  const asking = new Map<string, Promise<string | undefined>>();
  const turn = inTurns(PROVIDERS_AT_ONCE);

  const isFresh = ({ key, at }: Entry): boolean =>
    now() - at < (key === undefined ? PROVIDER_RETRY_MS : PROVIDER_STALE_MS);

  const remember = (pubkey: string, entry: Entry) => {
    entries.delete(pubkey);
    entries.set(pubkey, entry);
    const oldest = entries.keys().next().value;
    if (entries.size > PROVIDERS_MOST && oldest !== undefined) entries.delete(oldest);
  };

  const ask = async (pubkey: string): Promise<string | undefined> => {
    const metadata = await queryClient
      .fetchQuery<Metadata | null>({ queryKey: metadataKey(pubkey), meta: { isWaitedFor: true } })
      .catch(() => undefined);
    // no relay answered: what was known of them still holds
    if (metadata === undefined) return entries.get(pubkey)?.key;
    const { lud16 = '', lud06 = '' } = metadata ?? {};
    const lud = `${lud16} ${lud06}`;
    const known = entries.get(pubkey);
    if (known?.lud === lud && isFresh(known)) return known.key;
    const payee = await turn(() => findPayee(deps, { lud16, lud06 })).catch(() => undefined);
    const key = payee?.parameters.allowsNostr === true ? payee.parameters.nostrPubkey : undefined;
    remember(pubkey, { lud, at: now(), key });
    return key;
  };

  return {
    known: (pubkey) => entries.get(pubkey)?.key,
    of(pubkey) {
      const answer = asking.get(pubkey) ?? ask(pubkey).finally(() => asking.delete(pubkey));
      asking.set(pubkey, answer);
      return answer;
    },
  };
};

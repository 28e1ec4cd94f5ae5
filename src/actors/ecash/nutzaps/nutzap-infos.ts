import type { QueryClient } from '@tanstack/query-core';
import { NUTZAP_INFO_STALE_MS } from '#domain/ecash/ecash-limits.ts';
import { readNutzapInfo, type NutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { nutzapInfoKey } from '#domain/ecash/nutzaps/takes-ecash.ts';
import { newest } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { union } from '#domain/union.ts';
import { isAnswered, NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

export type NutzapInfosDeps = {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'fetch' | 'relays'>;
  /** where somebody publishes; never rejects */
  readonly writeRelaysOf: (pubkey: string) => Promise<readonly string[]>;
};

/** How people take nutzaps; null when they take none, as far as relays say. Rejects when none of these says anything. */
export type NutzapInfos = {
  of(pubkey: string): Promise<NutzapInfo | null>;
  /** asked for now: a key that was changed since would not open what is given */
  now(pubkey: string): Promise<NutzapInfo | null>;
};

/** Asks the relays of people how they take nutzaps; see `NutzapInfos`. */
export const createAskNutzapInfo =
  ({ requests, writeRelaysOf }: Omit<NutzapInfosDeps, 'queryClient'>) =>
  async (pubkey: string): Promise<NutzapInfo | null> => {
    const relays = union(await writeRelaysOf(pubkey), requests.relays('read'), requests.relays('indexer'));
    const filter = { kinds: [KIND.nutzapInfo], authors: [pubkey], limit: 5 };
    const answer = await requests.fetch({ filters: [filter], relays });
    const own = newest(answer.events.filter((event) => event.pubkey === pubkey && event.kind === KIND.nutzapInfo));
    if (!own && !isAnswered(answer)) throw new NoRelayAnswered();
    return readNutzapInfo(own, isSampleNetwork()) ?? null;
  };

/** Remembers what they say for a while. */
export const createNutzapInfos = ({ queryClient, ...deps }: NutzapInfosDeps): NutzapInfos => {
  const ask = createAskNutzapInfo(deps);
  const fetch = (pubkey: string, staleTime: number) =>
    queryClient.fetchQuery({
      queryKey: nutzapInfoKey(pubkey),
      queryFn: () => ask(pubkey),
      staleTime,
      retry: false,
    });
  return { of: (pubkey) => fetch(pubkey, NUTZAP_INFO_STALE_MS), now: (pubkey) => fetch(pubkey, 0) };
};

import type { QueryClient } from '@tanstack/query-core';
import type { Filter } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { readReceipt, type Receipt } from '#domain/wallet/receipt.ts';
import { sumReceived } from '#domain/wallet/zap-tally.ts';
import { receivedZapsKey, type ReceivedZaps } from '#domain/wallet/received-zaps.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { RECEIVED_ZAPS_PAGE, RECEIVED_ZAPS_PAGES, RECEIVED_ZAPS_STALE_MS } from '#domain/wallet/wallet-limits.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import type { Providers } from './providers.ts';

type Deps = {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'fetch' | 'relays'>;
  readonly providers: Providers;
  readonly prove: ProveNutzaps;
};

type Question = { readonly filter: Filter; readonly relay: string; readonly signal: AbortSignal };

/** All that one relay has, page by page, for each gives as many at once as it likes; whether that is all of it. */
const fetchAll = async ({ requests }: Deps, { filter, relay, signal }: Question, found: Map<string, Receipt>) => {
  const seen = new Set<string>();
  let until: number | undefined;
  for (let page = 0; page < RECEIVED_ZAPS_PAGES; page += 1) {
    const filters = [until === undefined ? filter : { ...filter, until }];
    const { events, outcomes } = await requests.fetch({ filters, relays: [relay], signal });
    const fresh = events.filter(({ id }) => !seen.has(id));
    for (const event of fresh) {
      seen.add(event.id);
      const receipt = found.has(event.id) ? undefined : readReceipt(event);
      if (receipt) found.set(event.id, receipt);
    }
    if (!outcomes.some(({ outcome }) => outcome === 'eose')) return false;
    if (fresh.length === 0) return true;
    until = Math.min(...fresh.map(({ created_at }) => created_at));
  }
  return false;
};

/** What somebody was given as ecash, as far as it is proven; a relay that gives as many as it was asked for may have more. */
const receivedNutzaps = async (
  { requests, prove }: Deps,
  pubkey: string,
  signal: AbortSignal,
): Promise<ReceivedZaps> => {
  const filter = { kinds: [KIND.nutzap], '#p': [pubkey], limit: RECEIVED_ZAPS_PAGE };
  const { events } = await requests.fetch({ filters: [filter], signal }).catch(() => ({ events: [] }));
  const nutzaps = (events.length > 0 ? await prove(events) : []).filter(({ recipient }) => recipient === pubkey);
  const sats = nutzaps.reduce((sum, nutzap) => sum + nutzap.sats, 0);
  return { sats, zaps: nutzaps.length, isAll: events.length < RECEIVED_ZAPS_PAGE };
};

/** Says how it is found what somebody was zapped: by the receipts that their provider signed. */
export const registerReceivedZaps = (deps: Deps): void =>
  deps.queryClient.setQueryDefaults([receivedZapsKey('')[0]], {
    staleTime: RECEIVED_ZAPS_STALE_MS,
    queryFn: async ({ queryKey, signal }): Promise<ReceivedZaps> => {
      const pubkey = String(queryKey[1]);
      const given = receivedNutzaps(deps, pubkey, signal);
      const provider = await deps.providers.of(pubkey);
      if (provider === undefined) return await given;
      const filter = { kinds: [KIND.zap], authors: [provider], '#p': [pubkey], limit: RECEIVED_ZAPS_PAGE };
      const found = new Map<string, Receipt>();
      const asked = deps.requests
        .relays('read')
        .map((relay) => fetchAll(deps, { filter, relay, signal }, found).catch(() => false));
      const complete = await Promise.all(asked);
      signal.throwIfAborted();
      const { sats, zaps } = sumReceived(pubkey, [...found.values()], deps.providers.known);
      const gifts = await given;
      return { sats: sats + gifts.sats, zaps: zaps + gifts.zaps, isAll: complete.every(Boolean) && gifts.isAll };
    },
  });

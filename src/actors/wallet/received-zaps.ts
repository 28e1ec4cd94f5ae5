import type { QueryClient } from '@tanstack/query-core';
import { KIND } from '#domain/protocol/kinds.ts';
import { MINUTE } from '#domain/units.ts';
import { readReceipt, sumReceived } from '#domain/wallet/receipt.ts';
import { receivedZapsKey, type ReceivedZaps } from '#domain/wallet/received-zaps.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Providers } from './providers.ts';

/** receipts of one person that are asked for and added up, at most */
export const RECEIVED_MOST = 500;
const STALE_MS = 5 * MINUTE;

type Deps = {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'fetch'>;
  readonly providers: Providers;
};

/** Says how it is found what somebody was zapped: by the receipts that their provider signed. */
export const registerReceivedZaps = ({ queryClient, requests, providers }: Deps): void =>
  queryClient.setQueryDefaults([receivedZapsKey('')[0]], {
    staleTime: STALE_MS,
    queryFn: async ({ queryKey, signal }): Promise<ReceivedZaps> => {
      const pubkey = String(queryKey[1]);
      const provider = await providers.of(pubkey);
      if (provider === undefined) return { sats: 0, zaps: 0 };
      const filter = { kinds: [KIND.zap], authors: [provider], '#p': [pubkey], limit: RECEIVED_MOST };
      const { events } = await requests.fetch({ filters: [filter], signal });
      const receipts = events.map(readReceipt).filter((receipt) => receipt !== undefined);
      return sumReceived(pubkey, receipts, providers.known);
    },
  });

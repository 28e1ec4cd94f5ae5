import type { QueryClient, QueryKey } from '@tanstack/query-core';
import { fromCallback, type AnyEventObject } from 'xstate';
import { metadataKey } from '#domain/cache/query-keys.ts';
import { NOTIFICATIONS_WINDOW_MS } from '#domain/notifications/notifications-limits.ts';
import { notificationsKey, withNotifications, type Notification } from '#domain/notifications/notifications.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { isAttested, readReceipt } from '#domain/wallet/receipt.ts';
import { toSeconds } from '#domain/units.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { PROVIDER_RETRY_MS, OWN_RECEIPTS_MOST } from '#domain/wallet/wallet-limits.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import { watchOwnNutzaps } from './nutzap-notifications.ts';
import { type Providers } from './providers.ts';

type Deps = {
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'watch'>;
  readonly providers: Providers;
  readonly now: () => number;
  readonly prove: ProveNutzaps;
};

/** Puts what was paid into the notifications of the user, now and whenever they are loaded again. */
const openConfirming = ({ queryClient, providers, now }: Deps, me: string) => {
  const key = notificationsKey(me);
  const receipts = new Map<string, NostrEvent>();
  const acceptsZap = () => true;
  const show = () => {
    const state = queryClient.getQueryState<readonly Notification[]>(key);
    if (state?.data === undefined || receipts.size === 0) return;
    const shown = withNotifications(state.data, [...receipts.values()], { me, now: now(), acceptsZap });
    if (shown !== state.data) queryClient.setQueryData(key, shown, { updatedAt: state.dataUpdatedAt });
  };
  return {
    show,
    add(event: NostrEvent) {
      const receipt = readReceipt(event);
      if (receipt?.zap.recipient !== me || !isAttested(receipt, providers.known)) return;
      receipts.set(event.id, event);
      const oldest = receipts.keys().next().value;
      if (receipts.size > OWN_RECEIPTS_MOST && oldest !== undefined) receipts.delete(oldest);
      show();
    },
  };
};

/** Tells whenever one of these queries was loaded, or written. */
const onLoaded = (
  { queryClient }: Pick<Deps, 'queryClient'>,
  key: QueryKey,
  tell: (isWritten: boolean) => void,
): (() => void) => {
  const hash = JSON.stringify(key);
  return queryClient.getQueryCache().subscribe(({ query, type, ...event }) => {
    if (type !== 'updated' || query.queryHash !== hash || !('action' in event)) return;
    if (event.action.type === 'success') tell(event.action.manual === true);
  });
};

/**
 * The slot `confirm own zaps`: watches the receipts that the user's own provider signs, and tells the sums of their zaps. Where
 * the provider cannot be told it is asked again later, and anew when the address in the profile changes.
 */
export const defineConfirmOwnZaps = (deps: Deps) =>
  fromCallback<AnyEventObject, { pubkey: string }>(({ input: { pubkey: me } }) => {
    const { queryClient, providers, requests, now } = deps;
    const confirming = openConfirming(deps, me);
    const addressNow = () => {
      const { lud16 = '', lud06 = '' } = queryClient.getQueryData<Metadata | null>(metadataKey(me)) ?? {};
      return `${lud16} ${lud06}`;
    };
    let [turn, address, endTurn] = [0, addressNow(), () => {}];
    const start = async () => {
      const mine = (turn += 1);
      const provider = await providers.of(me);
      if (mine !== turn) return;
      endTurn();
      if (provider === undefined) {
        const timer = setTimeout(() => void start(), PROVIDER_RETRY_MS);
        endTurn = () => clearTimeout(timer);
        return;
      }
      const since = toSeconds(now() - NOTIFICATIONS_WINDOW_MS);
      const filter = { kinds: [KIND.zap], authors: [provider], '#p': [me], since, limit: OWN_RECEIPTS_MOST };
      endTurn = requests.watch({ filters: [filter], onEvent: confirming.add });
    };
    const ends = [
      watchOwnNutzaps(deps, me),
      onLoaded(deps, notificationsKey(me), (isWritten) => {
        if (!isWritten) confirming.show();
      }),
      onLoaded(deps, metadataKey(me), () => {
        const next = addressNow();
        if (next === address) return;
        address = next;
        void start();
      }),
    ];
    void start();
    return () => {
      turn += 1;
      endTurn();
      for (const end of ends) end();
    };
  });

import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, type AnyEventObject } from 'xstate';
import { notificationsKey, withNotifications, type Notification } from '#domain/notifications/notifications.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { isAttested, readReceipt } from '#domain/wallet/receipt.ts';
import { SECOND } from '#domain/units.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { NOTIFICATIONS_WINDOW_MS } from '#domain/notifications/notification-limits.ts';
import type { ProveNutzaps } from '#ports/nutzaps.ts';
import { watchOwnNutzaps } from './own-nutzaps.ts';
import { PROVIDER_RETRY_MS, type Providers } from './providers.ts';

/** receipts of a day that are asked for, at most, and that are kept */
const RECEIPTS_MOST = 500;

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
      if (receipts.size > RECEIPTS_MOST && oldest !== undefined) receipts.delete(oldest);
      show();
    },
  };
};

/**
 * The slot `confirm own zaps`: watches the receipts that the user's own provider signs, and tells the sums of their zaps. Where
 * the provider cannot be told it is asked again later.
 */
export const defineConfirmOwnZaps = (deps: Deps) =>
  fromCallback<AnyEventObject, { pubkey: string }>(({ input: { pubkey: me } }) => {
    const confirming = openConfirming(deps, me);
    const ends: (() => void)[] = [watchOwnNutzaps(deps, me)];
    let isOver = false;
    const start = async () => {
      const provider = await deps.providers.of(me);
      if (isOver) return;
      if (provider === undefined) {
        const timer = setTimeout(() => void start(), PROVIDER_RETRY_MS);
        return void ends.push(() => clearTimeout(timer));
      }
      const since = Math.floor((deps.now() - NOTIFICATIONS_WINDOW_MS) / SECOND);
      const filter = { kinds: [KIND.zap], authors: [provider], '#p': [me], since, limit: RECEIPTS_MOST };
      ends.push(deps.requests.watch({ filters: [filter], onEvent: confirming.add }));
    };
    const hash = JSON.stringify(notificationsKey(me));
    const unwatch = deps.queryClient.getQueryCache().subscribe(({ query, type, ...event }) => {
      const isLoaded =
        type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual;
      if (isLoaded && query.queryHash === hash) confirming.show();
    });
    void start();
    return () => {
      isOver = true;
      unwatch();
      for (const end of ends) end();
    };
  });

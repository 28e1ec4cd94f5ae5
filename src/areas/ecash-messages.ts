import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { areMessagesOpened } from '#domain/messages/inbox.ts';
import { arrivalNotification, withArrivals } from '#domain/notifications/ecash-arrival.ts';
import { notificationsKey, type Notification } from '#domain/notifications/notifications.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { Ecash } from '#ports/ecash.ts';
import { ARRIVALS_CHANNEL, createArrivals } from '#actors/ecash/requests/arrivals.ts';
import { createMessageRelayList } from '#actors/ecash/nutzaps/message-relay-list.ts';
import type { NutzapInfos } from '#actors/ecash/nutzaps/nutzap-infos.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { isAwaitingPayment } from '#actors/ecash/requests/request-payments.ts';
import type { MessageListener } from '#actors/messages/inbox.ts';
import { openTabChannel } from '#actors/shell/offered.ts';
import { dutyMachine } from '#machines/ecash/duty.machine.ts';
import type { AllMessageSettings } from '#store/messages/message-settings.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import type { AreaDeps } from './deps.ts';
import type { Messages } from './messages.ts';

type MessageDeps = AreaDeps & { readonly signer: CurrentSigner };

type Arriving = {
  readonly current: () => Purse | undefined;
  readonly stand: Ecash['stand'];
  readonly messages: Pick<Messages, 'messenger' | 'listen' | 'moved' | 'alone'>;
  readonly infos: NutzapInfos;
  readonly settings: AllMessageSettings;
};

/** Whatever messages are opened for, all listeners are given each of them: it is opened once. */
export const readWhileWanted = (
  { account, now }: MessageDeps,
  { stand, settings, messages: { listen, moved } }: Pick<Arriving, 'stand' | 'settings' | 'messages'>,
  listeners: readonly MessageListener[],
) => {
  const hear: MessageListener = async (message) => {
    await Promise.all(listeners.map((listener) => listener(message)));
  };
  let [stop, places]: [(() => void) | undefined, string | undefined] = [undefined, undefined];
  const look = () => {
    const { receives, named } = settings.of(account.get().pubkey ?? '');
    const seen = stand.get();
    const awaitsPayment = seen !== undefined && isAwaitingPayment(seen, now());
    const isWanted = areMessagesOpened({ hasWallet: seen?.exists === true, receives, awaitsPayment });
    if (isWanted !== (stop !== undefined)) {
      stop?.();
      stop = isWanted ? listen(hear) : undefined;
    }
    if (places !== undefined && places !== named.join(' ')) moved();
    places = named.join(' ');
  };
  stand.subscribe(look);
  settings.subscribe(look);
  look();
};

/** What came stands among the notifications, too. */
const notifyOf = (
  { account, queryClient, now }: MessageDeps,
  { stand }: Pick<Arriving, 'stand'>,
  arrivals: Ecash['arrivals'],
) => {
  const tell = () => {
    const [{ pubkey }, known] = [account.get(), stand.get()];
    if (pubkey === undefined || !known) return;
    const mints = known.mints.filter(({ isOwn }) => isOwn).map(({ url }) => url);
    const wallet = { mints, lockKey: known.lockKey, now: now(), loopback: isSampleNetwork() };
    const came = arrivals.get().flatMap((one) => arrivalNotification(one, wallet) ?? []);
    const key = notificationsKey(pubkey);
    const before = queryClient.getQueryData<readonly Notification[]>(key) ?? [];
    const after = withArrivals(before, came, wallet.now);
    const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
    if (after !== before) queryClient.setQueryData(key, after, { updatedAt });
  };
  arrivals.subscribe(tell);
};

/** Tokens to people and from them. */
export const tokensByMessage = (deps: MessageDeps, arriving: Arriving) => {
  const { account, browser, find, follow } = deps;
  const { current, settings, infos, messages } = arriving;
  const { messenger, alone } = messages;
  const onAccount = account.subscribe;
  const channel = openTabChannel(browser, ARRIVALS_CHANNEL);
  const { hear, ...arrivals } = createArrivals({
    purse: current,
    onAccount,
    onLock: (listener) => void follow('ecash', (snapshot) => listener(snapshot.hasTag('locked'))),
    channel,
  });
  notifyOf(deps, arriving, arrivals.arrivals);
  const { byMessage, slots } = createMessageRelayList({
    ...deps,
    find,
    follow,
    settings,
    onAccount,
    alone,
    window: browser,
    versions: openVersions(),
  });
  return {
    hear,
    arriving: { ...arrivals, byMessage },
    duty: dutyMachine.provide({ actors: slots }),
    deps: {
      lockKeyOf: async (pubkey: string) => (await infos.now(pubkey))?.pubkey,
      async message(to: string, content: string) {
        const { pubkey: from = '' } = account.get();
        const relays = await messenger.relaysFor(to);
        await messenger.post(await messenger.wrap({ from, to, content }), relays);
      },
    },
  };
};

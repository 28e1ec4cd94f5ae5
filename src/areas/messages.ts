import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { createInbox, type Inbox } from '#actors/messages/inbox.ts';
import { createMessenger, type Messenger } from '#actors/messages/messenger.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { createAlone, locksOf, type Alone } from '#actors/shell/alone.ts';
import { createParcelSlots, type ParcelsDeps } from '#actors/ecash/requests/parcels.ts';
import { postPayment } from '#actors/ecash/requests/post-payment.ts';
import { inboxMachine } from '#machines/messages/inbox.machine.ts';
import { parcelsMachine } from '#machines/ecash/parcels.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type MessagesDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  readonly purseOf: ParcelsDeps['purseOf'];
};

export type Messages = {
  readonly areas: Pick<AreasOf<'ecash'>, 'inbox' | 'parcels'>;
  readonly messenger: Messenger;
  readonly alone: Alone;
  readonly listen: Inbox['listen'];
  readonly moved: Inbox['moved'];
  /** relays on which private messages of somebody are read here */
  readonly inboxRelays: Inbox['relaysOf'];
};

const SEEN = 'messages seen';

/** Private messages to and from whoever is logged in. */
export const createMessages = (deps: MessagesDeps): Messages => {
  const { browser, purseOf } = deps;
  const alone = createAlone(locksOf(browser));
  const messenger = createMessenger({
    ...deps,
    authorRelays: authorRelaysOf(deps),
    random: Math.random,
  });
  const inbox = createInbox({
    ...deps,
    messenger,
    alone,
    seen: {
      get: async (pubkey) => (await purseOf(pubkey).ledger.beside.get<readonly string[]>(SEEN)) ?? [],
      set: (pubkey, seen) => purseOf(pubkey).ledger.beside.change<readonly string[]>(SEEN, () => seen),
    },
  });
  const post = (url: string, payload: string) => postPayment(browser.fetch.bind(browser), url, payload);
  const watchLogin = defineWatchLogin(deps);
  const reading = inboxMachine.provide({ actors: { 'watch login': watchLogin, ...inbox.slots } });
  const bringing = parcelsMachine.provide({
    actors: { 'watch login': watchLogin, ...createParcelSlots({ ...deps, messenger, post, alone }) },
  });
  return {
    areas: { inbox: { logic: reading }, parcels: { logic: bringing } },
    messenger,
    listen: inbox.listen,
    moved: inbox.moved,
    inboxRelays: inbox.relaysOf,
    alone,
  };
};

import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { createInbox, type Inbox } from '#actors/messages/inbox.ts';
import { createMessenger, type Messenger } from '#actors/messages/messenger.ts';
import { createAuthorRelays } from '#actors/relays/author-relays.ts';
import { createRelayReach } from '#actors/relays/relay-reach.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { offered } from '#actors/shell/offered.ts';
import { inboxMachine } from '#machines/messages/inbox.machine.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type MessagesDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  /** where it is kept which messages were looked at */
  readonly ledgerOf: (pubkey: string) => Pick<Ledger, 'beside'>;
};

export type Messages = {
  readonly areas: Pick<AreasOf<'ecash'>, 'inbox'>;
  readonly messenger: Messenger;
  readonly listen: Inbox['listen'];
};

const SEEN = 'messages seen';

/** Private messages to and from whoever is logged in. */
export const createMessages = (deps: MessagesDeps): Messages => {
  const { browser, ledgerOf } = deps;
  const reach = createRelayReach(deps);
  const messenger = createMessenger({
    ...deps,
    authorRelays: createAuthorRelays({ ...deps, reach }),
    random: Math.random,
  });
  const inbox = createInbox({
    ...deps,
    messenger,
    alone: createAlone(offered(() => browser.navigator.locks as LockManager | undefined)),
    seen: {
      get: async (pubkey) => (await ledgerOf(pubkey).beside.get<readonly string[]>(SEEN)) ?? [],
      set: (pubkey, seen) => ledgerOf(pubkey).beside.change<readonly string[]>(SEEN, () => seen),
    },
  });
  const logic = inboxMachine.provide({ actors: { 'watch login': defineWatchLogin(deps), ...inbox.slots } });
  return { areas: { inbox: { logic } }, messenger, listen: inbox.listen };
};

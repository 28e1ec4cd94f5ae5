import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { relayListSlots } from '#actors/relays/relay-list-slots.ts';
import { createAlone } from '#actors/shell/alone.ts';
import type { Area } from '#machines/areas.ts';
import { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { createRelayListStore, relayListJournal } from '#store/relays/relay-list-store.ts';
import type { AreaDeps } from './deps.ts';

/** The published relay list of the user. */
export const relayListArea = (shared: AreaDeps & { readonly signer: CurrentSigner }): Area<'relay-list'> => {
  const store = createRelayListStore(shared.storages.session, shared.storages.local);
  const journals = createJournals(shared.storages.local, relayListJournal);
  const versions = openVersions();
  const alone = createAlone(shared.browser.navigator.locks);
  return { logic: relayListMachine.provide(relayListSlots({ ...shared, store, journals, versions, alone })) };
};

import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { relayListSlots } from '#actors/relays/relay-list-slots.ts';
import { createAlone, locksOf } from '#actors/shell/alone.ts';
import type { Area } from '#machines/areas.ts';
import { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { relayListJournal, type RelayListStore } from '#store/relays/relay-list-store.ts';
import type { AreaDeps } from './deps.ts';

type RelayListDeps = AreaDeps & { readonly signer: CurrentSigner; readonly store: RelayListStore };

/** The published relay list of the user. */
export const relayListArea = (shared: RelayListDeps): Area<'relay-list'> => {
  const journals = createJournals(shared.storages.local, relayListJournal);
  const versions = openVersions();
  const alone = createAlone(locksOf(shared.browser));
  return { logic: relayListMachine.provide(relayListSlots({ ...shared, journals, versions, alone })) };
};

import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { relayListSlots } from '#actors/relays/relay-list-slots.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { openStorage } from '#actors/shell/browser.ts';
import type { Area } from '#machines/areas.ts';
import { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import { createRelayListStore } from '#store/relays/relay-list-store.ts';
import type { AreaDeps } from './deps.ts';

/** The published relay list of the user. */
export const relayListArea = (shared: AreaDeps & { readonly signer: CurrentSigner }): Area<'relay-list'> => {
  const store = createRelayListStore({
    local: openStorage(() => window.localStorage),
    session: openStorage(() => window.sessionStorage),
  });
  const versions = openVersions();
  const alone = createAlone(navigator.locks);
  return { logic: relayListMachine.provide(relayListSlots({ ...shared, store, versions, alone })) };
};

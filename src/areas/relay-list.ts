import { LISTS_DATABASE } from '#domain/limits.ts';
import type { CurrentSigner } from '#domain/signer.ts';
import {
  createRelayListDesk,
  defineAcceptProposal,
  defineForgetSession,
  defineLoadList,
  defineUndoEdits,
  defineWatchEntries,
  defineWatchLogin,
} from '#actors/relays/relay-list.ts';
import { definePublishList } from '#actors/relays/relay-list-publish.ts';
import { openStorage } from '#actors/shell/browser.ts';
import { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import { openKeyValueStore } from '#store/key-value-store.ts';
import { createListVersions } from '#store/list-versions.ts';
import { createRelayListStore } from '#store/relay-list-store.ts';
import type { Area, AreaDeps } from './deps.ts';

/** The published relay list of the user. */
export const relayListArea = (shared: AreaDeps & { readonly signer: CurrentSigner }): Area => {
  const store = createRelayListStore({
    local: openStorage(() => window.localStorage),
    session: openStorage(() => window.sessionStorage),
  });
  const deps = { ...shared, store, versions: createListVersions(openKeyValueStore(LISTS_DATABASE)) };
  const desk = createRelayListDesk(deps);
  return {
    logic: relayListMachine.provide({
      actors: {
        'watch login': defineWatchLogin(deps),
        'watch entries': defineWatchEntries(deps, desk),
        'load list': defineLoadList(deps, desk),
        'publish list': definePublishList(deps, desk),
        'undo edits': defineUndoEdits(deps, desk),
        'accept proposal': defineAcceptProposal(deps),
        'forget session': defineForgetSession(deps),
      },
    }),
  };
};

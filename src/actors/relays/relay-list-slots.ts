import { definePublish } from '#actors/replaceable/publish.ts';
import { defineWatchNewest } from '#actors/replaceable/watch.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import {
  createOwnRelays,
  defineAcceptProposal,
  defineForgetSession,
  defineLoadList,
  defineUndoEdits,
  defineWatchEntries,
  type RelayListDeps,
} from './relay-list.ts';

/** What the statechart of the relay list does outside of itself. */
export const relayListSlots = (deps: RelayListDeps) => {
  const relays = createOwnRelays(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch newest': defineWatchNewest(relays.own),
      'watch entries': defineWatchEntries(deps, relays),
      'load list': defineLoadList(deps, relays),
      'publish list': definePublish(relays.own),
      'undo edits': defineUndoEdits(deps, relays),
      'accept proposal': defineAcceptProposal(deps),
      'forget session': defineForgetSession(deps),
    },
  };
};

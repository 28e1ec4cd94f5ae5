import { defineWatchLogin } from '#actors/session/watch-login.ts';
import {
  createRelayListDesk,
  defineAcceptProposal,
  defineForgetSession,
  defineLoadList,
  defineUndoEdits,
  defineWatchEntries,
  type RelayListDeps,
} from './relay-list.ts';
import { definePublishList } from './relay-list-publish.ts';

/** What the statechart of the relay list does outside of itself. */
export const relayListSlots = (deps: RelayListDeps) => {
  const desk = createRelayListDesk(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch entries': defineWatchEntries(deps, desk),
      'load list': defineLoadList(deps, desk),
      'publish list': definePublishList(deps, desk),
      'undo edits': defineUndoEdits(deps, desk),
      'accept proposal': defineAcceptProposal(deps),
      'forget session': defineForgetSession(deps),
    },
  };
};

import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { PeopleEdit } from '#domain/social/people-list.ts';
import type { AccountStore } from '#store/session/account.ts';
import { createPeopleDesk, defineLoadPeople, type PeopleDeps } from './people-list.ts';
import { definePublishPeople } from './people-publish.ts';

type SlotsDeps = PeopleDeps & {
  readonly account: AccountStore;
  /** tells the user why a change was not made */
  readonly notify: (text: string) => void;
};

/** What the statechart of a list of people does outside of itself. */
export const peopleSlots = ({ notify, ...deps }: SlotsDeps) => {
  const desk = createPeopleDesk(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'load list': defineLoadPeople(deps, desk),
      'publish list': definePublishPeople(deps, desk),
    },
    actions: {
      'show edit': (_: unknown, { pubkey, edit }: { pubkey: string; edit: PeopleEdit }) => desk.note(pubkey, edit),
      'undo edits': (_: unknown, { pubkey, edits }: { pubkey: string; edits: readonly PeopleEdit[] }) =>
        desk.drop(pubkey, edits),
      'tell problem': (_: unknown, { problem }: { problem: string }) => notify(problem),
      'forget list': () => desk.forget(),
    },
  };
};

import { fromPromise } from 'xstate';
import { failureText, type PeopleEdit } from '#domain/social/people-list.ts';
import { definePublish } from '#actors/replaceable/publish.ts';
import { defineWatchNewest } from '#actors/replaceable/watch.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { LoadReport, Owner } from '#machines/replaceable/replaceable.ts';
import type { AccountStore } from '#store/session/account.ts';
import { createPeople, loadPeople, type PeopleDeps } from './people-policy.ts';

type SlotsDeps = PeopleDeps & {
  readonly account: AccountStore;
  /** tells the user why a change was not made */
  readonly notify: (text: string) => void;
};

/** What the statechart of a list of people does outside of itself. */
export const peopleSlots = ({ notify, ...deps }: SlotsDeps) => {
  const people = createPeople(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch newest': defineWatchNewest(people.own),
      'load list': fromPromise<LoadReport, Owner>(({ input: { pubkey }, signal }) =>
        loadPeople(deps, people, pubkey, signal),
      ),
      'publish list': definePublish(people.own, ({ edits }) => failureText(deps.list, edits.at(-1)?.wanted ?? true)),
    },
    actions: {
      'show edit': (_: unknown, { pubkey, edit }: { pubkey: string; edit: PeopleEdit }) => people.note(pubkey, edit),
      'undo edits': (_: unknown, { pubkey, edits }: { pubkey: string; edits: readonly PeopleEdit[] }) =>
        people.drop(pubkey, edits),
      'tell problem': (_: unknown, { problem }: { problem: string }) => notify(problem),
      'forget list': () => people.display.forget(),
    },
  };
};

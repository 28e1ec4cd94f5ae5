import type { ActorRefFrom } from 'xstate';
import { LISTS_DATABASE } from '#domain/limits.ts';
import type { PeopleList } from '#domain/people-list.ts';
import type { Publishing } from '#domain/publishing.ts';
import type { CurrentSigner } from '#domain/signer.ts';
import { defineWatchLogin } from '#actors/relays/relay-list.ts';
import { openStorage } from '#actors/shell/browser.ts';
import { createPeopleDesk, defineLoadPeople } from '#actors/social/people-list.ts';
import { definePublishPeople } from '#actors/social/people-publish.ts';
import { createReactions } from '#actors/social/reactions.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type { publishMachine } from '#machines/publish/publish.machine.ts';
import { followsMachine } from '#machines/social/follows.machine.ts';
import { mutesMachine } from '#machines/social/mutes.machine.ts';
import { reactionMachine } from '#machines/social/reaction.machine.ts';
import { reactionsMachine } from '#machines/social/reactions.machine.ts';
import { openKeyValueStore } from '#store/key-value-store.ts';
import { createListVersions } from '#store/list-versions.ts';
import { createPeopleJournals } from '#store/people-journal.ts';
import type { AreaDeps, NamedAreas } from './deps.ts';

type SocialDeps = AreaDeps & { readonly signer: CurrentSigner; readonly publishing: Publishing };

const peopleSlots = (shared: SocialDeps, list: PeopleList) => {
  const deps = {
    ...shared,
    list,
    versions: createListVersions(openKeyValueStore(LISTS_DATABASE)),
    journals: createPeopleJournals(openStorage(() => window.localStorage)),
  };
  const desk = createPeopleDesk(deps);
  return {
    actors: {
      'watch login': defineWatchLogin(deps),
      'load list': defineLoadPeople(deps, desk),
      'publish list': definePublishPeople(deps, desk),
    },
    actions: {
      'show edit': (_: unknown, { pubkey, edit }: { pubkey: string; edit: Parameters<typeof desk.note>[1] }) =>
        desk.note(pubkey, edit),
      'undo edits': (_: unknown, { pubkey, edits }: { pubkey: string; edits: Parameters<typeof desk.drop>[1] }) =>
        desk.drop(pubkey, edits),
      'tell problem': (_: unknown, { problem }: { problem: string }) => shared.notify(problem),
      'forget list': () => desk.forget(),
    },
  };
};

const reactionsOf = (deps: SocialDeps) => {
  const cancel = (jobId: string) => {
    const desk = deps.find('publish-desk') as ActorRefFrom<typeof publishDeskMachine> | undefined;
    const job = desk?.getSnapshot().children[jobId] as ActorRefFrom<typeof publishMachine> | undefined;
    job?.send({ type: 'publish.cancel' });
  };
  const { publish, show, showWhatWas } = createReactions({ ...deps, cancel });
  const reaction = reactionMachine.provide({
    actors: { 'publish reaction': publish },
    actions: {
      'show reaction': (_, wish) => show(wish),
      'show what was': (_, note) => showWhatWas(note),
      'tell problem': (_, { problem }) => deps.notify(problem),
    },
  });
  return reactionsMachine.provide({ actors: { reaction } });
};

/** Whom the user follows and mutes, and how they react. */
export const socialAreas = (deps: SocialDeps): NamedAreas => {
  const { account, preferences } = deps;
  account.subscribe(() => {
    // LOGIN-36
    if (account.get().pubkey === undefined && preferences.get('filterByFollow'))
      preferences.set('filterByFollow', false);
  });
  return [
    ['follows', { logic: followsMachine.provide(peopleSlots(deps, 'follows')) }],
    ['mutes', { logic: mutesMachine.provide(peopleSlots(deps, 'mutes')) }],
    ['reactions', { logic: reactionsOf(deps) }],
  ];
};

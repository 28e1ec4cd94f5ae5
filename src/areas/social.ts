import type { ActorRefFrom } from 'xstate';
import { LISTS_DATABASE } from '#domain/limits.ts';
import type { PeopleList } from '#domain/people-list.ts';
import type { Publishing } from '#domain/publishing.ts';
import type { CurrentSigner } from '#domain/signer.ts';
import { openStorage } from '#actors/shell/browser.ts';
import { peopleSlots } from '#actors/social/people-slots.ts';
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

const slotsOf = (shared: SocialDeps, list: PeopleList) =>
  peopleSlots({
    ...shared,
    list,
    versions: createListVersions(openKeyValueStore(LISTS_DATABASE)),
    journals: createPeopleJournals(openStorage(() => window.localStorage)),
  });

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
    ['follows', { logic: followsMachine.provide(slotsOf(deps, 'follows')) }],
    ['mutes', { logic: mutesMachine.provide(slotsOf(deps, 'mutes')) }],
    ['reactions', { logic: reactionsOf(deps) }],
  ];
};

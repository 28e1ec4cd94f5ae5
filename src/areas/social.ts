import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { repostTarget } from '#domain/note/note.ts';
import type { PeopleListKind } from '#domain/social/people-list.ts';
import type { Publishing } from '#ports/publishing.ts';
import { reactionContent, reactionTarget, REPOSTED } from '#domain/social/reactions.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { createAlone, locksOf } from '#actors/shell/alone.ts';
import { followDeletions, type Deletions } from '#actors/social/deletions.ts';
import { peopleSlots } from '#actors/social/people.ts';
import {
  createDeedsLoader,
  createReactions,
  REACTION,
  REPOST,
  type Deed,
  type LoadDeeds,
} from '#actors/social/reactions.ts';
import { createSecretPart } from '#actors/social/secret-part.ts';
import { defineWatchOwnEvents } from '#actors/replaceable/own-events.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import type { Area } from '#machines/areas.ts';
import { ownEventsMachine } from '#machines/replaceable/own-events.machine.ts';
import { followsMachine } from '#machines/social/follows.machine.ts';
import { mutesMachine } from '#machines/social/mutes.machine.ts';
import { reactionMachine } from '#machines/social/reaction.machine.ts';
import { reactionsMachine } from '#machines/social/reactions.machine.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { peopleJournal } from '#store/social/people-journal.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type SocialDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  readonly publishing: Publishing;
  /** A profile came: it is shown when it is the newest. */
  readonly showProfile: (event: NostrEvent) => void;
};

const slotsOf = (shared: SocialDeps, list: PeopleListKind) =>
  peopleSlots({
    ...shared,
    list,
    page: shared.browser,
    versions: openVersions(),
    secret: createSecretPart({ ...shared, session: shared.storages.session }),
    alone: createAlone(locksOf(shared.browser)),
    journals: createJournals(shared.storages.local, peopleJournal(list)),
  });

const reactionsOf = (deps: SocialDeps & { readonly loadDeeds: LoadDeeds }, deed: Deed) => {
  const cancel = (jobId: string) => {
    const job = deps.find('publish-desk')?.getSnapshot().children[jobId];
    const snapshot = job?.getSnapshot();
    job?.send({ type: 'publish.cancel' });
    return snapshot?.context.signed && !snapshot.matches('keeping') ? deps.publishing.job(jobId)?.event : undefined;
  };
  const { publish, show, showWhatWas, ...rest } = createReactions({ ...deps, cancel }, deed);
  const reaction = reactionMachine.provide({
    actors: { 'publish reaction': publish },
    actions: {
      'show reaction': (_, wish) => show(wish),
      'show what was': (_, note) => showWhatWas(note),
      'tell problem': (_, { problem }) => deps.notify(problem),
    },
  });
  return { logic: reactionsMachine.provide({ actors: { reaction } }), ...rest };
};

const ownEventsArea = (deps: SocialDeps): Area<'own-events'> => {
  const logic = ownEventsMachine.provide({
    actors: {
      'watch login': defineWatchLogin(deps),
      'watch own events': defineWatchOwnEvents({ ...deps, onProfile: deps.showProfile }),
    },
  });
  return { logic };
};

type SocialGroup = {
  readonly areas: Pick<AreasOf<'acting'>, 'own-events' | 'follows' | 'mutes' | 'reactions' | 'reposts'>;
  readonly deletions: Deletions;
  /** A reaction was signed, or is on its way since an earlier visit. */
  readonly reacted: (event: NostrEvent) => void;
  /** A repost of the user's was signed elsewhere in the app. */
  readonly reposted: (event: NostrEvent) => void;
  /** A deletion was signed, or is on its way since an earlier visit. */
  readonly takenBack: (event: NostrEvent) => void;
};

/** Whom the user follows and mutes, how they react, and what becomes of deleted events. */
export const socialAreas = (deps: SocialDeps): SocialGroup => {
  const shared = { ...deps, loadDeeds: createDeedsLoader(deps) };
  const reactions = reactionsOf(shared, REACTION);
  const reposts = reactionsOf(shared, REPOST);
  const deletions = followDeletions({
    ...deps,
    storage: deps.storages.local,
    isConnected: (relay) => deps.directory().getSnapshot().context.connections[relay] === 'connected',
    onUndone({ id, pubkey, kind }, noteId) {
      const deeds = kind === KIND.reaction ? reactions : reposts;
      if (deeds.shownNow(pubkey, noteId)?.event?.id === id) deeds.note(pubkey, noteId, null);
    },
  });
  return {
    areas: {
      'own-events': ownEventsArea(deps),
      follows: { logic: followsMachine.provide(slotsOf(deps, 'follows')) },
      mutes: { logic: mutesMachine.provide(slotsOf(deps, 'mutes')) },
      reactions: { logic: reactions.logic },
      reposts: { logic: reposts.logic },
    },
    deletions,
    reacted(event) {
      const noteId = reactionTarget(event);
      if (noteId !== undefined) reactions.found(event.pubkey, noteId, { content: reactionContent(event), event });
    },
    reposted(event) {
      const noteId = repostTarget(event)?.id;
      if (noteId !== undefined) reposts.note(event.pubkey, noteId, { content: REPOSTED, event });
    },
    takenBack(event) {
      for (const deeds of [reactions, reposts]) deeds.leaves(event);
    },
  };
};

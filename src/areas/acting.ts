import type { Browser } from '#ports/browser.ts';
import type { Acting } from '#ports/acting.ts';
import type { Writing } from '#ports/writing.ts';
import { metadataKey } from '#domain/cache/query-keys.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { targetBits } from '#domain/pow/pow-policy.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { minerCount } from '#domain/pow/pow-policy.ts';
import { startOnce } from '#domain/start-once.ts';
import { watchUseOf } from '#actors/pow/give-way.ts';
import { defineMineInWorkers, defineMineOnPage, measureRate, type MiningEvents } from '#actors/pow/mine.ts';
import { defineWatchPowChoice, defineWatchRequirements } from '#actors/pow/policy.ts';
import { createComposing } from '#actors/publish/composing.ts';
import { createOwnProfile } from '#actors/publish/own-profile.ts';
import { createPublishing } from '#actors/publish/publishing.ts';
// comes with this group: without a network it could not be had any more
import '#actors/wire/publish.ts';
import { createSharedTexts } from '#actors/publish/shared-text.ts';
import { createSuggestions } from '#actors/social/suggestions.ts';
import { createPeopleFinder, defineAskForPeople } from '#actors/search/find-people.ts';
import { createWriting } from '#actors/publish/writing.ts';
import { createAlone, locksOf } from '#actors/shell/alone.ts';
import { databasesOf, openTabChannel } from '#actors/shell/offered.ts';
import { miningMachine } from '#machines/pow/mining.machine.ts';
import { powPolicyMachine } from '#machines/pow/pow-policy.machine.ts';
import { composerMachine } from '#machines/publish/composer.machine.ts';
import { composersMachine } from '#machines/publish/composers.machine.ts';
import { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import { publishMachine } from '#machines/publish/publish.machine.ts';
import { peopleSearchMachine } from '#machines/search/people-search.machine.ts';
import { createCachedMetadata, keepNewest } from '#store/profile/cached-metadata.ts';
import { createDrafts } from '#store/publish/drafts.ts';
import { openVersions } from '#store/replaceable/versions.ts';
import { createNewKeys } from '#store/session/new-keys.ts';
import { createPowChoice } from '#store/pow/pow-choice.ts';
import { openPublishJobs, PUBLISH_CHANNEL } from '#store/publish/publish-jobs.ts';
import { loadSearchHere, spawnGpuWorker, spawnPowWorker } from '#workers/pow-pool.ts';
import type { AreaDeps, AreasOf } from './deps.ts';
import { socialAreas } from './social.ts';
import { notificationsArea } from './notifications.ts';

type ActingDeps = AreaDeps & { readonly signer: CurrentSigner };
type ActingGroup = { readonly areas: AreasOf<'acting'>; readonly acting: Acting };

const powPolicyArea = ({ browser, storages, queryClient, directory, follow, notify }: ActingDeps) => {
  const choice = createPowChoice({ storage: storages.local, window: browser });
  const logic = powPolicyMachine.provide({
    actors: {
      'watch choice': defineWatchPowChoice(choice),
      'watch requirements': defineWatchRequirements({ queryClient, directory, follow }),
    },
    actions: {
      'remember choice': (_, chosen) => {
        if (!choice.set(chosen)) notify({ code: 'choice-not-kept' });
      },
    },
  });
  return {
    logic,
    get input() {
      return choice.get();
    },
  };
};

const minerOf = (
  browser: Browser,
  shared: { readonly events: MiningEvents; readonly now: () => number },
  workers: number,
) =>
  miningMachine.provide({
    actors: {
      'mine in workers': defineMineInWorkers({
        ...shared,
        spawn: () => spawnPowWorker(browser),
        spawnGpu: () => spawnGpuWorker(browser),
        workers,
        watchUse: watchUseOf(browser),
      }),
      'mine on the page': defineMineOnPage({ ...shared, loadSearch: loadSearchHere }),
    },
  });

/** The bits that the policy asks for now. */
const policyBitsOf =
  ({ find }: ActingDeps) =>
  () => {
    const snapshot = find('pow-policy')?.getSnapshot();
    if (!snapshot) return 0;
    const { bits, required } = snapshot.context;
    return targetBits({ enabled: snapshot.hasTag('on'), bits }, required);
  };

/**
 * Shows a version of the user's profile, and from the first moment of the next visit on once a relay has it (LOGIN-34): what no
 * relay took may be discarded.
 */
const showingOf = ({ storages, queryClient, registry }: ActingDeps) => {
  const metadata = createCachedMetadata(storages.local);
  const keepProfile = (event: NostrEvent) => void keepNewest(metadata, event);
  const showProfile = (event: NostrEvent) => {
    if (registry.seenOn(event.id).length > 0) keepProfile(event);
    void queryClient.fetchQuery({ queryKey: metadataKey(event.pubkey), staleTime: 0 }).catch(() => {});
  };
  return { keepProfile, showProfile };
};

const profileOf = (deps: ActingDeps, show: (event: NostrEvent) => void) =>
  createOwnProfile({
    ...deps,
    versions: openVersions(),
    alone: createAlone(locksOf(deps.browser)),
    show,
    isNewKey: createNewKeys(deps.storages.session).has,
  });

/** Where posts are written, and what lies beside. */
const composersOf = (deps: ActingDeps, writing: Writing) => {
  const { composing, ...slots } = createComposing({ ...deps, writing });
  return { composing, composers: composersMachine.provide({ actors: { composer: composerMachine.provide(slots) } }) };
};

/** The areas in which the user acts: proof of work and publishing. */
export const actingAreas = (deps: ActingDeps): ActingGroup => {
  const { browser, find, now } = deps;
  const mining: MiningEvents = new Map();
  const workers = minerCount(browser.navigator.hardwareConcurrency);
  const { keepProfile, showProfile } = showingOf(deps);
  const { writing, signed, ofDrafts } = createWriting({
    ...deps,
    profile: profileOf(deps, showProfile),
    drafts: createDrafts({ storage: deps.storages.local, window: browser, now }),
    shared: createSharedTexts({ ...deps, window: browser }),
    people: createPeopleFinder({ ...deps, names: deps.kept.names }),
    feedFilter: () => find('feed')?.getSnapshot().context.filter,
    publishing: () => publishing,
    deletions: () => social.deletions,
  });
  const { publishing, actors, followJournal } = createPublishing({
    ...deps,
    ...ofDrafts,
    onSigned(event) {
      signed(event);
      if (event.kind === KIND.reaction) social.reacted(event);
      if (event.kind === KIND.repost) social.reposted(event);
      if (event.kind === KIND.deletion) social.takenBack(event);
    },
    onTaken(event) {
      if (event.kind === KIND.deletion) social.deletions.take(event);
      if (event.kind === KIND.metadata) keepProfile(event);
    },
    desk: () => find('publish-desk'),
    jobs: openPublishJobs(databasesOf(browser), openTabChannel(browser, PUBLISH_CHANNEL)),
    alone: createAlone(locksOf(browser)),
    mining,
    policyBits: policyBitsOf(deps),
    window: browser,
  });
  const miner = minerOf(browser, { events: mining, now }, workers);
  const publish = publishMachine.provide({ actors: { ...actors, mining: miner } });
  const notifications = notificationsArea(deps);
  const social = socialAreas({ ...deps, publishing, showProfile });
  const desk = publishDeskMachine.provide({ actors: { publish, 'follow journal': followJournal } });
  const { composing, composers } = composersOf(deps, writing);
  return {
    areas: {
      'pow-policy': powPolicyArea(deps),
      'publish-desk': { logic: desk },
      composers: { logic: composers },
      'people-search': { logic: peopleSearchMachine.provide({ actors: { 'ask relays': defineAskForPeople(deps) } }) },
      notifications: notifications.area,
      ...social.areas,
    },
    acting: {
      publishing,
      writing,
      composing,
      suggestions: createSuggestions(deps),
      notifications: notifications.desk,
      hashesPerSecond: startOnce(() => measureRate(() => spawnPowWorker(browser), workers)),
    },
  };
};

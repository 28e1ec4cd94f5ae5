import type { QueryClient } from '@tanstack/query-core';
import type { DraftPlace, Drafts } from '#domain/publish/draft.ts';
import { bareEvent, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { feedItemFromEvent, noteFromEvent } from '#domain/note/note.ts';
import type { Publishing } from '#ports/publishing.ts';
import { metadataKey, type FeedFilter } from '#domain/cache/query-keys.ts';
import type { OwnProfile, PeopleFinder, SharedTexts, Writing } from '#ports/writing.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { Deletions } from '#actors/social/deletions.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

type Deps = {
  readonly publishing: () => Publishing;
  readonly deletions: () => Pick<Deletions, 'hide' | 'unhide'>;
  readonly drafts: Drafts;
  readonly shared: SharedTexts;
  readonly people: PeopleFinder;
  readonly registry: EventRegistry;
  readonly profile: OwnProfile;
  readonly timelines: Timelines;
  readonly queryClient: QueryClient;
  /** the filter of the feed that is shown */
  readonly feedFilter: () => FeedFilter | undefined;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** A note or repost of the user's goes on top of the feed without waiting. */
const showInFeed = ({ timelines, registry, feedFilter, now }: Deps, event: NostrEvent) => {
  const row = feedItemFromEvent(event, now(), (id) => {
    const known = registry.get(id);
    return known && noteFromEvent(known, registry.receivedAt(id) ?? now());
  });
  if (row) timelines.showMine(row, feedFilter() ?? { hashtags: [] });
};

const jobKey = ({ owner, place }: DraftPlace) => `${owner} ${place}`;

/** What is behind the screens on which something is written, and what becomes of a post here before a relay has it. */
export const createWriting = (deps: Deps) => {
  const { publishing, drafts, shared, people, registry, queryClient, deletions, now } = deps;
  const unsafe = new Map<string, DraftPlace>();
  const kept = (jobId: string) => {
    const draft = unsafe.get(jobId);
    unsafe.delete(jobId);
    if (draft) drafts.forget(draft);
  };
  const writing: Writing = {
    drafts,
    shared,
    people,
    profile: deps.profile,
    signature: () => ({ now: Math.floor(now() / 1000), client: deps.client() }),
    target: (event) => ({ ...bareEvent(event), seenOn: registry.seenOn(event.id) }),
    post(post, draft) {
      const id = publishing().post(post);
      const before = draft && writing.jobOf(draft);
      if (before !== undefined) unsafe.delete(before);
      if (draft) unsafe.set(id, draft);
      // where nothing could be kept on this device, a relay that has it is as good
      void publishing()
        .outcome(id)
        .then(() => kept(id))
        .catch(() => {});
      return id;
    },
    resend: (event) => void publishing().resend(bareEvent(event)),
    jobOf: (draft) => [...unsafe].find(([, place]) => jobKey(place) === jobKey(draft))?.[0],
    hide: (noteId) => deletions().hide(noteId),
    unhide: (noteId) => deletions().unhide(noteId),
  };
  /** A post was signed: it is shown before any relay has it. */
  const signed = (event: NostrEvent) => {
    if (event.kind === KIND.metadata) void deps.profile.signed(event);
    if (event.kind === KIND.metadata)
      void queryClient.fetchQuery({ queryKey: metadataKey(event.pubkey), staleTime: 0 }).catch(() => {});
    else showInFeed(deps, event);
  };
  return { writing, kept, signed };
};

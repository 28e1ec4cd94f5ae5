import { createListeners } from '#domain/listeners.ts';
import { EMPTY_DRAFT, readDraft, type Drafts } from '#domain/publish/draft.ts';
import { feedQuery } from '#domain/feed/feed-filter.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { bareEvent, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { feedItemFromEvent, noteFromEvent, type FeedItem } from '#domain/note/note.ts';
import type { PostedDraft, PublishJob, Publishing } from '#ports/publishing.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { toSeconds } from '#domain/units.ts';
import type { PeopleFinder, SharedTexts, Writing } from '#ports/writing.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { Deletions } from '#actors/social/deletions.ts';
import type { OwnProfileDesk } from './own-profile.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

type Deps = {
  readonly publishing: () => Publishing;
  readonly deletions: () => Pick<Deletions, 'hide' | 'unhide'>;
  readonly drafts: Drafts;
  readonly shared: SharedTexts;
  readonly people: PeopleFinder;
  readonly registry: EventRegistry;
  readonly profile: OwnProfileDesk;
  readonly timelines: Timelines;
  /** the filter of the feed that is shown */
  readonly feedFilter: () => FeedFilter | undefined;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Whether a note has its place in this feed (FEED-09); what one relay holds is told by that relay alone. */
const belongsTo = (filter: FeedFilter, { note }: FeedItem) =>
  filter.relay === undefined && filterMatcher([feedQuery(filter)])(note);

/** A note or repost of the user's goes on top of the feed without waiting. */
const showInFeed = ({ timelines, registry, feedFilter, now }: Deps, event: NostrEvent) => {
  const row = feedItemFromEvent(event, now(), (id) => {
    const known = registry.get(id);
    return known && noteFromEvent(known, registry.receivedAt(id) ?? now());
  });
  const filter = feedFilter() ?? { hashtags: [] };
  if (row) timelines.showMine(row, belongsTo(filter, row) ? filter : undefined);
};

/** What is behind the screens on which something is written, and what becomes of a post here before a relay has it. */
export const createWriting = (deps: Deps) => {
  const { publishing, drafts, shared, people, registry, deletions, now } = deps;
  const isWritten = (draft: PostedDraft) => (drafts.get(draft)?.text ?? '') === draft.text;
  /** The signed event is safe: its draft has done its work, unless another text stands there by now. */
  const safe = ({ draft }: Pick<PublishJob, 'draft'>) => {
    if (draft && isWritten(draft)) drafts.forget(draft);
  };
  const returned = createListeners();
  /** No relay took it: its text is a draft again, of its author or where it was before, unless another stands there by now. */
  const stopped = ({ draft, pubkey }: Pick<PublishJob, 'draft' | 'pubkey'>) => {
    const written = readDraft(draft);
    if (!draft || !written || isWritten(draft)) return;
    const free = [{ ...draft, owner: pubkey }, draft].find((place) => !drafts.get(place));
    if (!free) return;
    drafts.put(free, written);
    returned.tell();
  };
  const writing: Writing = {
    drafts,
    shared,
    people,
    profile: deps.profile,
    stamp: () => ({ now: toSeconds(now()), client: deps.client() }),
    target: (event) => ({ ...bareEvent(event), seenOn: registry.seenOn(event.id) }),
    post(post, place) {
      const draft = place && { ...EMPTY_DRAFT, ...drafts.get(place), ...place };
      const id = publishing().post({ ...post, ...(draft && { draft }) });
      if (post.what === 'profile') deps.profile.posted(post, publishing().outcome(id));
      return id;
    },
    resend: (event) => void publishing().resend(bareEvent(event)),
    onReturned: returned.subscribe,
    onDraftsChanged(listener) {
      const { onForgotten, onKeptElsewhere } = drafts;
      const leave = [returned.subscribe(listener), onForgotten(listener), onKeptElsewhere(listener)];
      return () => leave.forEach((end) => end());
    },
    jobOf: (draft) => publishing().jobOf(draft),
    hide: (noteId) => deletions().hide(noteId),
    unhide: (noteId) => deletions().unhide(noteId),
  };
  /** A post was signed: it is shown before any relay has it. */
  const signed = (event: NostrEvent) => {
    if (event.kind === KIND.metadata) void deps.profile.signed(event);
    else showInFeed(deps, event);
  };
  return { writing, signed, ofDrafts: { onSafe: safe, onStopped: stopped, isWritten } };
};

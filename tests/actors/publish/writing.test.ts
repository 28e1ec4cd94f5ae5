import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it, vi, type Mock } from 'vitest';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { EMPTY_DRAFT } from '#domain/publish/draft.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';
import type { Post } from '#ports/publishing.ts';
import type { OwnProfileDesk } from '#actors/publish/own-profile.ts';
import { createTimelines, feedSpec } from '#actors/feed/timeline.ts';
import { createSharedTexts } from '#actors/publish/shared-text.ts';
import { createWriting } from '#actors/publish/writing.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createDrafts } from '#store/publish/drafts.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { OPEN } from '#tests/support/timelines.ts';

const NOW_MS = 1_790_000_000_000;
const secret = new Uint8Array(32).fill(7);
const SELF = getPublicKey(secret);
const OTHER = getPublicKey(new Uint8Array(32).fill(8));
const ALL: FeedFilter = { hashtags: [] };

const make = (kind: number, content: string, at = 0, tags: string[][] = []): NostrEvent =>
  finalizeEvent({ kind, content, created_at: NOW_MS / 1000 + at, tags }, secret);

const start = (events: readonly NostrEvent[] = [], isAnswered = true, filter: FeedFilter = ALL) => {
  const now = () => NOW_MS;
  const registry = createEventRegistry({ now, requestFrame: () => {} });
  const queryClient = new QueryClient();
  const requests = {
    relays: (use: string) => [`wss://${use}/`],
    fetch: vi.fn(({ onEvent }: { onEvent?: (event: NostrEvent) => void }) => {
      for (const event of events) onEvent?.(event);
      return Promise.resolve({ events, outcomes: [{ outcome: isAnswered ? 'eose' : 'timeout' }] });
    }),
  } as unknown as RelayRequests;
  const account = createAccountStore({ local: fakeStorage(), session: undefined, window: new EventTarget() });
  const logIn = (pubkey?: string) => account.set({ pubkey, method: pubkey ? 'nsec' : 'none', persisted: false });
  logIn(SELF);
  const timelines = createTimelines({ requests, registry, queryClient, account, feedView: { get: () => OPEN }, now });
  const publishing = {
    post: vi.fn((_post: Post) => 'job'),
    jobOf: () => undefined,
    resend: () => '',
    job: () => undefined,
    outcome: () => new Promise<never>(() => {}),
  };
  const profile = { signed: vi.fn(() => Promise.resolve()) } as unknown as OwnProfileDesk & { signed: Mock };
  const drafts = createDrafts({ storage: undefined, window: new EventTarget(), now });
  const feedFilter = () => filter;
  const made = createWriting({
    publishing: () => publishing,
    deletions: () => ({ hide: () => {}, unhide: () => {} }),
    drafts,
    shared: createSharedTexts({ window: {}, account }),
    people: { known: () => [] },
    registry,
    profile,
    timelines,
    feedFilter,
    client: () => 'Nuthatch',
    now,
  });
  const shown = () => queryClient.getQueryData<Timeline>(feedKey(filter))?.items.map(({ id }) => id);
  const save = (...notes: readonly NostrEvent[]) =>
    queryClient.setQueryData<Timeline>(feedKey(filter), {
      items: notes.map((note) => ({
        id: note.id,
        at: note.created_at,
        note: { ...note, imageUrls: [], videoUrls: [], receivedAt: NOW_MS },
      })),
      hasMore: true,
    });
  const show = (...notes: readonly NostrEvent[]) => {
    for (const note of notes) registry.add(note);
    save(...notes);
    timelines.open(feedSpec(filter)).rows.adopt();
  };
  return {
    ...made,
    ...made.ofDrafts,
    posted: publishing.post,
    drafts,
    registry,
    profile,
    queryClient,
    timelines,
    logIn,
    shown,
    save,
    show,
  };
};

const place = { owner: 'me', place: 'note' };
const post = { what: 'note', template: { kind: 1, content: 'a', created_at: 1, tags: [] } } as const;

describe('what was written', () => {
  it('has its draft until the post is safe on this device', () => {
    const { writing, onSafe, drafts, posted } = start();
    drafts.put(place, { ...EMPTY_DRAFT, text: 'a' });
    writing.post(post, place);
    const { draft } = posted.mock.lastCall![0];
    expect([draft, drafts.get(place)?.text]).toEqual([{ ...EMPTY_DRAFT, ...place, text: 'a' }, 'a']);
    onSafe(posted.mock.lastCall![0]);
    expect(drafts.get(place)).toBeUndefined();
  });

  it('keeps a draft that is another one by the time the post is safe', () => {
    const { writing, onSafe, drafts, posted } = start();
    drafts.put(place, { ...EMPTY_DRAFT, text: 'a' });
    writing.post(post, place);
    drafts.put(place, { ...EMPTY_DRAFT, text: 'b' });
    onSafe(posted.mock.lastCall![0]);
    expect(drafts.get(place)?.text).toBe('b');
  });

  it('keeps its draft when it was not posted', () => {
    const { writing, drafts } = start();
    drafts.put(place, { ...EMPTY_DRAFT, text: 'a' });
    writing.post(post, place);
    expect(drafts.get(place)?.text).toBe('a');
  });

  describe('and was stopped before a relay took it', () => {
    const written = { ...EMPTY_DRAFT, text: 'a @b', mentions: [{ name: 'b', pubkey: OTHER }], warning: 'c', bits: 20 };
    const stop = (standing: Readonly<Record<string, string>> = {}, isSafe = true) => {
      const all = start();
      const { writing, onSafe, onStopped, drafts, posted } = all;
      const heard = vi.fn();
      drafts.put(place, written);
      writing.post(post, place);
      const job = { ...posted.mock.lastCall![0], pubkey: SELF };
      if (isSafe) onSafe(job);
      for (const [owner, text] of Object.entries(standing)) drafts.put({ ...place, owner }, { ...EMPTY_DRAFT, text });
      writing.onReturned(heard);
      onStopped(job);
      const texts = [SELF, place.owner].map((owner) => drafts.get({ ...place, owner })?.text);
      return { ...all, texts, heard };
    };

    it('is a draft of its author again, with all that was chosen for it', () => {
      const { drafts, heard } = stop();
      expect(drafts.get({ ...place, owner: SELF })).toEqual(written);
      expect(heard).toHaveBeenCalledOnce();
    });

    it('is where it was before when its author has another draft by now, and takes the place of none', () => {
      expect(stop({ [SELF]: 'other' }).texts).toEqual(['other', 'a @b']);
      const { texts, heard } = stop({ [SELF]: 'other', [place.owner]: 'third' });
      expect(texts).toEqual(['other', 'third']);
      expect(heard).not.toHaveBeenCalled();
    });

    it('is not doubled while its draft is still there', () => {
      expect(stop({}, false).texts).toEqual([undefined, 'a @b']);
    });
  });

  it('[PUB-08] tells the name of the client, and the time in seconds', () => {
    expect(start().writing.stamp()).toEqual({ now: NOW_MS / 1000, client: 'Nuthatch' });
  });

  it('knows where a note was seen', () => {
    const { writing, registry } = start();
    const note = make(1, 'a');
    registry.add(note, 'wss://a/');
    expect(writing.target(note).seenOn).toEqual(['wss://a/']);
  });
});

describe('the feed', () => {
  it('shows a note of the user on top as soon as it is signed', () => {
    const { show, shown, registry, signed } = start();
    const [old, mine] = [make(1, 'old', -10), make(1, 'mine')];
    show(old);
    registry.add(mine);
    signed(mine);
    expect(shown()).toEqual([mine.id, old.id]);
  });
});

describe('a feed that opens after the note was written', () => {
  const newest = async ({ timelines }: ReturnType<typeof start>) =>
    timelines.open(feedSpec(ALL)).loadNewest(new AbortController());

  it('shows it on top of what was saved, though no relay brings it', async () => {
    const started = start([], false);
    const [old, mine] = [make(1, 'old', -10), make(1, 'mine')];
    for (const event of [old, mine]) started.registry.add(event);
    started.signed(mine);
    started.save(old);
    const loading = newest(started);
    await vi.waitFor(() => expect(started.shown()).toEqual([mine.id, old.id]));
    await loading;
    expect(started.shown()).toEqual([mine.id, old.id]);
  });

  it('shows it on top of what relays send, once, and not when it was deleted', async () => {
    const [old, mine, gone] = [make(1, 'old', -10), make(1, 'mine'), make(1, 'gone', 1)];
    const started = start([old, mine]);
    for (const event of [mine, gone]) {
      started.registry.add(event);
      started.signed(event);
    }
    started.registry.gone.add(gone.id);
    await newest(started);
    expect(started.shown()).toEqual([mine.id, old.id]);
  });
});

describe.each([
  ['of another account', OTHER],
  ['of a visitor', undefined],
])('the feed %s', (_, reader) => {
  const [old, left] = [make(1, 'old', -10), make(1, 'left over')];

  it('does not show on top what somebody else left to be sent, however it opens', async () => {
    const { logIn, show, shown, registry, signed, timelines } = start();
    logIn(reader);
    show(old);
    registry.add(left);
    signed(left);
    expect(shown()).toEqual([old.id]);
    const opened = (followOnly: string) => timelines.open(feedSpec({ hashtags: [], followOnly })).rows.unshown;
    expect(opened(OTHER).map(({ id }) => id)).toEqual([old.id]);
    logIn(SELF);
    expect(opened(SELF).map(({ id }) => id)).toContain(left.id);
  });

  it.each([false, true])('keeps what the one before wrote only when a relay has it: %s', (isSent) => {
    const { logIn, show, shown, registry, signed } = start();
    show(old);
    registry.add(left, isSent ? 'wss://a/' : undefined);
    signed(left);
    expect(shown()).toEqual([left.id, old.id]);
    logIn(SELF);
    expect(shown()).toEqual([left.id, old.id]);
    logIn(reader);
    expect(shown()).toEqual(isSent ? [left.id, old.id] : [old.id]);
  });
});

it('[FEED-09] a feed of a hashtag takes of what the user writes only what has it', () => {
  const { show, shown, registry, signed } = start([], true, { hashtags: ['owls'] });
  show();
  const [other, mine] = [make(1, 'no hashtag'), make(1, '#owls', 1, [['t', 'owls']])];
  for (const event of [other, mine]) {
    registry.add(event);
    signed(event);
  }
  expect(shown()).toEqual([mine.id]);
});

describe('an empty feed', () => {
  it('shows the first note of the user, too', () => {
    const { show, shown, registry, signed } = start();
    show();
    const mine = make(1, 'mine');
    registry.add(mine);
    signed(mine);
    expect(shown()).toEqual([mine.id]);
  });

  it('is not shown empty while its first page is on its way', () => {
    const { shown, registry, signed } = start();
    const mine = make(1, 'mine');
    registry.add(mine);
    signed(mine);
    expect(shown()).toBeUndefined();
  });
});

describe('a profile', () => {
  it('is kept as a version as soon as it is signed', () => {
    const { signed, profile } = start();
    signed(make(1, 'a'));
    expect(profile.signed).not.toHaveBeenCalled();
    const event = make(0, '{"name":"a"}');
    signed(event);
    expect(profile.signed).toHaveBeenCalledWith(event);
  });
});

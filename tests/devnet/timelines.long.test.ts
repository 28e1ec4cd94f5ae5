import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet, type Devnet } from '#devnet/devnet.ts';
import { createTimelines, feedSpec } from '#actors/feed/timeline.ts';
import { createVerifyHere } from '#actors/wire/verify-here.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { repostTarget } from '#domain/note/note.ts';
import { feedKey, type FeedFilter, type Timeline } from '#domain/cache/query-keys.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { createAccountStore } from '#store/session/account.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { startQueries } from '#tests/support/queries.ts';
import { readRelays, startRelayLayer } from '#tests/support/relay-layer.ts';
import { OPEN } from '#tests/support/timelines.ts';
import { query } from './relay-client.ts';

const ALL: FeedFilter = { hashtags: [] };
const now = () => Date.now();

/** The relay layer of the app on real sockets. */
const setUp = (readwrite: readonly string[]) => {
  const verifyHere = createVerifyHere(() => Promise.resolve(nobleCheck));
  const verifier = {
    verify: (frames: readonly string[]) => verifyHere(frames, Math.floor(now() / 1000)),
    dispose: () => {},
  };
  const createSocket = (url: string) => new WebSocket(url);
  const { directory, requests, registry } = startRelayLayer({
    defaults: readRelays(...readwrite),
    createSocket,
    verifier,
  });
  const { queryClient } = startQueries({ requests, registry });
  const account = createAccountStore({ local: undefined, session: undefined, window: new EventTarget() });
  const timelines = createTimelines({ requests, registry, queryClient, account, feedView: { get: () => OPEN }, now });
  return { source: timelines.open(feedSpec(ALL)), queryClient, directory };
};

const isGenuine = (event: NostrEvent) =>
  verifyFrame(JSON.stringify(['EVENT', 'q', event]), Math.floor(now() / 1000), nobleCheck) !== undefined;

/** Ids of the notes that a feed of these relays has rows for. */
const expectedNotes = async (urls: readonly string[]) => {
  const answers = await Promise.all(urls.map((url) => query(url, { kinds: [1, 6], limit: 500 })));
  const events = new Map(
    answers
      .flat()
      .filter(isGenuine)
      .map((event) => [event.id, event]),
  );
  const notes = [...events.values()].flatMap((event) => events.get(repostTarget(event)?.id ?? event.id) ?? []);
  return new Set(notes.filter(({ kind }) => kind === 1).map(({ id }) => id));
};

describe('timelines over the embedded network', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ people: 30, notes: 120 });
  });
  afterAll(() => devnet.close());

  it('pages down to the last note of every relay, past hostile ones, none twice', async () => {
    const { readwrite } = devnet.config;
    const { source, queryClient, directory } = setUp(readwrite);
    const { signal } = new AbortController();
    const first = await source.loadNewest({ signal });
    expect(first).toMatchObject({ outcome: 'loaded', shown: 10, hasMore: true });
    for (let report = first; report.hasMore;) report = await source.loadOlder({ signal });
    source.showNew();
    directory.send({ type: 'relays.destroy' });
    const items = queryClient.getQueryData<Timeline>(feedKey(ALL))?.items ?? [];
    const rows = items.map(({ id }) => id);
    expect(new Set(rows).size).toBe(rows.length);
    const expected = await expectedNotes(readwrite);
    expect(new Set(items.map(({ note }) => note.id))).toEqual(expected);
    // at most its own row and one of a repost
    const times = [...Map.groupBy(items, ({ note }) => note.id).values()].map(({ length }) => length);
    expect(Math.max(...times)).toBe(2);
  });
});

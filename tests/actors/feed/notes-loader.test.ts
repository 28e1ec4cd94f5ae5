import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { noteKey } from '#domain/cache/query-keys.ts';
import type { Note } from '#domain/note/note.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests, RELAYS, SILENT } from '#tests/support/fake-requests.ts';
import { startQueries } from '#tests/support/queries.ts';

type Answer = { events?: NostrEvent[]; outcomes?: RelayAnswer['outcomes'] };
type Request = ReturnType<typeof fakeRequests>['asked'][number];

const START = 1_800_000_000_000;
const event = (number: number, kind = 1) => fakeEvent({ id: hex(number), kind, content: `note ${number}` });

const setUp = (answer: (request: Request) => Answer | Promise<Answer> = () => ({})) => {
  const { requests, asked } = fakeRequests(answer);
  const { registry, queryClient } = startQueries({ requests });
  const load = (number: number, relays?: unknown, author?: unknown) =>
    queryClient.fetchQuery({
      queryKey: noteKey(hex(number)),
      retry: false,
      ...((relays !== undefined || author !== undefined) && { meta: { relays, author } }),
    });
  return { asked, registry, queryClient, load };
};

const settled = async <T>(promise: Promise<T>) => {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  return promise;
};

describe('a note that a repost has in it', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  const original = event(1);
  const load = async (
    embedded: unknown,
    { holds = [] as NostrEvent[], genuine = true, gone = [] as string[] } = {},
  ) => {
    const { requests } = fakeRequests(() => ({ events: holds }));
    const registry = createEventRegistry({ now: () => START, gone: new Set(gone) });
    const check = vi.fn(() => genuine);
    const verify = async (frames: readonly string[]) => frames.map((text) => verifyFrame(text, START / 1_000, check));
    const { queryClient } = startQueries({ requests, registry, verifier: { verify } });
    const query = { queryKey: noteKey(original.id), retry: false, meta: { embedded } };
    const note = await settled(queryClient.fetchQuery<Note | null>(query));
    return { note, registry, check };
  };

  it('is taken from there where no relay has it, once its signature was checked', async () => {
    const { note, registry } = await load(JSON.stringify(original));
    expect(note).toMatchObject({ id: original.id, content: 'note 1', imageUrls: [] });
    expect(registry.get(original.id)).toMatchObject(original);
    expect((await load(JSON.stringify(original), { genuine: false })).note).toBeNull();
  });

  it('is not looked at where a relay has it', async () => {
    const { note, check } = await load(JSON.stringify(original), { holds: [original] });
    expect(note).toMatchObject({ id: original.id });
    expect(check).not.toHaveBeenCalled();
  });

  it('is nothing where it is another, no note, deleted or unreadable', async () => {
    for (const other of [event(2), { ...original, kind: 30_023 }])
      expect((await load(JSON.stringify(other))).note).toBeNull();
    expect((await load(JSON.stringify(original), { gone: [original.id] })).note).toBeNull();
    for (const text of ['', '+', '{', '{}', `${JSON.stringify(event(2))},${JSON.stringify(original)}`, 7, undefined])
      expect((await load(text)).note).toBeNull();
  });
});

describe('single notes', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[NOTE-03] [NOTE-04] asks the default relays for one note of kind 1, for at most 10 s', async () => {
    const { asked, load } = setUp(() => ({ events: [event(1)] }));
    expect(await settled(load(1))).toMatchObject({ id: hex(1), content: 'note 1', imageUrls: [], videoUrls: [] });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ filters: [{ kinds: [1], ids: [hex(1)], limit: 1 }], timeoutMs: 10_000 });
    expect(asked[0]?.relays).toEqual(RELAYS.read);
  });

  it('[NOTE-03] asks no relay for what is no id, with or without other notes', async () => {
    const { asked, queryClient, load } = setUp(() => ({ events: [event(1)] }));
    const wrong = ['', 'abc', hex(0xa).toUpperCase()].map((id) => queryClient.fetchQuery({ queryKey: noteKey(id) }));
    expect(await settled(Promise.all([load(1), ...wrong]))).toMatchObject([{ id: hex(1) }, null, null, null]);
    expect(asked.map(({ filters }) => filters)).toEqual([[{ kinds: [1], ids: [hex(1)], limit: 1 }]]);
  });

  it('[NOTE-02] says when the note first arrived', async () => {
    const { registry, load } = setUp();
    registry.add(event(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await settled(load(1))).toMatchObject({ receivedAt: START });
  });

  it('asks for several notes by one REQ', async () => {
    const { asked, load } = setUp(() => ({ events: [event(1), event(2)] }));
    await settled(Promise.all([load(1), load(2)]));
    expect(asked.map(({ filters }) => filters)).toEqual([[{ kinds: [1], ids: [hex(1), hex(2)], limit: 2 }]]);
  });

  it('asks no relay for what is in the registry', async () => {
    const { asked, registry, load } = setUp();
    registry.add(event(1));
    expect(await load(1)).toMatchObject({ id: hex(1) });
    expect(asked).toHaveLength(0);
  });

  it('is null when relays answered and have no such note, or something else under its id', async () => {
    const { load } = setUp(() => ({ events: [event(2, 7), event(3)] }));
    expect(await settled(Promise.all([load(1), load(2)]))).toEqual([null, null]);
  });

  it('fails when no relay answered', async () => {
    const { load } = setUp(() => ({ outcomes: SILENT }));
    await expect(settled(load(1))).rejects.toThrow('no-relay-answered');
  });

  it('shows a note that comes when the relays have had their time', async () => {
    const { asked, queryClient, load } = setUp(() => ({ outcomes: SILENT }));
    await expect(settled(load(1))).rejects.toThrow('no-relay-answered');
    asked[0]?.onLate?.(event(2), 'wss://one.example');
    asked[0]?.onLate?.(event(1), 'wss://one.example');
    expect(queryClient.getQueryData(noteKey(hex(1)))).toMatchObject({ id: hex(1), content: 'note 1' });
    expect(queryClient.getQueryData(noteKey(hex(2)))).toBeUndefined();
  });

  it('shows a note at once and closes the request when all are found', async () => {
    const { asked, load } = setUp(({ signal }) => {
      const { promise, reject } = Promise.withResolvers<Answer>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    const [one, two] = [load(1), load(2)];
    await vi.advanceTimersByTimeAsync(60);
    asked[0]?.onEvent?.(event(1), 'wss://one.example');
    expect(await one).toMatchObject({ id: hex(1) });
    expect(asked[0]?.signal?.aborted).toBe(false);
    asked[0]?.onEvent?.(event(2), 'wss://one.example');
    expect(await two).toMatchObject({ id: hex(2) });
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it('asks the hinted relays only for what the others do not have', async () => {
    const { asked, load } = setUp(({ relays }) => ({
      events: [relays?.[0] === 'wss://hint.example' ? event(2) : event(1)],
    }));
    const notes = Promise.all([
      load(1, ['wss://unused.example']),
      load(2, ['WSS://Hint.example/', 'no url', 5]),
      load(3),
    ]);
    expect(await settled(notes)).toMatchObject([{ id: hex(1) }, { id: hex(2) }, null]);
    expect(asked.map(({ relays }) => relays)).toEqual([RELAYS.read, ['wss://hint.example']]);
    expect(asked[1]?.filters[0]?.ids).toEqual([hex(2), hex(3)]);
  });

  it('[FEED-03] looks where the author writes for what the relays of the user do not have', async () => {
    const author = hex(0xa);
    const list = fakeEvent({
      id: hex(9),
      kind: 10_002,
      pubkey: author,
      tags: [
        ['r', 'wss://theirs.example', 'write'],
        ['r', 'wss://inbox.example', 'read'],
        ['r', 'wss://one.example'],
        ['r', 'ws://127.0.0.1:7000', 'write'],
      ],
    });
    const { asked, load } = setUp(({ filters: [filter], relays }) => ({
      events: filter?.kinds?.includes(10_002) ? [list] : relays?.includes('wss://theirs.example') ? [event(1)] : [],
    }));
    const notes = Promise.all([load(1, [], author), load(2), load(3, [], 'nobody')]);
    notes.catch(() => {});
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(200);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await notes).toMatchObject([{ id: hex(1) }, null, null]);
    expect(asked.at(-1)).toMatchObject({ relays: ['wss://theirs.example'], filters: [{ ids: [hex(1)] }] });
  });

  it('does not mind hints of any shape', async () => {
    const { asked, load } = setUp();
    expect(await settled(Promise.all([load(1, 'wss://x.example'), load(2, [{}, null]), load(3, [])]))).toEqual([
      null,
      null,
      null,
    ]);
    expect(asked).toHaveLength(1);
  });

  it('[ROUTE-39] asks again after 30 s and keeps the note for 10 min', async () => {
    const { asked, queryClient, load } = setUp(() => ({ events: [] }));
    await settled(load(1));
    await vi.advanceTimersByTimeAsync(29_000);
    await settled(load(1));
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await settled(load(1));
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(queryClient.getQueryData(noteKey(hex(1)))).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryClient.getQueryData(noteKey(hex(1)))).toBeUndefined();
  });
});

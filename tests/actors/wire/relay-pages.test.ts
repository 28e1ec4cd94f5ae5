import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { RELAY_PAGES_MOST } from '#domain/relays/relays-limits.ts';
import { readPages } from '#actors/wire/relay-pages.ts';
import { timeUntil } from '#tests/support/app-time.ts';
import { createFakeRelays, type FakeRelay } from '#tests/support/fake-relays.ts';

const ME = 'a'.repeat(64);
const FILTER: Filter = { kinds: [7375], authors: [ME] };
const URL = 'wss://one.example';

const eventAt = (at: number, name = at): NostrEvent => ({
  id: String(name).padStart(64, '0'),
  pubkey: ME,
  created_at: at,
  kind: 7375,
  tags: [],
  content: '',
  sig: '',
});
const events = Array.from({ length: 120 }, (_, at) => eventAt(at + 1));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const read = async (relay: Partial<FakeRelay>) => {
  const world = createFakeRelays([{ url: URL, events, ...relay }]);
  const found = new Set<string>();
  const reading = readPages(
    { requests: world.requests, onEvent: ({ id }) => void found.add(id), signal: new AbortController().signal },
    URL,
    FILTER,
  );
  const began = Date.now();
  return { end: await timeUntil(reading), found: found.size, asked: world.asked.length, ms: Date.now() - began };
};

describe('reading all that a relay has', () => {
  it('[WEV-08] asks on behind a page, however little the relay gives at once', async () => {
    for (const cap of [1, 7, 50, 250]) expect(await read({ cap })).toMatchObject({ end: 'whole', found: 120 });
    expect(await read({ events: [] })).toMatchObject({ end: 'whole', found: 0, asked: 1 });
  });

  it('[WEV-08] finds what happened in the same second as the last of a page', async () => {
    const crowd = [...[1, 2, 3].map((name) => eventAt(5, name)), eventAt(4, 9), eventAt(6, 8)];
    expect(await read({ events: crowd, cap: 3 })).toMatchObject({ found: 5 });
  });

  it('[WEV-08] ends with a relay that sends the same for ever, never ends, refuses, or cannot be reached', async () => {
    expect(await read({ fault: 'endless' })).toMatchObject({ end: 'whole', found: 120 });
    const same = createFakeRelays([{ url: URL, events }]);
    const stuck = {
      fetch: (request: Parameters<typeof same.requests.fetch>[0]) =>
        same.requests.fetch({ ...request, filters: [{ ...FILTER, limit: 10 }] }),
    };
    const found = new Set<string>();
    const signal = new AbortController().signal;
    const reading = readPages({ requests: stuck, onEvent: ({ id }) => void found.add(id), signal }, URL, FILTER);
    expect(await timeUntil(reading)).toBe('whole');
    expect([found.size, same.asked.length]).toEqual([10, 3]);

    expect(await read({ fault: 'silent', cap: 50 })).toMatchObject({ end: 'silent', found: 120 });
    expect(await read({ fault: 'closed' })).toMatchObject({ end: 'silent', found: 0, asked: 1 });
    expect(await read({ fault: 'offline' })).toMatchObject({ end: 'silent', found: 0, asked: 1 });
  });

  it('waits before each page, asks for no more once it has enough, and ends with what throws', async () => {
    const world = createFakeRelays([{ url: URL, events, cap: 50 }]);
    const { signal } = new AbortController();
    let ready = 0;
    const pages = { requests: world.requests, signal, onEvent: () => {}, ready: async () => void (ready += 1) };
    expect(await timeUntil(readPages({ ...pages, most: 60 }, URL, FILTER))).toBe('cut');
    expect([ready, world.asked.length]).toEqual([2, 2]);
    const full = () => {
      throw new Error('no room');
    };
    const reading = readPages({ ...pages, onEvent: full }, URL, FILTER).catch((error: Error) => error.message);
    expect(await timeUntil(reading)).toBe('no room');
    expect(world.asked).toHaveLength(3);
  });

  it('[WEV-08] is over in the end with one that makes up new pages', async () => {
    let made = 0;
    const signal = new AbortController().signal;
    const answer = async () => {
      made += 1;
      return { events: [eventAt(1_000_000 - made)], outcomes: [{ relay: URL, outcome: 'eose' as const }] };
    };
    expect(await readPages({ requests: { fetch: answer }, onEvent: () => {}, signal }, URL, FILTER)).toBe('cut');
    expect(made).toBe(RELAY_PAGES_MOST);
  });
});

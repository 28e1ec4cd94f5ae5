import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { encodeNote, encodeNpub } from '#domain/protocol/identifiers.ts';
import { BECH32_MAX_CHARACTERS, URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { PREFETCH_HOVER_DELAY_MS } from '#domain/shell/shell-limits.ts';
import { createPrefetchIntent } from '#ui/prefetch-intent.ts';
import { readSearch } from '#ui/search-params.ts';

const ID = 'a'.repeat(64);

describe('search parameters', () => {
  it('[ROUTE-17] [ROUTE-18] [ROUTE-19] [ROUTE-20] hold the state of every overlay', () => {
    expect(readSearch({ settings: 'true', contacts: 'followers', thread: ID })).toEqual({
      settings: true,
      contacts: 'followers',
      thread: ID,
    });
    expect(readSearch({ contacts: 'following', relayDiscovery: true, profileMenu: 'true' })).toEqual({
      contacts: 'following',
      relayDiscovery: true,
      profileMenu: true,
    });
    const beside = { receive: true, inspect: true, saveRecording: 'last' };
    expect(readSearch({ receive: 'true', inspect: 'true', saveRecording: 'last' })).toEqual(beside);
    const ofNote = { noteMenu: ID, noteEvent: ID, react: ID };
    expect(readSearch(ofNote)).toEqual(ofNote);
    expect(readSearch({ image: '2', of: ID, q: '#bitcoin' })).toEqual({ image: 2, of: ID, q: '#bitcoin' });
  });

  it('leave out what is unknown or makes no sense', () => {
    expect(
      readSearch({ settings: 'yes', contacts: 'friends', thread: ['a', 'b'], image: '-1', of: '', q: {}, evil: '1' }),
    ).toEqual({});
    expect(readSearch({ thread: 'x'.repeat(3_000), image: '1.5' })).toEqual({});
  });

  it('[ROUTE-17] take what is looked for and what is paid as long as it may be', () => {
    const [code, request] = ['x'.repeat(BECH32_MAX_CHARACTERS), 'x'.repeat(REQUEST_MAX_CHARACTERS)];
    expect(readSearch({ q: code, money: request })).toEqual({ q: code, money: request });
    expect(readSearch({ money: `${request}x` })).toEqual({});
  });

  it('[ROUTE-27] take the address of a relay as long as one may be', () => {
    const longest = `wss://relay.example/${'x'.repeat(URL_MAX_CHARACTERS)}`.slice(0, URL_MAX_CHARACTERS);
    expect(normalizeRelayUrl(longest)).toBe(longest);
    expect(readSearch({ relay: longest, removeRelay: longest })).toEqual({ relay: longest, removeRelay: longest });
    expect(readSearch({ removeRelay: `${longest}x` })).toEqual({});
  });

  it('keep the number of a picture, of a link and of an address', () => {
    for (const image of [0, '0', 7, '7']) expect(readSearch({ image })).toEqual({ image: Number(image) });
    for (const image of ['', 'x', '-1', true, null]) expect(readSearch({ image })).toEqual({});
  });
});

describe('prefetch on intent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const resting = (connection: object = {}) => {
    const load = vi.fn(async () => {});
    return { load, intent: createPrefetchIntent({ connection: () => connection, load }) };
  };

  it.each(['/', `/note/${encodeNote(ID)}`, `/npub/${encodeNpub(ID)}`, '/create'])(
    '[ROUTE-32] [ROUTE-33] loads %s after 80 ms, not before',
    (href) => {
      const { load, intent } = resting();
      intent.begin(href);
      vi.advanceTimersByTime(PREFETCH_HOVER_DELAY_MS - 1);
      expect(load).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(load).toHaveBeenCalledOnce();
    },
  );

  it('loads nothing when the pointer leaves before, and only the last of several links', () => {
    const { load, intent } = resting();
    intent.begin('/');
    vi.advanceTimersByTime(PREFETCH_HOVER_DELAY_MS - 1);
    intent.end();
    vi.runAllTimers();
    expect(load).not.toHaveBeenCalled();
    intent.begin('/');
    intent.begin('/create');
    vi.runAllTimers();
    expect(load.mock.calls).toEqual([['/create', { screen: 'create' }]]);
  });

  it.each(['/about', '/search', '/note/nonsense', '/npub/npub1nonsense'])(
    '[ROUTE-34] [ROUTE-37] leaves %s alone',
    (href) => {
      const { load, intent } = resting();
      intent.begin(href);
      vi.runAllTimers();
      expect(load).not.toHaveBeenCalled();
    },
  );

  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    '[ROUTE-35] [ROUTE-36] spends nothing on a connection with %o',
    (connection) => {
      const { load, intent } = resting(connection);
      intent.begin('/');
      vi.runAllTimers();
      expect(load).not.toHaveBeenCalled();
    },
  );

  it('[ROUTE-38] ignores errors', async () => {
    const load = vi.fn(async () => Promise.reject(new Error('no')));
    createPrefetchIntent({ connection: () => undefined, load }).begin('/');
    await vi.advanceTimersByTimeAsync(PREFETCH_HOVER_DELAY_MS);
    expect(load).toHaveBeenCalledOnce();
  });
});

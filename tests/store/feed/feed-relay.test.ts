import { describe, expect, it, vi } from 'vitest';
import { createFeedRelay } from '#store/feed/feed-relay.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const ONE = 'wss://one.example';
const preferencesOf = (values = {}) => createPreferences({ storage: fakeStorage(values), window: new EventTarget() });

describe('the one relay that the feed is read from', () => {
  it('is the same after a reload of the tab', () => {
    const [session, preferences] = [fakeStorage(), preferencesOf()];
    createFeedRelay({ session, preferences }).set(ONE);
    expect(createFeedRelay({ session, preferences }).get()).toBe(ONE);
    createFeedRelay({ session, preferences }).set(undefined);
    expect(createFeedRelay({ session, preferences }).get()).toBeUndefined();
  });

  it('[FEED-07] ends Follow Only, and is ended by it', () => {
    const preferences = preferencesOf({ filterByFollow: 'true' });
    const relay = createFeedRelay({ session: fakeStorage(), preferences });
    const heard = vi.fn();
    relay.subscribe(heard);
    relay.set(ONE);
    expect([relay.get(), preferences.get('filterByFollow')]).toEqual([ONE, false]);
    preferences.set('filterByFollow', true);
    expect(relay.get()).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(2);
    preferences.set('filterByFollow', false);
    expect(relay.get()).toBeUndefined();
  });

  it('is none where Follow Only was left on, or what was saved names no relay', () => {
    const session = fakeStorage({ 'feed-relay': ONE });
    expect(createFeedRelay({ session, preferences: preferencesOf({ filterByFollow: 'true' }) }).get()).toBeUndefined();
    for (const text of ['https://one.example', 'one.example', 'javascript:alert(1)'])
      expect(
        createFeedRelay({ session: fakeStorage({ 'feed-relay': text }), preferences: preferencesOf() }).get(),
      ).toBeUndefined();
  });

  it('lasts until the page is left where storage is blocked', () => {
    const relay = createFeedRelay({ session: blockedStorage(), preferences: preferencesOf() });
    relay.set(ONE);
    expect(relay.get()).toBe(ONE);
  });
});

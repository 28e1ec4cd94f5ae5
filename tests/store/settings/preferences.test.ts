import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createPreferences } from '#store/settings/preferences.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const open = (storage: Storage | undefined = fakeStorage(), window = new EventTarget()) => {
  const onUnsaved = vi.fn();
  return { storage, window, onUnsaved, preferences: createPreferences({ storage, window, onUnsaved }) };
};

describe('preferences', () => {
  it('[SET-11] start with Bitcoin, Nostr and News as custom hashtags', () => {
    const { preferences } = open();
    expect(preferences.get('customHashtags')).toEqual(['Bitcoin', 'Nostr', 'News']);
    expect([preferences.get('darkMode'), preferences.get('showReplies'), preferences.get('showReposts')]).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it('[SET-04] keep what was chosen for the next visit, each under its own key', () => {
    const { preferences, storage } = open();
    preferences.set('showReplies', false);
    preferences.set('showReposts', false);
    expect(storage.getItem('showReplies')).toBe('false');
    const again = open(storage).preferences;
    expect([again.get('showReplies'), again.get('showReposts'), again.get('darkMode')]).toEqual([
      false,
      false,
      undefined,
    ]);
  });

  it('[CACHE-31] [CACHE-32] come back each from its own key, whatever was chosen', () => {
    const flags = [
      'darkMode',
      'useAscii',
      'useColor',
      'showReplies',
      'showReposts',
      'imageMode',
      'filterByImageNotesOnly',
      'filterByFollow',
    ] as const;
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.tuple(...flags.map(() => fc.boolean())), fc.array(word, { maxLength: 6 }), (chosen, hashtags) => {
        const { preferences, storage } = open();
        flags.forEach((key, index) => preferences.set(key, chosen[index]!));
        preferences.set('customHashtags', hashtags);
        expect(flags.map((key) => storage.getItem(key))).toEqual(chosen.map(String));
        const again = open(storage).preferences;
        expect(flags.map((key) => again.get(key))).toEqual(chosen);
        expect(again.get('customHashtags')).toEqual(hashtags);
      }),
    );
  });

  it('[SET-06] never switch the NSFW Disrespector off', () => {
    expect(open(fakeStorage({ nsfwBlock: 'false' })).preferences.get('nsfwBlock')).toBe(true);
  });

  it('take over what another tab wrote', () => {
    const { preferences, storage, window } = open();
    const listener = vi.fn();
    const stop = preferences.subscribe(listener);
    storage.setItem('customHashtags', '["Trees"]');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'customHashtags' }));
    expect(preferences.get('customHashtags')).toEqual(['Trees']);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'of something else' }));
    expect(listener).toHaveBeenCalledOnce();
    stop();
    preferences.set('showReplies', false);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('hold for the visit when the storage is blocked, and say so', () => {
    for (const storage of [undefined, blockedStorage()]) {
      const onUnsaved = vi.fn();
      const preferences = createPreferences({ storage, window: new EventTarget(), onUnsaved });
      preferences.set('darkMode', false);
      preferences.set('useAscii', true);
      expect([preferences.get('darkMode'), preferences.get('useAscii')]).toEqual([false, true]);
      expect(onUnsaved).toHaveBeenCalledOnce();
    }
  });

  it('read whatever stands in the storage without harm', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        for (const saved of [text, json]) {
          const { preferences } = open(fakeStorage({ darkMode: saved, customHashtags: saved }));
          expect([true, false, undefined]).toContain(preferences.get('darkMode'));
          expect(preferences.get('customHashtags').every((tag) => typeof tag === 'string')).toBe(true);
        }
      }),
    );
  });
});

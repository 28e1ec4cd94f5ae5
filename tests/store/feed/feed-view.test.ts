import { describe, expect, it, vi } from 'vitest';
import type { Mutes } from '#domain/social/muted.ts';
import { createFeedView } from '#store/feed/feed-view.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const setUp = () => {
  const preferences = createPreferences({ storage: fakeStorage(), window: new EventTarget() });
  let [mutes, tell]: [Mutes, () => void] = [new Set(), () => {}];
  const muted = {
    get: () => mutes,
    subscribe: (listener: () => void) => {
      const before = tell;
      tell = () => {
        before();
        listener();
      };
      return () => void (tell = before);
    },
  };
  const mute = (...people: string[]) => {
    mutes = new Set(people);
    tell();
  };
  return { preferences, mute, view: createFeedView({ preferences, muted }) };
};

describe('what of the feed is wanted', () => {
  it('[FEED-05] [FEED-06] [FEED-10] is what the preferences say, at once', () => {
    const { preferences, view } = setUp();
    const first = { showReplies: true, showReposts: true, imageNotesOnly: false, gallery: false, muted: new Set() };
    expect(view.get()).toEqual(first);
    expect(view.get()).toBe(view.get());
    const seen: unknown[] = [];
    const stop = view.subscribe(() => seen.push(view.get()));
    preferences.set('showReplies', false);
    preferences.set('filterByImageNotesOnly', true);
    expect(seen).toEqual([
      { ...first, showReplies: false },
      { ...first, showReplies: false, imageNotesOnly: true },
    ]);
    stop();
    preferences.set('showReposts', false);
    expect(seen).toHaveLength(2);
    expect(view.get().showReposts).toBe(false);
  });

  it('[FEED-11] is only notes with pictures or videos in Image Mode, whatever was chosen', () => {
    const { preferences, view } = setUp();
    preferences.set('imageMode', true);
    expect(view.get().gallery).toBe(true);
    expect(preferences.get('filterByImageNotesOnly')).toBe(false);
    preferences.set('imageMode', false);
    expect(view.get().gallery).toBe(false);
  });

  it('leaves out whom the user mutes', () => {
    const { mute, view } = setUp();
    const listener = vi.fn();
    view.subscribe(listener);
    mute('anna');
    expect([...view.get().muted]).toEqual(['anna']);
    expect(listener).toHaveBeenCalledOnce();
  });
});

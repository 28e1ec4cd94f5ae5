import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { NOTIFICATION_TYPES } from '#domain/notifications/notifications.ts';
import { createNotificationSettings } from '#store/notifications/notification-settings.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const ANA = 'a'.repeat(64);
const BEN = 'b'.repeat(64);
const NOW = 1_700_000_000_500;

const open = (storage: Storage | undefined = fakeStorage(), now = NOW, window = new EventTarget()) => ({
  storage,
  window,
  settings: createNotificationSettings({ storage, window, now: () => now }),
});

describe('settings of notifications', () => {
  it('[CACHE-31] [NOTIF-11] mute nothing at first, and keep each kind under its own key', () => {
    const { storage, settings } = open();
    expect(Object.values(settings.get().mutes)).toEqual([false, false, false, false, false, false]);
    const keys = ['muteLikes', 'muteReplies', 'muteMentions', 'muteReposts', 'muteZaps', 'muteEcash'];
    for (const [place, type] of NOTIFICATION_TYPES.entries()) {
      settings.mute(type, true);
      expect(keys.map((key) => storage.getItem(key))).toEqual(keys.map((_, at) => (at <= place ? 'true' : null)));
    }
    settings.mute('zap', false);
    expect(open(storage).settings.get().mutes).toMatchObject({ like: true, zap: false });
  });

  it('[CACHE-31] [NOTIF-13] keep for each public key when it looked last', () => {
    const { storage } = open();
    open(storage, NOW).settings.open(ANA, 0);
    open(storage, NOW + 60_000).settings.open(BEN, 0);
    const lastSeen = { [ANA]: 1_700_000_000, [BEN]: 1_700_000_060 };
    expect(JSON.parse(storage.getItem('notificationsLastSeen')!)).toEqual(lastSeen);
    expect(open(storage).settings.get().lastSeen).toEqual(lastSeen);
  });

  it('[NOTIF-13] never go back, and understand a time in ms', () => {
    const { storage, settings } = open(fakeStorage({ notificationsLastSeen: JSON.stringify({ [ANA]: NOW + 5_000 }) }));
    expect(settings.get().lastSeen).toEqual({ [ANA]: 1_700_000_005 });
    settings.open(ANA, 0);
    expect(open(storage).settings.get().lastSeen).toEqual({ [ANA]: 1_700_000_005 });
  });

  it('[NOTIF-13] take over what another tab wrote, and lose nothing of it', () => {
    const { storage, window, settings } = open();
    const listener = vi.fn();
    settings.subscribe(listener);
    // not told yet
    open(storage).settings.open(BEN, 0);
    settings.open(ANA, 0);
    expect(Object.keys(settings.get().lastSeen).toSorted()).toEqual([ANA, BEN]);
    open(storage, NOW + 60_000).settings.open(ANA, 0);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'notificationsLastSeen' }));
    expect(settings.get().lastSeen[ANA]).toBe(1_700_000_060);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('mark what was new when the page was opened, until something newer comes or all is read', () => {
    let now = NOW;
    const settings = createNotificationSettings({
      storage: fakeStorage(),
      window: new EventTarget(),
      now: () => (now += 60_000),
    });
    const opened = (unread: number) => {
      settings.open(ANA, unread);
      return settings.get().readUpTo[ANA];
    };
    expect(opened(3)).toBe(0);
    expect([opened(0), settings.get().lastSeen[ANA]]).toEqual([0, 1_700_000_120]);
    expect([opened(1), settings.get().lastSeen[ANA]]).toEqual([1_700_000_120, 1_700_000_180]);
    settings.readAll(ANA);
    expect(settings.get()).toMatchObject({ lastSeen: { [ANA]: 1_700_000_240 }, readUpTo: { [ANA]: 1_700_000_240 } });
    expect(opened(0)).toBe(1_700_000_240);
  });

  it('mark the same when the page is opened twice at once', () => {
    const { settings } = open(fakeStorage({ notificationsLastSeen: JSON.stringify({ [ANA]: 1_600_000_000 }) }));
    settings.open(ANA, 3);
    settings.open(ANA, 3);
    expect(settings.get().readUpTo[ANA]).toBe(1_600_000_000);
  });

  it('hold without a storage until the page is closed', () => {
    const { settings } = open(blockedStorage());
    settings.mute('like', true);
    settings.open(ANA, 0);
    expect(settings.get()).toMatchObject({ mutes: { like: true }, lastSeen: { [ANA]: 1_700_000_000 } });
  });

  it('take nonsense for nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { settings } = open(fakeStorage({ notificationsLastSeen: text, muteLikes: text }));
        expect(Object.values(settings.get().lastSeen).every(Number.isFinite)).toBe(true);
        settings.open(ANA, 0);
        expect(settings.get().lastSeen[ANA]).toBeGreaterThanOrEqual(1_700_000_000);
      }),
    );
  });
});

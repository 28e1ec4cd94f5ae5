import {
  NOTIFICATION_TYPES,
  type NotificationDesk,
  type NotificationSettings,
  type NotificationType,
} from '#domain/notifications/notifications.ts';
import { isRecord, lasting, parseJson } from '#store/storage/lasting.ts';

type Deps = {
  /** undefined where the browser blocks storage; choices then last until the page is closed */
  readonly storage: Storage | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** ms since the epoch */
  readonly now: () => number;
};

const LAST_SEEN = 'notificationsLastSeen';
const MUTES: Readonly<Record<NotificationType, string>> = {
  like: 'muteLikes',
  reply: 'muteReplies',
  mention: 'muteMentions',
  repost: 'muteReposts',
  zap: 'muteZaps',
};
const KEYS: readonly string[] = [LAST_SEEN, ...Object.values(MUTES)];

/** Later than any time in seconds: what is larger was written in ms. */
const LAST_SECOND = 1e11;

const readTimes = (json: string | null): Record<string, number> => {
  const saved = parseJson(json);
  const entries = Object.entries(isRecord(saved) ? saved : {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  );
  return Object.fromEntries(
    entries.map(([pubkey, at]) => [pubkey, Math.floor(at > LAST_SECOND ? at / 1000 : at)] as const),
  );
};

/** Which notifications the user wants, and when each account looked at them last, in the local storage. */
export const createNotificationSettings = ({ storage, window, now }: Deps): NotificationDesk => {
  const kept = lasting(storage);
  const listeners = new Set<() => void>();
  let readUpTo: Readonly<Record<string, number>> = {};
  const read = (): NotificationSettings => ({
    mutes: Object.fromEntries(
      NOTIFICATION_TYPES.map((type) => [type, kept.get(MUTES[type]) === 'true'] as const),
    ) as NotificationSettings['mutes'],
    lastSeen: readTimes(kept.get(LAST_SEEN)),
    readUpTo,
  });
  let settings = read();
  const look = () => {
    settings = read();
    for (const listener of listeners) listener();
  };
  /** Returns the time, which is never before that of the last look. */
  const see = (pubkey: string): number => {
    // read anew: another tab may have looked at another account
    const times = readTimes(kept.get(LAST_SEEN));
    const at = Math.max(times[pubkey] ?? 0, Math.floor(now() / 1000));
    if (at !== times[pubkey]) kept.set(LAST_SEEN, JSON.stringify({ ...times, [pubkey]: at }));
    return at;
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || KEYS.includes(key)) look();
  });
  return {
    get: () => settings,
    mute(type, muted) {
      kept.set(MUTES[type], String(muted));
      look();
    },
    open(pubkey, unread) {
      const before = settings.lastSeen[pubkey] ?? 0;
      // a page that is drawn twice at once is opened once
      const isLater = see(pubkey) > before;
      if ((unread > 0 && isLater) || readUpTo[pubkey] === undefined) readUpTo = { ...readUpTo, [pubkey]: before };
      look();
    },
    readAll(pubkey) {
      readUpTo = { ...readUpTo, [pubkey]: see(pubkey) };
      look();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

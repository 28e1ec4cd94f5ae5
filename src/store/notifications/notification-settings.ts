import {
  NOTIFICATION_TYPES,
  type NotificationControls,
  type NotificationSettings,
  type NotificationType,
} from '#domain/notifications/notifications.ts';
import { readUpToAfter } from '#domain/notifications/read-marks.ts';
import { isRecord } from '#domain/record.ts';
import { toSeconds } from '#domain/units.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { parseJson } from '#store/storage/browser-storage.ts';

type Deps = StoredIn & {
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
  ecash: 'muteEcash',
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
export const createNotificationSettings = ({ now, ...place }: Deps): NotificationControls => {
  let readUpTo: Readonly<Record<string, number>> = {};
  const settings = storedValue(place, KEYS, (text): NotificationSettings => ({
    mutes: Object.fromEntries(
      NOTIFICATION_TYPES.map((type) => [type, text(MUTES[type]) === 'true'] as const),
    ) as NotificationSettings['mutes'],
    lastSeen: readTimes(text(LAST_SEEN)),
    readUpTo,
  }));
  /** Never before the last look, which another tab may have taken. */
  const lookOf = (pubkey: string) => {
    const times = settings.read().lastSeen;
    const at = Math.max(times[pubkey] ?? 0, toSeconds(now()));
    return { at, texts: { [LAST_SEEN]: JSON.stringify({ ...times, [pubkey]: at }) } };
  };
  return {
    get: settings.get,
    mute: (type, muted) => void settings.write({ [MUTES[type]]: String(muted) }),
    open(pubkey, unread) {
      const before = settings.get().lastSeen[pubkey] ?? 0;
      const { at, texts } = lookOf(pubkey);
      readUpTo = { ...readUpTo, [pubkey]: readUpToAfter({ readUpTo: readUpTo[pubkey], before, at, unread }) };
      settings.write(texts);
    },
    readAll(pubkey) {
      const { at, texts } = lookOf(pubkey);
      readUpTo = { ...readUpTo, [pubkey]: at };
      settings.write(texts);
    },
    subscribe: settings.subscribe,
  };
};

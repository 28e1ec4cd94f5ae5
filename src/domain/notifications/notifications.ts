import { saysDislike } from '#domain/note/dislike.ts';
import { byNewest, isHex64, tagsNamed, type EventRef, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { Mutes } from '#domain/social/muted.ts';
import { repostTarget } from '#domain/note/note.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { noProviderIsKnown, parseZapReceipt, type AcceptsZap } from '#domain/wallet/zap.ts';
import { toSeconds } from '#domain/units.ts';
import {
  NOTIFICATION_GLOW_TIERS,
  NOTIFICATIONS_WINDOW_MS,
  NOTIFICATIONS_MAX,
  NOTIFICATIONS_LIMIT,
} from './notifications-limits.ts';

/** The kinds of notifications, in the order in which they can be chosen. */
export const NOTIFICATION_TYPES = ['like', 'reply', 'mention', 'repost', 'zap', 'ecash'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Something that somebody did to the user or to a note of theirs (NOTIF-01), or sent them in private. */
export type Notification = {
  readonly type: NotificationType;
  /** what makes it one: the id of the event, or of the request that a zap receipt quotes */
  readonly deed: string;
  /** public key of who did it; of a zap the payer, not the provider that signed the receipt */
  readonly actor: string;
  /** seconds; never later than it arrived */
  readonly created_at: number;
  readonly event: NostrEvent;
  /** ms; when a reply or a mention came (NOTE-02) */
  readonly receivedAt?: number;
  /** the note that was liked, reposted or zapped; of replies and mentions the note itself; undefined: the user */
  readonly subject: EventRef | undefined;
  /** whether the user wrote the note that was liked, reposted or zapped, as the event has it; the note itself decides (`objectOf`) */
  readonly own: boolean;
  /** of a zap whose receipt is by the provider of the user, and of ecash; 0 where nobody may attest that it was paid */
  readonly sats: number;
  /** what the payer wrote */
  readonly comment: string;
};

/** What the user wants to hear of, and up to when they have looked. */
export type NotificationSettings = {
  /** types that are left out (NOTIF-11) */
  readonly mutes: Readonly<Record<NotificationType, boolean>>;
  /** seconds, by public key (NOTIF-13) */
  readonly lastSeen: Readonly<Record<string, number>>;
  /** seconds, by public key: what is newer is marked on the page; of this tab only */
  readonly readUpTo: Readonly<Record<string, number>>;
};

export type NotificationControls = {
  get(): NotificationSettings;
  mute(type: NotificationType, muted: boolean): void;
  /**
   * The page is opened: nothing is unread any more. What was, `unread` in number, stays marked; when there was nothing, the
   * marks stay as they are, as for somebody who comes back from a thread.
   */
  open(pubkey: string, unread: number): void;
  /** Nothing is marked any more. */
  readAll(pubkey: string): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The query of the notifications of a user; its data is `readonly Notification[]`, the newest first. */
export const notificationsKey = (pubkey: string) => ['notifications', pubkey] as const;

const KINDS = [KIND.reaction, KIND.textNote, KIND.repost, KIND.zap];

/** What relays are asked: one filter for each kind, of the last 24 hours (NOTIF-02). `now` in ms. */
export const notificationFilters = (pubkey: string, now: number): Filter[] => {
  const since = toSeconds(now - NOTIFICATIONS_WINDOW_MS);
  return KINDS.map((kind) => ({ kinds: [kind], '#p': [pubkey], since, limit: NOTIFICATIONS_LIMIT }));
};

/** Who is told, and when, in ms. `receivedAt`: when an event came, where that is known. */
type Reader = {
  readonly me: string;
  readonly now: number;
  readonly acceptsZap?: AcceptsZap;
  readonly receivedAt?: (id: string) => number | undefined;
};

type Particulars = Pick<Notification, 'type' | 'subject'> & Partial<Notification>;

const lastNamed = (event: NostrEvent, name: string) => tagsNamed(event, name).findLast(([, value]) => isHex64(value));

/** The author of the note that an event is about should be its last p tag (NIP-25, NIP-18). */
const isOwn = (event: NostrEvent, me: string): boolean => lastNamed(event, 'p')?.[1] === me;

/** A zap is told once, when its payer asked for it: others can sign receipts that quote the same request again. */
const zapParticulars = (event: NostrEvent, { me, acceptsZap = noProviderIsKnown }: Reader): Particulars | undefined => {
  const zap = parseZapReceipt(event);
  if (zap?.recipient !== me) return undefined;
  const subject = zap.noteId === undefined ? undefined : { id: zap.noteId, relays: [], author: me };
  const sats = acceptsZap(zap) ? zap.sats : 0;
  const created_at = Math.min(event.created_at, zap.requestedAt);
  return {
    type: 'zap',
    deed: zap.requestId,
    actor: zap.sender,
    created_at,
    subject,
    own: true,
    sats,
    comment: zap.comment,
  };
};

const particulars = (event: NostrEvent, reader: Reader): Particulars | undefined => {
  const { me } = reader;
  switch (event.kind) {
    case KIND.reaction: {
      const [, id, relay] = lastNamed(event, 'e') ?? [];
      const subject = id === undefined ? undefined : { id, relays: relayHints([relay]) };
      return { type: 'like', subject, own: isOwn(event, me) };
    }
    case KIND.textNote: {
      const type = lastNamed(event, 'e') === undefined ? 'mention' : 'reply';
      const receivedAt = reader.receivedAt?.(event.id) ?? reader.now;
      return { type, receivedAt, subject: { id: event.id, relays: [], author: event.pubkey } };
    }
    case KIND.repost:
      return { type: 'repost', subject: repostTarget(event), own: isOwn(event, me) };
    case KIND.zap:
      return zapParticulars(event, reader);
    default:
      return undefined;
  }
};

/**
 * What a verified event tells the user `me` (NOTIF-04 to NOTIF-08). Undefined when it does not name them, when they did it
 * themselves, and for a zap whose receipt does not agree with its request.
 */
export const notificationOf = (event: NostrEvent, reader: Reader): Notification | undefined => {
  const { me, now } = reader;
  if (!tagsNamed(event, 'p').some(([, pubkey]) => pubkey === me)) return undefined;
  const found = particulars(event, reader);
  if (found === undefined) return undefined;
  const {
    created_at: at,
    deed,
    actor,
  } = { created_at: event.created_at, deed: event.id, actor: event.pubkey, ...found };
  const created_at = Math.min(at, toSeconds(now));
  return actor === me ? undefined : { event, own: false, sats: 0, comment: '', ...found, deed, actor, created_at };
};

/** The newest first. */
export const byTime = (a: Notification, b: Notification): number =>
  b.created_at - a.created_at || byNewest(a.event, b.event);

/**
 * Adds events to the notifications of `me`: each event once (NOTIF-09), the newest first (NOTIF-10), none older than 24
 * hours, and the newest NOTIFICATIONS_MAX at most. The same list when nothing changed.
 */
export const withNotifications = (
  known: readonly Notification[],
  events: readonly NostrEvent[],
  reader: Reader,
): readonly Notification[] => {
  const oldest = toSeconds(reader.now - NOTIFICATIONS_WINDOW_MS);
  const deeds = new Map(known.map(({ deed, sats }) => [deed, sats]));
  const added = events.flatMap((event) => {
    const found = deeds.has(event.id) ? undefined : notificationOf(event, reader);
    // a receipt that somebody attests takes the place of one that anybody may have signed
    if (found === undefined || (deeds.get(found.deed) ?? -1) >= found.sats) return [];
    deeds.set(found.deed, found.sats);
    return found;
  });
  const kept = known.filter(({ deed, sats }) => deeds.get(deed) === sats);
  const latest = new Map([...kept, ...added].map((one) => [one.deed, one]));
  const all = [...latest.values()].filter(({ created_at }) => created_at >= oldest);
  if (added.length === 0 && all.length === known.length) return known;
  return all.sort(byTime).slice(0, NOTIFICATIONS_MAX);
};

/** What is left without muted people and muted words, also those of a payer, hashtags and threads. */
export const unmutedNotifications = (notifications: readonly Notification[], muted: Mutes): readonly Notification[] =>
  notifications.filter(
    ({ actor, event, comment }) =>
      !muted.has(actor) && !muted.hides?.(comment === '' ? event : { ...event, content: comment }),
  );

/** What is left without muted types (NOTIF-11). */
export const shownNotifications = (
  notifications: readonly Notification[],
  mutes: NotificationSettings['mutes'],
): readonly Notification[] => notifications.filter(({ type }) => !mutes[type]);

/** How many are newer than `lastSeen`, in seconds (NOTIF-12). */
export const unreadCount = (notifications: readonly Notification[], lastSeen: number): number =>
  notifications.filter(({ created_at }) => created_at > lastSeen).length;

/** How bright the square glows for so many unread notifications: 0 to 4 (HEAD-10). */
export const glowTier = (unread: number): number => {
  const tier = NOTIFICATION_GLOW_TIERS.findIndex((most) => unread <= most);
  return tier < 0 ? NOTIFICATION_GLOW_TIERS.length : tier;
};

/** Whether what is told as a like is a dislike. */
export const isDislike = ({ type, event }: Pick<Notification, 'type' | 'event'>): boolean =>
  type === 'like' && saysDislike(event.content);

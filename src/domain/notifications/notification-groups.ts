import { tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { isReply } from '#domain/thread/thread.ts';
import { byTime, isDislike, type Notification } from './notifications.ts';

/** What is shown as one row. */
export type NotificationGroup = {
  readonly key: string;
  /** the newest of them, which stands for the others */
  readonly newest: Notification;
  readonly members: readonly Notification[];
  /** public keys, each once, who did it last first */
  readonly actors: readonly string[];
};

/** Likes, dislikes and reposts of one note are one row; words and payments stand alone. */
const groupKey = (notification: Notification): string => {
  const { type, event, subject } = notification;
  const alone = subject === undefined || (type !== 'like' && type !== 'repost');
  return alone ? event.id : `${isDislike(notification) ? 'dislike' : type} ${subject.id}`;
};

/** The rows of the page, the one with the newest event first. */
export const groupNotifications = (notifications: readonly Notification[]): readonly NotificationGroup[] =>
  [...Map.groupBy(notifications.toSorted(byTime), groupKey)].map(([key, members]) => ({
    key,
    newest: members[0]!,
    members,
    actors: [...new Set(members.map(({ actor }) => actor))],
  }));

/**
 * What something was done to, for the user `me`: a note of theirs, or somebody else's that names them or not. The note itself tells
 * it; what the event says of it, which anybody can write, stands only until the note is there.
 */
export const objectOf = (
  { own }: Pick<Notification, 'own'>,
  note: NostrEvent | null | undefined,
  me: string | undefined,
): 'own note' | 'own reply' | 'naming' | 'other' => {
  if (!note) return own ? 'own note' : 'naming';
  if (note.pubkey === me) return isReply(note) ? 'own reply' : 'own note';
  return tagsNamed(note, 'p').some(([, pubkey]) => pubkey === me) ? 'naming' : 'other';
};

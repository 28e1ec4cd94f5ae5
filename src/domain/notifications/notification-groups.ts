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
  const { type, event, subject, own } = notification;
  const alone = subject === undefined || (type !== 'like' && type !== 'repost');
  return alone ? event.id : [isDislike(notification) ? 'dislike' : type, own, subject.id].join(' ');
};

/** The rows of the page, the one with the newest event first. */
export const groupNotifications = (notifications: readonly Notification[]): readonly NotificationGroup[] =>
  [...Map.groupBy(notifications.toSorted(byTime), groupKey)].map(([key, members]) => ({
    key,
    newest: members[0]!,
    members,
    actors: [...new Set(members.map(({ actor }) => actor))],
  }));

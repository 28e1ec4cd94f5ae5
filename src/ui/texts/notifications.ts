import type { NotificationType } from '#domain/notifications/notifications.ts';
import { pluralPick } from '#domain/text/numbers.ts';
import { sats } from './sats.ts';

const pick = pluralPick('en');

/** What the views of notifications say. */
export const notificationTexts = {
  title: 'Notifications',
  /** beyond the last tier the square shows its bound only */
  unreadCount: (unread: number, most: number) =>
    unread === 0 ? 'Notifications' : `Notifications, ${unread > most ? `more than ${most}` : unread} unread`,
  unread: 'unread',
  markAll: 'Mark all read',
  kinds: 'Show these kinds',
  kind: {
    like: 'Likes',
    reply: 'Replies',
    mention: 'Mentions',
    repost: 'Reposts',
    zap: 'Zaps',
    ecash: 'Ecash',
  } satisfies Record<NotificationType, string>,
  and: ' and ',
  others: (count: number) => ` and ${count} ${pick(count, { one: 'other', other: 'others' })}`,
  /** what so many people did, between their names and the note */
  did: {
    like: (_people: number) => 'liked',
    dislike: (_people: number) => 'disliked',
    reply: (_people: number) => 'replied',
    mention: (_people: number) => 'mentioned you',
    repost: (_people: number) => 'reposted',
    zap: (_people: number) => 'zapped',
  },
  /** before the name of who sent it */
  ecashFrom: 'Ecash from',
  byMessage: 'by private message',
  unknownMint: 'from a mint you do not use',
  yourNote: 'your note',
  yourReply: 'your reply',
  yourProfile: 'your profile',
  quotesYours: 'Quotes your note',
  othersNote: 'a note that mentions you',
  mutedNote: 'a muted note',
  /** before a name */
  noteBy: 'a note by',
  sats: (count: number) => sats(count),
  /** a zap whose payment nobody confirmed who would know */
  unconfirmed: 'payment not confirmed',
  comment: (text: string) => `“${text}”`,
  covered: (reason: string) => `Content warning: ${reason}`,
  reach: 'Notifications go back 24 hours.',
  visitor: {
    title: 'Login Required',
    why: 'Log in to see who liked, replied to or reposted your notes.',
    logIn: 'Log in',
  },
  empty: { title: 'Nothing new', why: 'Likes, replies, mentions, reposts and zaps show up here.' },
  hidden: {
    title: 'None of these kinds',
    why: 'What arrived is of kinds that are switched off above.',
    show: 'Show all kinds',
  },
  failed: 'Notifications could not be loaded',
  offline: 'No relay is answering',
  offlineWhy: 'None of your relays answered. The app tries again as soon as one can be reached.',
  offlineShown: 'Earlier ones are below. New ones arrive as soon as a relay can be reached.',
} as const;

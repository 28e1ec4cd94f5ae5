import { pluralPick } from '#domain/text/numbers.ts';
import type { notificationTexts } from '#ui/texts/notifications.ts';
import type { Words } from '#ui/texts/say.ts';
import { sats } from './sats.ts';

const pick = pluralPick('de');

export const notifications: Words<typeof notificationTexts> = {
  title: 'Mitteilungen',
  unreadCount: (unread, most) =>
    unread === 0 ? 'Mitteilungen' : `Mitteilungen, ${unread > most ? `mehr als ${most}` : unread} ungelesen`,
  unread: 'ungelesen',
  markAll: 'Alle als gelesen markieren',
  kinds: 'Diese Arten zeigen',
  kind: {
    like: 'Likes',
    reply: 'Antworten',
    mention: 'Erwähnungen',
    repost: 'Geteiltes',
    zap: 'Zaps',
    ecash: 'Ecash',
  },
  and: ' und ',
  others: (count) => ` und ${count} ${pick(count, { one: 'weitere Person', other: 'weitere' })}`,
  did: {
    like: (people) => pick(people, { one: 'mag', other: 'mögen' }),
    dislike: (people) => pick(people, { one: 'missbilligt', other: 'missbilligen' }),
    reply: (people) => pick(people, { one: 'antwortet', other: 'antworten' }),
    mention: (people) => pick(people, { one: 'erwähnt dich', other: 'erwähnen dich' }),
    repost: (people) => pick(people, { one: 'teilt', other: 'teilen' }),
    zap: (people) => pick(people, { one: 'zappt', other: 'zappen' }),
  },
  ecashFrom: 'Ecash von',
  byMessage: 'per Privatnachricht',
  unknownMint: 'von einer Mint, die du nicht nutzt',
  yourNote: 'deine Notiz',
  yourReply: 'deine Antwort',
  yourProfile: 'dein Profil',
  quotesYours: 'Zitiert deine Notiz',
  othersNote: 'eine Notiz, die dich erwähnt',
  mutedNote: 'eine stummgeschaltete Notiz',
  noteBy: 'eine Notiz von',
  sats: (count) => sats(count),
  unconfirmed: 'Zahlung nicht bestätigt',
  comment: (text) => `„${text}“`,
  covered: (reason) => `Inhaltswarnung: ${reason}`,
  reach: 'Mitteilungen reichen 24 Stunden zurück.',
  visitor: {
    title: 'Anmeldung nötig',
    why: 'Melde dich an, um zu sehen, wem deine Notizen gefallen, wer antwortet oder sie teilt.',
    logIn: 'Anmelden',
  },
  empty: {
    title: 'Nichts Neues',
    why: 'Hier erscheinen Likes, Antworten, Erwähnungen, Geteiltes und Zaps zu deinen Notizen.',
  },
  hidden: {
    title: 'Nichts von diesen Arten',
    why: 'Was gekommen ist, gehört zu Arten, die oben ausgeschaltet sind.',
    show: 'Alle Arten zeigen',
  },
  failed: 'Mitteilungen konnten nicht geladen werden',
  offline: 'Kein Relay antwortet',
  offlineWhy: 'Keines deiner Relays hat geantwortet. Die App versucht es wieder, sobald eines erreichbar ist.',
  offlineShown: 'Unten steht, was vorher kam. Neues kommt, sobald ein Relay erreichbar ist.',
};

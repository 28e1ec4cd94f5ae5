import { countedIn, pluralPick } from '#domain/text/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { threadTexts } from '#ui/texts/thread.ts';

const pick = pluralPick('de');
const counted = countedIn('de');

export const thread: Words<typeof threadTexts> = {
  title: 'Gespräch',
  copyLink: 'Link kopieren',
  invalid: 'Keine Notiz',
  invalidWhy: 'In diesem Link steht keine gültige Notiz. Prüf ihn.',
  missing: 'Notiz nicht gefunden',
  missingWhy:
    'Keines deiner Relays hat so eine Notiz. Vielleicht liegt sie auf einem anderen, es gibt sie nicht mehr, oder es ist etwas anderes als eine Notiz.',
  deletedWhy: 'Die Person, die sie schrieb, hat sie gelöscht.',
  unreachableWhy: 'Kein Relay hat geantwortet. Sie wird geladen, sobald eines erreichbar ist.',
  partial: 'Ein Teil dieses Gesprächs konnte nicht geladen werden.',
  answer: (name) => `${name} antworten …`,
  draft: 'Entwurf:',
  answerTo: ['An ', ''],
  largeEditor: 'Im großen Editor öffnen',
  replyBy: (name) => `Antwort von ${name}`,
  replies: (count) => counted(count, { one: 'Antwort', other: 'Antworten' }),
  gap: {
    muted: 'Eine stummgeschaltete Notiz',
    missing: 'Eine Notiz, die nicht zu finden war',
    looking: 'Diese Notiz wird gesucht …',
  },
  noReplies: 'Noch keine Antworten',
  looking: 'Antworten werden gesucht …',
  earlier: (count) => `${counted(count, { one: 'frühere Notiz', other: 'frühere Notizen' })} zeigen`,
  more: (count) => `${counted(count, { one: 'weitere Antwort', other: 'weitere Antworten' })} zeigen`,
  order: { oldest: 'Älteste', newest: 'Neueste', zapped: 'Meiste Sats' },
  sort: {
    oldest: 'Antworten sortieren, jetzt älteste zuerst',
    newest: 'Antworten sortieren, jetzt neueste zuerst',
    zapped: 'Antworten sortieren, jetzt meiste Sats zuerst',
  },
  likes: (count) => pick(count, { one: 'Like', other: 'Likes' }),
  reposts: (count) => pick(count, { one: 'Mal geteilt', other: 'Mal geteilt' }),
  askedRelays: (count: number) => ['', ` ${pick(count, { one: 'Relay', other: 'Relays' })} gefragt`],
  seenOn: (count: number) => ['auf ', ` ${pick(count, { one: 'Relay', other: 'Relays' })}`],
  satsFrom: 'Sats aus',
  topZap: (sats) => ` ${pick(sats, { one: 'Sat', other: 'Sats' })}, größter Zap von `,
  zaps: (count) => pick(count, { one: 'Zap', other: 'Zaps' }),
};

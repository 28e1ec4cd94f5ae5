import { countedIn } from '#domain/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { socialTexts } from '#ui/texts/social.ts';

const counted = countedIn('de');

export const social: Words<typeof socialTexts> = {
  reply: 'Antworten',
  repost: 'Teilen',
  quote: 'Zitieren',
  like: 'Gefällt mir',
  dislike: 'Gefällt mir nicht',
  takeBack: 'Zurücknehmen',
  react: 'Reagieren',
  reactTo: (name) => `Auf ${name} reagieren`,
  reactHint: 'Gefällt mir, gefällt mir nicht oder ein Emoji',
  reactions: 'Reaktionen',
  reacted: (content) => `Deine Reaktion ${content}`,
  thread: 'Gespräch öffnen',
  more: 'Mehr',
  likes: (count) => counted(count, { one: 'Mal Gefällt mir', other: 'Mal Gefällt mir' }),
  replies: (count) => counted(count, { one: 'Antwort', other: 'Antworten' }),
  reposts: (count) => counted(count, { one: 'Mal geteilt', other: 'Mal geteilt' }),
  zapped: (sats) => counted(sats, { one: 'Sat gezappt', other: 'Sats gezappt' }),
  follow: 'Folgen',
  following: 'Gefolgt',
  unfollow: 'Nicht mehr folgen',
  followsYou: 'folgt dir',
  mute: 'Stummschalten',
  mutePrivately: 'Für andere unsichtbar stummschalten',
  mutePrivatelyHint: 'Verdeckt die Notizen. Niemand sonst kann es lesen.',
  muteToo: 'Auch stummschalten',
  muted: 'Stummgeschaltet',
  unmute: 'Stummschaltung aufheben',
  muteHint: 'Verdeckt die Notizen. Deine Liste der Stummgeschalteten ist öffentlich.',
  unmuteHint: 'Zeigt die Notizen wieder.',
  someone: (act, name) => `${act}: ${name}`,
  undoing: (state, name, undo) => `${state}: ${name}, ${undo}`,
  followOnly: {
    label: 'Nur Gefolgte',
    aside: 'Nur Gefolgte',
    hint: 'Nur Personen, denen du folgst',
    disabled: 'Melde dich an, um das zu nutzen',
  },
  notLoaded: 'Der Code dafür konnte nicht geladen werden. Versuche es noch einmal.',
  add: {
    follows: { label: 'Jemandem über den Schlüssel folgen', submit: 'Folgen' },
    mutes: { label: 'Jemanden über den Schlüssel stummschalten', submit: 'Stummschalten' },
    placeholder: 'npub1… oder hex',
    secret: 'Das war ein geheimer Schlüssel. Er ist aus dem Feld verschwunden.',
  },
  versions: {
    title: 'Frühere Fassungen auf diesem Gerät',
    restore: 'Wiederherstellen',
    of: (date) => `Fassung vom ${date} wiederherstellen`,
    people: (count) => counted(count, { one: 'Person', other: 'Personen' }),
  },
  unread: {
    follows: 'Kein Relay hat gesagt, wem du folgst.',
    mutes: 'Kein Relay hat gesagt, wen du stummgeschaltet hast.',
    why: 'Gezeigt wird, was dieser Browser noch weiß.',
  },
};

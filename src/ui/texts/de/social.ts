import { countedIn } from '#domain/text/numbers.ts';
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
  mutePrivately: 'Heimlich stummschalten',
  mutePrivatelyHint: 'Blendet die Notizen aus. Niemand sonst kann es sehen.',
  muteToo: 'Auch stummschalten',
  muted: 'Stummgeschaltet',
  unmute: 'Stummschaltung aufheben',
  muteHint: 'Blendet die Notizen aus. Deine Stummliste ist öffentlich.',
  unmuteHint: 'Zeigt die Notizen wieder.',
  someone: (act, name) => `${act}: ${name}`,
  undoing: (state, name, undo) => `${state}: ${name}, ${undo}`,
  followOnly: {
    label: 'Nur Gefolgte',
    aside: 'Nur Gefolgte',
    hint: 'Nur Personen, denen du folgst',
    disabled: 'Melde dich an, um das zu nutzen',
  },
  add: {
    follows: { label: 'Jemandem über den Schlüssel folgen', submit: 'Folgen' },
    mutes: { label: 'Jemanden über den Schlüssel stummschalten', submit: 'Stummschalten' },
    placeholder: 'npub1… oder hex',
    secret: 'Das war ein geheimer Schlüssel. Er wurde aus dem Feld entfernt.',
  },
  versions: {
    title: 'Frühere Fassungen auf diesem Gerät',
    restore: 'Wiederherstellen',
    of: (date) => `Fassung vom ${date} wiederherstellen`,
    people: (count) => counted(count, { one: 'Person', other: 'Personen' }),
  },
  unread: {
    follows: 'Keines deiner Relays hat deine Follow-Liste.',
    mutes: 'Keines deiner Relays hat deine Stummliste.',
    why: 'Du siehst, was dieser Browser sich gemerkt hat.',
  },
};

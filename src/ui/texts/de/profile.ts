import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { pluralPick } from '#domain/text/numbers.ts';
import type { profileTexts } from '#ui/texts/profile.ts';
import type { Words } from '#ui/texts/say.ts';

const pick = pluralPick('de');

export const profile: Words<typeof profileTexts> = {
  title: 'Profil',
  invalid: 'Ungültiger npub',
  invalidWhy:
    'In diesem Link steht kein gültiges Profil: Er braucht einen npub, ein nprofile oder einen Schlüssel aus 64 Hex-Zeichen.',
  of: 'Profil von ',
  failed: 'Profil konnte nicht geladen werden',
  failedWhy: 'Keines deiner Relays hat dieses Profil.',
  unreadable: 'Was deine Relays davon haben, ist nicht lesbar.',
  unanswered: 'Keines deiner Relays hat geantwortet.',
  notYet: 'Du hast noch kein Profil.',
  notYetWhy: 'Füg deinen Namen und ein Bild hinzu.',
  begin: 'Profil anlegen',
  lightning: 'Lightning-Adresse:',
  copyNpub: 'npub kopieren',
  more: 'Mehr',
  copyLink: 'Link kopieren',
  backToNote: 'Zurück zur Notiz',
  parts: 'Bereiche des Profils',
  lists: 'Listen des Profils',
  counts: {
    following: () => ['folgt ', ''],
    followers: () => ['', ' Follower'],
    relays: (count: number) => ['', count === 1 ? ' Relay' : ' Relays'],
  },
  tabs: {
    notes: 'Notizen',
    replies: 'Antworten',
    media: 'Medien',
    likes: 'Likes',
    following: 'Folgt',
    followers: 'Follower',
    'mute-list': 'Stummgeschaltet',
    relays: 'Relays',
  },
  nip05: {
    confirms: (domain) => `${domain} bestätigt diesen Schlüssel`,
    confirmed: 'Bestätigt:',
    other: (domain) => `${domain} nennt einen anderen Schlüssel`,
    verified: '',
    mismatch: 'Die Domain bestätigt diesen Schlüssel nicht',
    unreachable: 'Die Domain hat nicht geantwortet',
  },
  person: { loading: 'Name noch nicht geladen', none: 'Kein Profil gefunden' },
  people: {
    following: { empty: 'Folgt noch niemandem', failed: 'Wem diese Person folgt, konnte nicht geladen werden' },
    followers: {
      empty: 'Keine Follower gefunden',
      failed: 'Die Follower konnten nicht geladen werden',
      cut: 'Die Follower, die ihre Liste zuletzt geändert haben. Es kann weitere geben.',
    },
    'mute-list': {
      empty: 'Niemand öffentlich stummgeschaltet',
      failed: 'Die Stummliste konnte nicht geladen werden',
    },
  },
  ownPeople: { following: 'Deine Follow-Liste ansehen', followers: 'Deine Follower ansehen' },
  mutes: {
    own: 'Öffentliche Liste, Art 10000. Notizen dieser Personen sind für dich verdeckt.',
    ownPrivate:
      'Öffentliche Liste, Art 10000. Notizen dieser Personen sind für dich verdeckt. Die mit „Heimlich“ markierten siehst nur du.',
    others: ({ words, hashtags, threads }) =>
      `Außerdem stumm: ${[
        words > 0 && `${words} ${pick(words, { one: 'Wort', other: 'Wörter' })}`,
        hashtags > 0 && `${hashtags} ${pick(hashtags, { one: 'Hashtag', other: 'Hashtags' })}`,
        threads > 0 && `${threads} ${pick(threads, { one: 'Gespräch', other: 'Gespräche' })}`,
      ]
        .filter(Boolean)
        .join(', ')}.`,
    sealed:
      'Ein Teil der Liste ist verschlüsselt und ließ sich nicht öffnen. Was darin steht, wird nicht ausgeblendet.',
    private: 'Heimlich',
    of: ['Öffentliche Liste, Art 10000. Notizen dieser Personen sind für ', ' verdeckt.'],
  },
  notes: {
    failed: 'Notizen konnten nicht geladen werden',
    unanswered: 'Keines der Relays, auf denen sie liegen könnten, hat geantwortet.',
    none: {
      notes: 'Keine Notizen gefunden',
      replies: 'Keine Antworten gefunden',
      media: 'Keine Bilder oder Videos gefunden',
      likes: 'Keine Likes gefunden',
    },
    noneYet: 'Unter den neuesten Notizen ist keine dabei',
    lookFurther: 'Weiter suchen',
    later: 'Ältere Notizen werden geladen, sobald wieder ein Relay erreichbar ist',
    end: 'Keine älteren Notizen',
  },
  relays: {
    failed: 'Die Relay-Liste konnte nicht geladen werden',
    none: 'Keine Relay-Liste gefunden',
    source: 'Aus der Relay-Liste gelesen, Art 10002',
    discover: 'Entdecken',
    full: `Höchstzahl der Verbindungen (${POOL_MAX_CONNECTIONS}) erreicht`,
    own: 'Auf deiner Liste',
    notOwn: 'Nicht auf deiner Liste',
    ownState: (state) => `Auf deiner Liste, ${state}`,
    add: (relay) => `${relay} zu deinen Relays hinzufügen`,
    use: { R: 'lesen', W: 'schreiben', RW: 'lesen und schreiben' },
  },
  discovery: {
    title: 'Relays',
    missing: ['Relays, die ', ' nutzt und du nicht'],
    of: ['Relays von ', ''],
    theyUse: {
      R: 'Wird dort zum Lesen genutzt',
      W: 'Wird dort zum Schreiben genutzt',
      RW: 'Wird dort zum Lesen und Schreiben genutzt',
    },
    lead: 'Wenn du auch von diesen liest, siehst du Notizen, die dir jetzt entgehen. Sie kommen auf deine Liste; in der Relay-Verwaltung kannst du sie wieder entfernen.',
    used: (used) => `Du kannst bis zu ${POOL_MAX_CONNECTIONS} Verbindungen haben und nutzt ${used}.`,
    choices: 'Relays zum Hinzufügen',
    shared: 'Relays, die ihr beide nutzt',
    local: 'Relays, die sich nicht hinzufügen lassen',
    localWhy: 'Diese liegen in einem lokalen Netz oder in Tor. Dorthin führt die Liste anderer die App nie.',
    none: 'Keine Relay-Liste gefunden.',
    cancel: 'Abbrechen',
    add: (count) => `${count} ${pick(count, { one: 'Relay', other: 'Relays' })} hinzufügen`,
  },
};

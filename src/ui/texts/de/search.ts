import { countedIn } from '#domain/text/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { searchTexts } from '#ui/texts/search.ts';

const counted = countedIn('de');

export const search: Words<typeof searchTexts> = {
  title: 'Suche',
  label: 'Personen, Notizen und Hashtags suchen',
  placeholder: 'Personen, Notizen, #Tags, npub',
  clear: 'Leeren',
  secret: 'Das war ein geheimer Schlüssel',
  secretWhy:
    'Er wurde nirgendwohin gesendet, und das Feld ist wieder leer. Wer ihn hat, kann in deinem Namen schreiben: Lösche ihn auch aus der Zwischenablage.',
  resolving: 'Diese Adresse wird nachgeschlagen',
  searching: 'Die Relays werden durchsucht',
  broken: {
    npub: 'Ungültiger npub',
    nprofile: 'Ungültiges nprofile',
    note: 'Ungültige note',
    nevent: 'Ungültiges nevent',
    naddr: 'Ungültige naddr',
  },
  brokenWhy: 'Ein Zeichen fehlt oder ist falsch. Kopier alles noch einmal und füg es hier ein.',
  nothing: 'Nichts gefunden',
  nothingFor: ['Kein Relay hat etwas gefunden zu ', '.'],
  nobody: 'Niemand gefunden',
  nobodyWhy: (domain) =>
    `${domain} kennt diese Adresse nicht oder hat nicht geantwortet. Prüf die Schreibweise oder versuch es noch einmal.`,
  allMuted: 'Nichts zu zeigen',
  allMutedWhy: 'Alles, was gefunden wurde, ist durch deine Stummliste ausgeblendet.',
  failed: 'Kein Relay konnte suchen',
  failedWhy:
    'Deine Relays haben nicht geantwortet, oder keines kann suchen. Ein eingefügter npub, eine Notiz oder eine Adresse öffnet sich trotzdem.',
  unsearched: 'Hier steht, was dein Gerät hat und was Relays unter diesen Hashtags haben.',
  results: 'Gefunden',
  found: (people, notes, hashtags) =>
    `${counted(people, { one: 'Person', other: 'Personen' })}, ${counted(notes, { one: 'Notiz', other: 'Notizen' })} und ${counted(hashtags, { one: 'Hashtag', other: 'Hashtags' })} gefunden`,
  all: 'Alles',
  parts: { people: 'Personen', notes: 'Notizen', hashtags: 'Hashtags' },
  noneOf: { people: 'Keine Personen gefunden', notes: 'Keine Notizen gefunden', hashtags: 'Keine Hashtags gefunden' },
  inNotes: (notes) => `in ${counted(notes, { one: 'gefundenen Notiz', other: 'gefundenen Notizen' })}`,
  hint: 'Such Personen und Notizen',
  hintWhy:
    'Gib Wörter oder einen #Tag ein, oder füg einen npub, eine Notiz, eine Adresse wie name@domain oder einen Link ein.',
  direct: 'Direkter Treffer',
  openProfile: (name) => `Profil von ${name} öffnen`,
  openNote: 'Notiz öffnen',
};

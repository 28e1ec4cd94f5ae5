import { countedIn, wholeNumber } from '#domain/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { settingsTexts } from '#ui/texts/settings.ts';

const counted = countedIn('de');
const readNotes = { one: 'gelesenen Notiz', other: 'gelesenen Notizen' };
const part = (count: number, read: number) => `${wholeNumber(count, 'de')} der bisher ${counted(read, readNotes)}`;

export const settings: Words<typeof settingsTexts> = {
  title: 'Einstellungen',
  sections: 'Abschnitte',
  modes: 'Darstellung',
  followSystem: 'Wie das System',
  followsSystem: (dark: boolean) => (dark ? 'Dein Gerät möchte dunkle Farben.' : 'Dein Gerät möchte helle Farben.'),
  followsNot: 'Aus, seit du gewählt hast. Schalte es ein, um deinem Gerät zu folgen.',
  darkMode: 'Dunkel',
  imageNotesOnly: 'Nur Notizen mit Bild',
  imageNotesOnlyWhy: 'Verdeckt Notizen ohne Bild.',
  imageNotesOnlyCount: (count, read) => `Ohne Bild: ${part(count, read)}.`,
  imageMode: 'Bildmodus',
  imageModeWhy: 'Zeigt den Feed als Galerie von Bildern.',
  asciiMode: 'ASCII-Modus',
  asciiModeWhy: 'Zeichnet Bilder mit Buchstaben.',
  colorMode: 'Farbmodus',
  colorModeWhy: 'Die Buchstaben nehmen die Farben des Bildes an.',
  colorModeOff: 'Schalte den ASCII-Modus ein, um seine Buchstaben zu färben.',
  language: 'Sprache',
  languageOfBrowser: 'Wie im Browser',
  languages: { en: 'English', de: 'Deutsch' },
  filters: 'Filter',
  showReplies: 'Antworten zeigen',
  showReposts: 'Geteiltes zeigen',
  hides: (count, read) => `Verdeckt ${part(count, read)}.`,
  concerns: (count, read) => `${part(count, read)}.`,
  mutedCount: (count, read) => `Was du stummgeschaltet hast, verdeckt ${part(count, read)}.`,
  nsfw: 'NSFW-Filter',
  nsfwWhy: 'Verdeckt, was als nicht jugendfrei gekennzeichnet ist. Immer an.',
  alwaysOn: 'Immer an',
  hashtags: 'Hashtags im Feed',
  addHashtag: 'Hashtag hinzufügen',
  hashtagsWhy: 'Wähle einen über dem Feed, um nur dessen Notizen zu lesen.',
  hashtagsCount: (count, read) =>
    `Wähle einen über dem Feed, um nur dessen Notizen zu lesen. Mit einem davon: ${part(count, read)}.`,
  hashtagsAdded: (added) => `Hinzugefügt: ${added}.`,
  hashtagsKnown: (known) => `Schon in der Liste: ${known}.`,
  hashtagsTooLong: (count) => `Zu lang: ${counted(count, { one: 'Hashtag', other: 'Hashtags' })}.`,
  hashtagRemoved: (hashtag) => `Entfernt: ${hashtag}.`,
  clientTag: 'Die App in dem nennen, was ich veröffentliche',
  clientTagWhy: 'Andere sehen, dass es mit Nuthatch geschrieben wurde.',
  add: 'Hinzufügen',
  remove: (hashtag) => `${hashtag} entfernen`,
};

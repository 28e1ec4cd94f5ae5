import { countedIn, wholeNumber } from '#domain/text/numbers.ts';
import type { Words } from '#ui/texts/say.ts';
import type { settingsTexts } from '#ui/texts/settings.ts';

const counted = countedIn('de');
const loaded = { one: 'geladenen Notiz', other: 'geladenen Notizen' };
/** '91 von 104 geladenen Notizen' */
const part = (count: number, read: number) => `${wholeNumber(count, 'de')} von ${counted(read, loaded)}`;

export const settings: Words<typeof settingsTexts> = {
  title: 'Einstellungen',
  sections: 'Abschnitte',
  modes: 'Darstellung',
  followSystem: 'Wie das System',
  followsSystem: (dark: boolean) => (dark ? 'Dein Gerät ist dunkel eingestellt.' : 'Dein Gerät ist hell eingestellt.'),
  followsNot: 'Aus, weil du selbst gewählt hast. Schalte es ein, damit die App deinem Gerät folgt.',
  darkMode: 'Dunkel',
  imageNotesOnly: 'Nur Notizen mit Bild',
  imageNotesOnlyWhy: 'Blendet Notizen ohne Bild aus.',
  imageNotesOnlyCount: (count, read) => `${part(count, read)} ${count === 1 ? 'hat' : 'haben'} kein Bild`,
  imageMode: 'Bildmodus',
  imageModeWhy: 'Zeigt den Feed als Galerie von Bildern und Videos.',
  asciiMode: 'ASCII-Modus',
  asciiModeWhy: 'Zeichnet Bilder mit Buchstaben.',
  colorMode: 'Farbmodus',
  colorModeWhy: 'Die Buchstaben nehmen die Farben des Bildes an.',
  colorModeOff: 'Schalte den ASCII-Modus ein, um seine Buchstaben zu färben.',
  language: 'Sprache',
  languageOfBrowser: 'Sprache des Browsers',
  languages: { en: 'English', de: 'Deutsch' },
  filters: 'Filter',
  wallet: 'Lightning-Wallet',
  showReplies: 'Antworten zeigen',
  showReposts: 'Geteiltes zeigen',
  hides: (count, read) => `Blendet ${part(count, read)} aus`,
  areReplies: (count, read) => `${part(count, read)} ${count === 1 ? 'ist eine Antwort' : 'sind Antworten'}`,
  areReposts: (count, read) => `${part(count, read)} ${count === 1 ? 'ist' : 'sind'} geteilt`,
  byOthers: (count, read) =>
    `${part(count, read)} ${count === 1 ? 'stammt' : 'stammen'} von Personen, denen du nicht folgst`,
  mutedCount: (count, read) =>
    `Stummgeschaltet: ${wholeNumber(count, 'de')} von ${wholeNumber(read, 'de')} ausgeblendet`,
  nsfw: 'NSFW-Filter',
  nsfwWhy: 'Blendet aus, was als nicht jugendfrei gekennzeichnet ist. Immer an.',
  alwaysOn: 'Immer an',
  hashtags: 'Hashtags im Feed',
  addHashtag: 'Hashtag hinzufügen',
  hashtagsWhy: 'Wähl einen über dem Feed, um nur dessen Notizen zu lesen.',
  hashtagsCount: (count, read) =>
    `Wähl einen über dem Feed, um nur dessen Notizen zu lesen. ${part(count, read)} ${count === 1 ? 'hat' : 'haben'} einen davon`,
  hashtagsAdded: (added) => `Hinzugefügt: ${added}.`,
  hashtagsKnown: (known) => `Schon in der Liste: ${known}.`,
  hashtagsTooLong: (count) => `Zu lang: ${counted(count, { one: 'Hashtag', other: 'Hashtags' })}.`,
  hashtagRemoved: (hashtag) => `Entfernt: ${hashtag}.`,
  clientTag: 'Angeben, dass ich mit Nuthatch schreibe',
  clientTagWhy: 'Andere Apps können es bei deinen Notizen zeigen.',
  add: 'Hinzufügen',
  remove: (hashtag) => `${hashtag} entfernen`,
};

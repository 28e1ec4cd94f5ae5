import { countedIn, wholeNumber } from '#domain/numbers.ts';
import type { feedTexts } from '#ui/texts/feed.ts';
import type { Words } from '#ui/texts/say.ts';

const counted = countedIn('de');
const notes = { one: 'Notiz', other: 'Notizen' };
const readNotes = { one: 'gelesenen Notiz', other: 'gelesenen Notizen' };

export const feed: Words<typeof feedTexts> = {
  hidden: (hidden, read) => `${wholeNumber(hidden, 'de')} der bisher ${counted(read, readNotes)} sind verdeckt.`,
  settings: 'Einstellungen der Filter',
  searching: (read) =>
    `Es werden Notizen gesucht, die zu deinen Filtern passen: bisher ${counted(read, notes)} gelesen.`,
  nothingPasses: (read) => `Keine der bisher ${counted(read, readNotes)} passt zu deinen Filtern.`,
  noMore: (read) => `Keine der letzten ${counted(read, notes)} passt zu deinen Filtern.`,
  lookFurther: 'Weiter suchen',
};

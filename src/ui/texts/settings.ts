import { countedIn } from '#domain/numbers.ts';
import { whole } from './formats.ts';

const counted = countedIn('en');
const notes = { one: 'note', other: 'notes' };

/** The words of the settings overlay and its first sections. */
export const settingsTexts = {
  title: 'Settings',
  sections: 'Sections',
  modes: 'Modes',
  darkMode: 'Dark Mode',
  followSystem: 'Follow the system',
  followsSystem: (dark: boolean) =>
    dark ? 'Your device asks for dark colours.' : 'Your device asks for light colours.',
  followsNot: 'Off since you chose. Turn it on to go with your device.',
  imageNotesOnly: 'Image Notes Only',
  imageNotesOnlyWhy: 'Hides notes without a picture.',
  imageNotesOnlyCount: (count: number, read: number) =>
    `Without a picture: ${whole(count)} of the ${counted(read, notes)} read so far.`,
  imageMode: 'Image Mode',
  imageModeWhy: 'Shows the feed as a gallery of pictures.',
  asciiMode: 'ASCII Mode',
  asciiModeWhy: 'Draws pictures with letters.',
  colorMode: 'Color Mode',
  colorModeWhy: 'The letters take the colours of the picture.',
  colorModeOff: 'Turn on ASCII Mode to colour its letters.',
  language: 'Language',
  languageOfBrowser: 'As in the browser',
  /** each in its own words, in every language */
  languages: { en: 'English', de: 'Deutsch' },
  filters: 'Filters',
  showReplies: 'Show Replies',
  showReposts: 'Show Reposts',
  hides: (count: number, read: number) => `Hides ${whole(count)} of the ${counted(read, notes)} read so far.`,
  concerns: (count: number, read: number) => `${whole(count)} of the ${counted(read, notes)} read so far.`,
  mutedCount: (count: number, read: number) =>
    `What you mute hides ${whole(count)} of the ${counted(read, notes)} read so far.`,
  nsfw: 'NSFW Disrespector',
  nsfwWhy: 'Hides what its author marked as not safe for work. Always on.',
  alwaysOn: 'Always ON',
  hashtags: 'Hashtags in the feed',
  addHashtag: 'Add a hashtag',
  hashtagsWhy: 'Choose one above the feed to read only its notes.',
  hashtagsCount: (count: number, read: number) =>
    `Choose one above the feed to read only its notes. With one of them: ${whole(count)} of the ${counted(read, notes)} read so far.`,
  hashtagsAdded: (added: string) => `Added: ${added}.`,
  hashtagsKnown: (known: string) => `Already in the list: ${known}.`,
  hashtagsTooLong: (count: number) => `Too long: ${counted(count, { one: 'hashtag', other: 'hashtags' })}.`,
  hashtagRemoved: (hashtag: string) => `Removed: ${hashtag}.`,
  clientTag: 'Name the app in what I publish',
  clientTagWhy: 'Others see that it was written with Nuthatch.',
  add: 'Add',
  remove: (hashtag: string) => `Remove ${hashtag}`,
} as const;

import { countedIn } from '#domain/text/numbers.ts';
import { whole } from './formats.ts';

const counted = countedIn('en');
/** '91 of 104 loaded notes' */
const loaded = (count: number, read: number) =>
  `${whole(count)} of ${counted(read, { one: 'loaded note', other: 'loaded notes' })}`;

/** The words of the settings overlay and its first sections. */
export const settingsTexts = {
  title: 'Settings',
  sections: 'Sections',
  modes: 'Modes',
  darkMode: 'Dark Mode',
  followSystem: 'Match the system',
  followsSystem: (dark: boolean) => (dark ? 'Your device is set to dark.' : 'Your device is set to light.'),
  followsNot: 'Off because you chose. Turn it on to match your device.',
  imageNotesOnly: 'Image Notes Only',
  imageNotesOnlyWhy: 'Hides notes without a picture.',
  imageNotesOnlyCount: (count: number, read: number) =>
    `${loaded(count, read)} ${count === 1 ? 'has' : 'have'} no picture`,
  imageMode: 'Image Mode',
  imageModeWhy: 'Shows the feed as a gallery of pictures and videos.',
  asciiMode: 'ASCII Mode',
  asciiModeWhy: 'Draws pictures with letters.',
  colorMode: 'Color Mode',
  colorModeWhy: 'Letters take on the colors of the picture.',
  colorModeOff: 'Turn on ASCII Mode to color its letters.',
  language: 'Language',
  languageOfBrowser: 'Browser language',
  /** each in its own words, in every language */
  languages: { en: 'English', de: 'Deutsch' },
  filters: 'Filters',
  wallet: 'Lightning Wallet',
  showReplies: 'Show Replies',
  showReposts: 'Show Reposts',
  hides: (count: number, read: number) => `Hides ${loaded(count, read)}`,
  areReplies: (count: number, read: number) => `${loaded(count, read)} ${count === 1 ? 'is a reply' : 'are replies'}`,
  areReposts: (count: number, read: number) => `${loaded(count, read)} ${count === 1 ? 'is a repost' : 'are reposts'}`,
  byOthers: (count: number, read: number) =>
    `${loaded(count, read)} ${count === 1 ? 'is' : 'are'} by people you do not follow`,
  mutedCount: (count: number, read: number) => `Mutes hide ${whole(count)} of ${whole(read)}`,
  nsfw: 'NSFW Disrespector',
  nsfwWhy: 'Hides notes marked as not safe for work. Always on.',
  alwaysOn: 'Always ON',
  hashtags: 'Hashtags in the feed',
  addHashtag: 'Add a hashtag',
  hashtagsWhy: 'Choose one above the feed to read only its notes.',
  hashtagsCount: (count: number, read: number) =>
    `Choose one above the feed to read only its notes. ${loaded(count, read)} ${count === 1 ? 'has' : 'have'} one`,
  hashtagsAdded: (added: string) => `Added: ${added}.`,
  hashtagsKnown: (known: string) => `Already in the list: ${known}.`,
  hashtagsTooLong: (count: number) => `Too long: ${counted(count, { one: 'hashtag', other: 'hashtags' })}.`,
  hashtagRemoved: (hashtag: string) => `Removed: ${hashtag}.`,
  clientTag: 'Say my notes were written with Nuthatch',
  clientTagWhy: 'Other apps can show it beside your notes.',
  add: 'Add',
  remove: (hashtag: string) => `Remove ${hashtag}`,
} as const;

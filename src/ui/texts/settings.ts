/** The words of the settings overlay and its first sections. */
export const settingsTexts = {
  title: 'Settings',
  sections: 'Sections',
  modes: 'Modes',
  darkMode: 'Dark Mode',
  filters: 'Filters',
  showReplies: 'Show Replies',
  showReposts: 'Show Reposts',
  nsfw: 'NSFW Disrespector',
  nsfwWhy: 'Hides what its author marked as not safe for work. Always on.',
  alwaysOn: 'Always ON',
  hashtags: 'Hashtags in the feed',
  addHashtag: 'Add a hashtag',
  clientTag: 'Name the app in what I publish',
  clientTagWhy: 'Others see that it was written with Nuthatch.',
  add: 'Add',
  remove: (hashtag: string) => `Remove ${hashtag}`,
} as const;

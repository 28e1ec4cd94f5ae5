/** The words for a feed without a network. */
export const offlineTexts = {
  title: 'No notes saved here',
  why: 'Saved notes last 24 hours. New ones arrive when you are back online. You can still write: your post is sent as soon as you are online.',
  write: 'Write a note',
} as const;

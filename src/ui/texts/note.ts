import { countedIn } from '#domain/text/numbers.ts';

const counted = countedIn('en');

/** What quotes, videos and covers of notes say. */
export const noteTexts = {
  pictures: (count: number) => counted(count, { one: 'picture', other: 'pictures' }),
  playVideo: (alt: string) => (alt === '' ? 'Play video' : `Play video: ${alt}`),
  openVideo: (alt: string) => (alt === '' ? 'Open video' : `Open video: ${alt}`),
  notAvailable: (what: string) => `${what} not available`,
  noText: 'No text',
  quote: 'Quotes another note',
  quoteMissing: 'The quoted note could not be found.',
  quoteMuted: 'The quoted note is by someone you muted.',
  quoteHidden: 'The quoted note is hidden by your mute list.',
  warning: 'Content warning',
  sensitive: 'Sensitive content',
  warningOf: (reason: string) => `Content warning: ${reason}`,
  picturesHidden: (count: number) =>
    count === 0 ? '' : ` ${counted(count, { one: 'picture', other: 'pictures' })} hidden.`,
  show: 'Show',
  nsfw: 'Hidden by NSFW Disrespector',
  nsfwTag: (tag: string) => `Tagged ${tag} by its author. This filter is always on.`,
  nsfwWords: 'Its words suggest it. This filter is always on.',
} as const;

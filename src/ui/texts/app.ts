import { countedIn } from '#domain/text/numbers.ts';

const counted = countedIn('en');

/** What the app says, by area. The words of the specification stand letter by letter. */
export const texts = {
  /** its tag (BCP 47), for the formats of numbers and dates */
  language: 'en',
  direction: 'ltr',
  now: 'now',
  write: 'Write a note',
  newNotes: (count: number) => counted(count, { one: 'new note', other: 'new notes' }),
  /** of a long list */
  showMore: (count: number) => `Show ${count} more`,
  shell: {
    name: 'Nuthatch',
    claim: 'notes over relays',
    main: 'Main',
    skip: 'Skip to content',
    toFeed: 'Nuthatch, to the feed',
    search: 'Search',
    settings: 'Settings',
    offline: 'You are offline',
    offlineWhy: 'You can read what is saved here. New notes arrive when you are back online.',
    broken: 'The app stopped',
    brokenWhy: 'Part of it kept failing. Reloading helps; what you saved stays.',
    reload: 'Reload',
    back: 'Back',
    close: 'Close',
    copied: 'Copied',
    notCopied: 'Not copied',
    loading: 'Loading',
  },
  error: {
    sheet: 'Not available',
    title: 'Component Error',
    unknown: 'An unexpected error occurred',
    notLoaded: 'This part of the app could not be loaded.',
    notLoadedWhy: 'You may be offline. If the app was updated, reloading helps; what you wrote is kept.',
    keyInMemory: 'Your key is not saved on this device. After a reload you need your nsec to log in again.',
    reloadAnyway: 'Reload anyway',
    rest: 'The rest of the app still works.',
    retry: 'Try again',
    copyDetails: 'Copy details',
  },
  relays: {
    status: 'Relay Status',
    statusOf: (connected: number, all: number) => `Relay Status: ${connected} of ${all} read relays connected`,
  },
  feed: {
    title: 'Feed',
    addHashtag: 'Add tag',
    all: 'All',
    hashtags: 'Hashtag filter',
    notes: 'Notes',
  },
  note: {
    title: 'Note',
    by: (name: string) => `Note by ${name}`,
    unavailable: 'Note temporarily unavailable',
    profileOf: (name: string) => `${name}, profile`,
    showMore: 'Show more',
    reposted: 'reposted',
    inReplyTo: 'In reply to ',
    inReplyToOther: 'In reply to another note',
    other: 'another note',
    code: 'other content',
    picture: 'Picture',
    video: 'Video',
    someone: 'someone',
    quoted: 'Quoted note',
    token: 'Sats',
    openPicture: (at: number, alt: string) => (alt === '' ? `Open picture ${at}` : `Open picture: ${alt}`),
    openPictures: (count: number) => `Open ${count} more pictures`,
    /** after a number */
    powBits: (bits: number) => ` bit${bits === 1 ? '' : 's'} of proof of work`,
    quoteLoading: 'Loading the quoted note…',
  },
} as const;

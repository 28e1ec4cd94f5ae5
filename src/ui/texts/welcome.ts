import { pluralPick } from '#domain/text/numbers.ts';

const pick = pluralPick('en');

/** What the first steps with a new key say. */
export const welcomeTexts = {
  step: (step: number) => `Step ${step} of 3`,
  ready: 'your key is ready',
  skip: 'Skip',
  name: {
    title: 'Your name and picture',
    lead: 'This is how people see you. Leave anything blank; you can change it later.',
    display_name: 'Display name',
    picture: 'Picture link',
    paste: 'Paste',
    unreadable: 'Failed to read clipboard',
    about: 'About you',
    optional: 'optional',
    next: 'Next',
  },
  follow: {
    title: 'People to follow',
    lead: 'Start with a few people. Many on your relays follow these, or they write in your feed.',
    list: 'Suggested people',
    follow: 'Follow',
    following: 'Following',
    someone: (act: string, name: string) => `${act} ${name}`,
    submit: (count: number) => `Follow ${count} ${pick(count, { one: 'person', other: 'people' })}`,
    toFeed: 'To the feed',
    topics: 'Topics',
    all: 'All',
    find: 'Find somebody else',
    name: 'Name or npub',
    clear: 'Back to the suggestions',
    found: 'People found',
    searching: 'Searching your relays…',
    yourself: 'That is you.',
    nobody: 'Nobody found. Check the spelling, or paste an npub.',
    none: 'Your relays suggest nobody right now. You can follow people from their profiles.',
  },
} as const;

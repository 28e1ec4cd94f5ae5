import { countedIn, pluralPick } from '#domain/text/numbers.ts';

const pick = pluralPick('en');
const counted = countedIn('en');

/** What the screen of a note and its thread say. */
export const threadTexts = {
  title: 'Thread',
  copyLink: 'Copy link',
  invalid: 'Not a note',
  invalidWhy: 'This link has no valid note. Check it.',
  missing: 'Note not found',
  deletedWhy: 'Its author deleted it.',
  missingWhy: 'None of your relays has such a note. It may be on another relay, gone, or something other than a note.',
  unreachableWhy: 'No relay answered. It loads as soon as one can be reached.',
  partial: 'Some of this conversation could not be loaded.',
  answer: (name: string) => `Reply to ${name}…`,
  draft: 'Draft:',
  answerTo: ['To ', ''],
  largeEditor: 'Open in the large editor',
  replyBy: (name: string) => `Reply by ${name}`,
  replies: (count: number) => counted(count, { one: 'reply', other: 'replies' }),
  /** in the place of a note that is not shown */
  gap: {
    muted: 'A muted note',
    missing: 'A note that could not be found',
    looking: 'Looking for this note…',
  },
  noReplies: 'No replies yet',
  looking: 'Looking for replies…',
  earlier: (count: number) => `Show ${counted(count, { one: 'earlier note', other: 'earlier notes' })}`,
  more: (count: number) => `Show ${counted(count, { one: 'more reply', other: 'more replies' })}`,
  order: { oldest: 'Oldest', newest: 'Newest', zapped: 'Most zapped' },
  sort: {
    oldest: 'Sort replies, now oldest first',
    newest: 'Sort replies, now newest first',
    zapped: 'Sort replies, now most zapped first',
  },
  likes: (count: number) => pick(count, { one: 'like', other: 'likes' }),
  reposts: (count: number) => pick(count, { one: 'repost', other: 'reposts' }),
  /** around a number of relays */
  askedRelays: (count: number) => ['', ` ${pick(count, { one: 'relay', other: 'relays' })} asked`],
  seenOn: (count: number) => ['seen on ', ` ${pick(count, { one: 'relay', other: 'relays' })}`],
  satsFrom: 'sats from',
  /** between a number and a name */
  topZap: (sats: number) => ` ${pick(sats, { one: 'sat', other: 'sats' })}, largest zap by `,
  zaps: (count: number) => pick(count, { one: 'zap', other: 'zaps' }),
} as const;

import { countedIn } from '#domain/text/numbers.ts';
import { whole } from './formats.ts';

const counted = countedIn('en');
const notes = { one: 'note', other: 'notes' };
const loaded = { one: 'loaded note', other: 'loaded notes' };

/** The words about notes that filters hide. */
export const feedTexts = {
  hidden: (hidden: number, read: number) => `${whole(hidden)} of ${counted(read, loaded)} hidden`,
  settings: 'Filter settings',
  searching: (read: number) => `Looking for notes that pass your filters: ${counted(read, notes)} checked so far.`,
  nothingPasses: (read: number) => `None of ${counted(read, loaded)} passes your filters.`,
  noMore: (read: number) => `None of the last ${counted(read, notes)} passes your filters.`,
  lookFurther: 'Keep looking',
  failed: 'Failed to load notes',
  failedWhy: 'No relay answered. The app tries again as soon as one can be reached.',
  nothing: 'Nothing here yet',
  nothingWhy: 'Your relays sent no notes.',
  nothingMatches: 'Nothing matches',
  nothingMatchesWhy: 'None of the loaded notes passes your filters.',
  allNotes: 'Show all notes',
  end: 'You have reached the end.',
  refresh: 'Check again',
  whose: 'Whose notes',
  following: 'Following',
  global: 'Global',
  oneRelay: 'One relay',
  readOne: 'Read one relay',
  readOneLead: 'Shows every note of this relay, newest first, without your follow list.',
  otherRelay: 'Another relay',
  otherRelayHint: 'wss://',
  askedFirst: 'asked before it is used',
  noRelay: 'This is not a relay address. One begins with wss://',
  silentRelay: 'This relay did not answer',
  cancel: 'Cancel',
  readRelay: 'Read',
  read: (relay: string) => `Read ${relay}`,
  ms: (ms: number) => `${whole(Math.round(ms))} ms`,
  tools: 'Feed tools',
  followOnlyIdle: 'Follow Only has no effect yet',
  followOnlyNobody: 'You do not follow anyone yet, so you see notes by everyone.',
  followOnlyUnread: 'None of your relays has your follow list, so you see notes by everyone.',
  filters: 'Feed filters',
  showReplies: 'Show replies',
  showReposts: 'Show reposts',
  relays: 'Relays',
  restoreRelays: 'Restore defaults',
  relayStates: {
    'not connected': 'not connected',
    connecting: 'connecting',
    connected: 'connected',
    recovering: 'reconnecting',
    waiting: 'waiting',
    resting: 'on a break',
    'given up': 'no answer',
    destroyed: 'removed',
  },
} as const;

import { countedIn } from '#domain/numbers.ts';
import { whole } from './formats.ts';

const counted = countedIn('en');
const notes = { one: 'note', other: 'notes' };

/** The words about notes that filters hide. */
export const feedTexts = {
  hidden: (hidden: number, read: number) => `Hidden: ${whole(hidden)} of the ${counted(read, notes)} read so far.`,
  settings: 'Filter settings',
  searching: (read: number) => `Looking for notes that pass your filters: ${counted(read, notes)} read so far.`,
  nothingPasses: (read: number) => `None of the ${counted(read, notes)} read so far passes your filters.`,
  noMore: (read: number) => `None of the last ${counted(read, notes)} passes your filters.`,
  lookFurther: 'Look further',
  failed: 'Failed to load notes',
  failedWhy: 'No relay answered. The app tries again as soon as one can be reached.',
  nothing: 'Nothing here yet',
  nothingWhy: 'No note came from your relays.',
  nothingMatches: 'Nothing matches',
  nothingMatchesWhy: 'No note that came in passes your filters.',
  allNotes: 'Show all notes',
  end: 'You have reached the end.',
  refresh: 'Look again',
  tools: 'Feed tools',
  followOnlyIdle: 'Follow Only is not in effect',
  followOnlyNobody: 'You follow nobody yet, so notes of everybody are shown.',
  followOnlyUnread: 'No relay told whom you follow, so notes of everybody are shown.',
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
    'given up': 'no answer',
    destroyed: 'removed',
  },
} as const;

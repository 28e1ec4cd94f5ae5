import { POOL_MAX_CONNECTIONS } from '#domain/limits.ts';
import { pluralPick } from '#domain/numbers.ts';

const pick = pluralPick('en');
const unanswered = 'No relay you read from answered.';

/** What the screen of a person says. */
export const profileTexts = {
  title: 'Profile',
  invalid: 'Invalid npub',
  invalidWhy: 'The address names nobody: it needs an npub, an nprofile or a key of 64 hex characters.',
  of: 'Profile of ',
  failed: 'Failed to load profile',
  failedWhy: 'No relay you read from told who this is.',
  unanswered,
  lightning: 'Lightning address:',
  copyNpub: 'Copy npub',
  more: 'More',
  copyLink: 'Copy link',
  backToNote: 'Back to the note',
  parts: 'Parts of the profile',
  tabs: {
    notes: 'Notes',
    following: 'Following',
    followers: 'Followers',
    'mute-list': 'Mute list',
    relays: 'Relays',
  },
  nip05: {
    confirms: (domain: string) => `${domain} confirms this key`,
    confirmed: 'Confirmed:',
    other: (domain: string) => `${domain} names another key`,
    verified: '',
    mismatch: 'The domain does not confirm this key',
    unreachable: 'The domain did not answer',
  },
  person: { loading: 'Name not loaded yet', none: 'No profile found' },
  people: {
    following: { empty: 'Follows nobody yet', failed: 'Failed to load who they follow' },
    followers: { empty: 'No followers found', failed: 'Failed to load followers' },
    'mute-list': { empty: 'Mutes nobody in public', failed: 'Failed to load the mute list' },
  },
  mutes: {
    own: 'Public list, kind 10000. Notes by these people are hidden from you.',
    /** around the name */
    of: ['Public list, kind 10000. Notes by these people are hidden from ', '.'],
  },
  notes: {
    failed: 'Failed to load notes',
    none: 'No notes found',
    later: 'Older notes come when a relay can be reached again',
    end: 'No older notes',
  },
  relays: {
    failed: 'Failed to load the relay list',
    none: 'No relay list found',
    source: 'Read from relay list, kind 10002',
    discover: 'Discover',
    full: `Maximum connections (${POOL_MAX_CONNECTIONS}) reached`,
    own: 'On your list',
    notOwn: 'Not on your list',
    ownState: (state: string) => `On your list, ${state}`,
    add: (relay: string) => `Add ${relay} to your relays`,
    use: { R: 'read', W: 'write', RW: 'read and write' },
  },
  discovery: {
    title: 'Relays',
    /** around the name */
    missing: ['Relays ', ' uses that you do not'],
    of: ['Relays of ', ''],
    theyUse: { R: 'They use it to read', W: 'They use it to write', RW: 'They use it to read and write' },
    lead: 'Reading from these finds notes you miss today. They join your list, where Relay Management takes them out again.',
    used: (used: number) => `You can hold at most ${POOL_MAX_CONNECTIONS} connections; you use ${used}.`,
    choices: 'Relays to add',
    shared: 'Relays you both use',
    none: 'No relay list found.',
    cancel: 'Cancel',
    add: (count: number) => `Add ${count} ${pick(count, { one: 'relay', other: 'relays' })}`,
  },
} as const;

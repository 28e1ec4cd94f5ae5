import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { pluralPick } from '#domain/text/numbers.ts';

const pick = pluralPick('en');
const unanswered = 'None of your relays answered.';

/** What the screen of a person says. */
export const profileTexts = {
  title: 'Profile',
  invalid: 'Invalid npub',
  invalidWhy: 'This link has no valid profile: it needs an npub, an nprofile or a key of 64 hex characters.',
  of: 'Profile of ',
  failed: 'Failed to load profile',
  failedWhy: 'None of your relays has this profile.',
  /** of one's own */
  unreadable: 'What your relays have of it cannot be read.',
  notYet: 'You have no profile yet.',
  notYetWhy: 'Add your name and picture.',
  begin: 'Start your profile',
  unanswered,
  lightning: 'Lightning address:',
  copyNpub: 'Copy npub',
  more: 'More',
  copyLink: 'Copy link',
  backToNote: 'Back to the note',
  parts: 'Sections of the profile',
  lists: 'Lists of the profile',
  counts: {
    following: () => ['', ' following'],
    followers: (count: number) => ['', ` ${pick(count, { one: 'follower', other: 'followers' })}`],
    relays: (count: number) => ['', ` ${pick(count, { one: 'relay', other: 'relays' })}`],
  },
  tabs: {
    notes: 'Notes',
    replies: 'Replies',
    media: 'Media',
    likes: 'Likes',
    following: 'Following',
    followers: 'Followers',
    'mute-list': 'Mute list',
    relays: 'Relays',
  },
  nip05: {
    confirms: (domain: string) => `${domain} confirms this key`,
    confirmed: 'Confirmed:',
    other: (domain: string) => `${domain} gives another key`,
    verified: '',
    mismatch: 'The domain does not confirm this key',
    unreachable: 'The domain did not answer',
  },
  person: { loading: 'Name not loaded yet', none: 'No profile found' },
  people: {
    following: { empty: 'Not following anyone yet', failed: 'Failed to load who they follow' },
    followers: {
      empty: 'No followers found',
      failed: 'Failed to load followers',
      cut: 'The followers who changed their list last. There may be more.',
    },
    'mute-list': { empty: 'No one muted in public', failed: 'Failed to load the mute list' },
  },
  /** what a visitor logs in for */
  ownPeople: { following: 'See your follow list', followers: 'See your followers' },
  mutes: {
    own: 'Public list, kind 10000. Notes by these people are hidden from you.',
    /** where some are muted privately */
    ownPrivate:
      'Public list, kind 10000. Notes by these people are hidden from you. Only you can see those marked “Private”.',
    /** what the list mutes besides people: what there is none of is left out */
    others: ({ words, hashtags, threads }: Readonly<Record<'words' | 'hashtags' | 'threads', number>>) =>
      `It also mutes ${[
        words > 0 && `${words} ${pick(words, { one: 'word', other: 'words' })}`,
        hashtags > 0 && `${hashtags} ${pick(hashtags, { one: 'hashtag', other: 'hashtags' })}`,
        threads > 0 && `${threads} ${pick(threads, { one: 'thread', other: 'threads' })}`,
      ]
        .filter(Boolean)
        .join(', ')}.`,
    sealed: 'Part of the list is encrypted and could not be opened. What it mutes is not hidden.',
    private: 'Private',
    /** around the name */
    of: ['Public list, kind 10000. Notes by these people are hidden from ', '.'],
  },
  notes: {
    failed: 'Failed to load notes',
    unanswered: 'None of the relays that may have them answered.',
    none: {
      notes: 'No notes found',
      replies: 'No replies found',
      media: 'No pictures or videos found',
      likes: 'No likes found',
    },
    noneYet: 'None among the newest notes',
    lookFurther: 'Look further',
    later: 'Older notes load when a relay can be reached again',
    end: 'No older notes',
  },
  relays: {
    failed: 'Failed to load the relay list',
    none: 'No relay list found',
    source: 'Read from the relay list, kind 10002',
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
    lead: 'Reading from these shows notes you miss today. They join your list; you can remove them in Relay Management.',
    used: (used: number) => `You can have up to ${POOL_MAX_CONNECTIONS} connections and use ${used}.`,
    choices: 'Relays to add',
    shared: 'Relays you both use',
    local: 'Relays that cannot be added',
    localWhy: 'These are in a local network or in Tor. The app never connects to those because of someone else’s list.',
    none: 'No relay list found.',
    cancel: 'Cancel',
    add: (count: number) => `Add ${count} ${pick(count, { one: 'relay', other: 'relays' })}`,
  },
} as const;

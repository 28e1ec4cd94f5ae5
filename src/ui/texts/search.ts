import { countedIn } from '#domain/text/numbers.ts';

const counted = countedIn('en');

/** What the search says. */
export const searchTexts = {
  title: 'Search',
  label: 'Search people, notes and tags',
  placeholder: 'People, notes, #tags, npub',
  clear: 'Clear',
  secret: 'That was a secret key',
  secretWhy:
    'It was not sent anywhere and the field was cleared. Anyone who has it can post as you, so clear your clipboard too.',
  resolving: 'Looking up this address',
  searching: 'Searching the relays',
  broken: {
    npub: 'Invalid npub',
    nprofile: 'Invalid nprofile',
    note: 'Invalid note',
    nevent: 'Invalid nevent',
    naddr: 'Invalid naddr',
  },
  brokenWhy: 'A character is missing or wrong. Copy all of it once more and paste it here.',
  nothing: 'Nothing found',
  /** around what was searched for */
  nothingFor: ['No relay found anything for ', '.'],
  nobody: 'Nobody found',
  nobodyWhy: (domain: string) =>
    `${domain} does not know this address, or did not answer. Check the spelling or try again.`,
  allMuted: 'Nothing to show',
  allMutedWhy: 'Everything that was found is hidden by your mute list.',
  failed: 'No relay could search',
  failedWhy: 'Your relays did not answer, or none of them can search. You can still paste an npub, note or address.',
  unsearched: 'This is what your device has, and what relays have under these hashtags.',
  results: 'What was found',
  found: (people: number, notes: number, hashtags: number) =>
    `${counted(people, { one: 'person', other: 'people' })}, ${counted(notes, { one: 'note', other: 'notes' })} and ${counted(hashtags, { one: 'hashtag', other: 'hashtags' })} found`,
  all: 'All',
  parts: { people: 'People', notes: 'Notes', hashtags: 'Hashtags' },
  noneOf: { people: 'No people found', notes: 'No notes found', hashtags: 'No hashtags found' },
  inNotes: (notes: number) => `in ${counted(notes, { one: 'note', other: 'notes' })} found`,
  hint: 'Look for people and notes',
  hintWhy: 'Type words, a #tag, or paste an npub, a note, an address like name@domain, or a link.',
  direct: 'Direct match',
  openProfile: (name: string) => `Open the profile of ${name}`,
  openNote: 'Open the note',
} as const;

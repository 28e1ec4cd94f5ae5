/** The words of the lists of people around a profile. */
export const PEOPLE_LISTS = {
  following: {
    label: 'Following',
    empty: 'Follows nobody yet',
    failed: 'Failed to load who they follow',
  },
  followers: {
    label: 'Followers',
    empty: 'No followers found',
    failed: 'Failed to load followers',
  },
  'mute-list': {
    label: 'Mute list',
    empty: 'Mutes nobody in public',
    failed: 'Failed to load the mute list',
  },
} as const;

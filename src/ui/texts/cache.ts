import { countedIn } from '#domain/text/numbers.ts';

const counted = countedIn('en');

/** The words of the caches and of what clears them. */
export const cacheTexts = {
  byGroup: 'Cache by group',
  groups: {
    feed: 'feed',
    metadata: 'metadata',
    contacts: 'contacts',
    thread: 'thread',
    'zap-totals': 'zap-totals',
    other: 'other',
  },
  names: 'names',
  ascii: 'ASCII art',
  itemsAndSize: (items: string, size: string) => `${items} · ${size}`,
  clearGroup: (group: string) => `Clear ${group}`,
  memory: 'Memory',
  pressure: 'Memory pressure',
  pressures: {
    low: 'Low',
    medium: 'Medium',
    high: 'High: old notes are removed',
    critical: 'Critical: much is removed',
  },
  used: 'Memory in use',
  usedOf: (used: string, total: string) => `${used} of ${total}`,
  cacheSize: 'Cache, estimated',
  queries: (size: string, count: number) => `${size}, ${counted(count, { one: 'query', other: 'queries' })}`,
  updated: 'Last update',
  lastCleanup: 'Last cleanup',
  never: 'Not yet',
  ago: (age: string) => `${age} ago`,
  justNow: 'Just now',
  storage: 'Storage',
  keeping: 'Saved data',
  kept: 'Kept by the browser',
  notKept: 'May be removed by the browser',
  preferences: 'Clear Preferences',
  preferencesWhy: 'Modes, filters and default relays',
  wallet: 'Clear Stored Wallet',
  walletWhy: 'Wallet connection and its secret',
  everything: 'Clear Everything',
  everythingWhy: (items: string, size: string, logsOut: boolean) =>
    `${items} items, about ${size}.${logsOut ? ' Logs you out.' : ''}`,
  cancel: 'Cancel',
  clearing: 'Clearing...',
  items: 'Items',
  size: 'Size, estimated',
  clear: {
    title: 'Clear Cache',
    confirm: 'Clear Cache',
    all: 'Removes every cached note, profile, contact list, thread and count from this device.',
    group: (group: string) => `Removes the cached ${group} data from this device.`,
    again: 'What you are looking at loads again. Nothing of yours is lost.',
  },
  clearEverything: {
    title: 'Clear Everything',
    confirm: 'Clear Everything',
    lead: 'Removes every cached note, profile, contact list, thread, count and name from this device, and logs you out.',
    leadVisitor: 'Removes every cached note, profile, contact list, thread, count and name from this device.',
    stays: 'What stays',
    staysWhy:
      'Saved keys and accounts, preferences, relays, drafts, posts not sent yet, wallet connections, and the pictures that the browser itself keeps.',
    keyLost: 'Your key is not saved on this device',
    keyLostWhy: 'It is only in memory. Without your nsec you cannot log back in.',
  },
  clearWallet: {
    title: 'Clear Stored Wallet',
    confirm: 'Clear Stored Wallet',
    lead: 'Deletes the wallet connection and its secret from this device.',
    count: 'Wallet connections',
    warning: 'The connection cannot be brought back',
    warningWhy: 'Your sats stay in your wallet. To pay from here again, reconnect it.',
  },
  reset: {
    title: 'Clear Preferences',
    confirm: 'Clear Preferences',
    lead: 'Sets modes, filters and relays back.',
    on: 'On',
    onWhat: 'Dark Mode, ASCII Mode, Color Mode, Image Notes Only, Show Replies, Show Reposts, NSFW Disrespector',
    off: 'Off',
    offWhat: 'Follow Only',
    hashtags: 'Hashtags',
    relays: 'Relays',
    relaysWhat: (removed: number) =>
      removed === 0
        ? 'Those the app starts with'
        : `Those the app starts with; ${counted(removed, { one: 'relay goes', other: 'relays go' })}`,
    warning: 'The feed will look different',
    warningWhy:
      'Only notes with pictures are shown, and pictures are drawn in letters. To see all notes, turn off Image Notes Only and ASCII Mode in Modes.',
  },
} as const;

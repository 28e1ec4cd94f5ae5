import { POOL_MAX_CONNECTIONS, RELAY_LIST_BROADCAST_DEBOUNCE_MS } from '#domain/limits.ts';
import type { RelayPermission } from '#domain/relay-set.ts';

const permissions: Readonly<Record<RelayPermission, string>> = {
  read: 'read',
  write: 'write',
  readwrite: 'read and write',
  indexer: 'indexer',
};

/** What the views of the relays say. The words of the specification stand letter by letter (doc A section 8). */
export const relayTexts = {
  title: 'Relay Management',
  lead: 'A press on a badge changes what a relay is used for; a press on a relay shows more of it and tests it.',
  published: `Your list is published ${RELAY_LIST_BROADCAST_DEBOUNCE_MS / 1000} seconds after the last change, when your key can sign.`,
  list: 'Your relays',
  permissions,
  legend: { read: 'read', write: 'write', readwrite: 'both', indexer: 'indexer' },
  profileUse: 'profiles of people',
  permissionOf: (relay: string, permission: RelayPermission) => `Permission of ${relay}: ${permissions[permission]}`,
  nowIs: (relay: string, permission: RelayPermission) => `${relay}: ${permissions[permission]}`,
  remove: (relay: string) => `Remove ${relay}`,
  add: {
    label: 'Add a relay',
    placeholder: 'wss://relay.example',
    button: 'Add',
    submit: 'Add relay',
    empty: 'Please enter a relay URL',
    invalid: 'Invalid relay URL',
    known: 'This relay is already added',
    full: `Maximum connections (${POOL_MAX_CONNECTIONS}) reached`,
    done: (relay: string) => `${relay} was added`,
  },
  removal: {
    title: 'Remove relay',
    lead: 'leaves your list. The app closes its connection and asks it no more.',
    last: 'It is the last relay you read from',
    lastWhy: 'Without one no notes come in. You can add another or restore the defaults.',
    published: 'Others no longer look for your notes there once your list is published.',
    gone: 'This relay is not on your list.',
    cancel: 'Cancel',
    confirm: 'Remove',
  },
  restore: {
    button: 'Restore default relays',
    title: 'Restore default relays',
    lead: 'The relays go back to those the app starts with, each with its first permission.',
    dropped: 'These leave your list',
    confirm: 'Restore',
    done: 'The default relays are back',
  },
  sheet: {
    use: 'Used for',
    why: 'Why it is here',
    reasons: {
      default: 'The app starts with it',
      list: 'It is on your published list',
      user: 'You added or changed it',
      advisor: 'The app added it in place of one that did not answer',
      profile: 'The app looks for profiles there',
      guest: 'The app found it on the list of somebody you read',
    },
    address: 'Copy address',
    unlisted: 'not on your list',
    notRelay: 'This address does not name a relay.',
    add: 'Add to your relays',
  },
  health: 'Relay health',
  auxiliary: 'Auxiliary Relays',
  done: 'Done',
  retry: 'Retry',
  connectAgain: 'Connect again',
} as const;

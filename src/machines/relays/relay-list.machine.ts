import { and, assign, setup, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import type { RelayEdit } from '#domain/relays/relay-list-edit.ts';
import { RELAY_LIST_RETRY_MS, RELAY_LIST_BROADCAST_DEBOUNCE_MS } from '#domain/relays/relays-limits.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  noteSigning,
  toUser,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import {
  newestWatch,
  type NewerFact,
  type Owner,
  type PublishInput,
  type PublishReport,
} from '#machines/replaceable/replaceable.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/**
 * What the slot `watch entries` tells: the user changed a relay of their set by hand, or went back to the defaults.
 * `taken`: what they took out and no published list says yet.
 */
export type EntriesFact = { type: 'entries.edited'; taken: readonly string[] } | { type: 'entries.restored' };

export type RelayListEvent =
  | LoginFact
  | EntriesFact
  | NewerFact
  /** publish now what waits; or send the published list again to relays that did not take it */
  | { type: 'list.publish' }
  /** take back what was not published */
  | { type: 'list.undo' }
  /** publish an older version, by its id, as the newest one */
  | { type: 'list.restore'; id: string }
  /** read from the proposed relays, too */
  | { type: 'list.accept' }
  | { type: 'list.dismiss' };

export type RelayListLoad = {
  /** changes that are in no published list, or not at every relay that could have it */
  unpublished: number;
  /** relays named in the notes of somebody without a list (RLIST-03) */
  proposal: readonly string[];
  /** relays that were taken out by hand, which no published list says yet */
  taken: readonly string[];
};

type Context = {
  pubkey: string;
  signing: Login['signing'];
  /** the id of an older version that is to be published */
  version: string | undefined;
  /** relays named in the user's notes; never published */
  proposal: readonly string[];
  /** relays that were taken out by hand, which no published list says yet */
  taken: readonly string[];
  /** of the last publishing: relays that took the list, and all that were asked */
  accepted: number;
  asked: number;
  /** why the list was not read or published, for people */
  problem: Problem | undefined;
};

const VISITOR: Context = {
  pubkey: '',
  signing: 'read only',
  version: undefined,
  proposal: [],
  taken: [],
  accepted: 0,
  asked: 0,
  problem: undefined,
};

/** The newest list was not read, which may be better in a while; nobody was asked to sign yet. */
const UNREAD: readonly Problem['code'][] = ['relay-list-not-read', 'relay-list-may-exist'];

const toldOf = ({ event }: { event: { error: unknown } }) => ({ problem: problemOf(event.error) });
const reportOf = ({ event }: { event: { output: RelayListLoad } }) => event.output;
const noteLoaded = { type: 'note loaded', params: reportOf } as const;
/** What comes after the list was read, also by a look that nobody asked for. */
const afterReading = [
  {
    guard: { type: 'has unpublished changes', params: reportOf },
    target: '#relay-list.list.user.broadcast.waiting',
    actions: noteLoaded,
  },
  { target: '#relay-list.list.user.broadcast.resting', actions: noteLoaded },
] as const;
/** The same of the publishing. */
const afterPublishing = {
  target: '#relay-list.list.user.broadcast.resting.published',
  actions: { type: 'note published', params: ({ event }: { event: { output: PublishReport } }) => event.output },
} as const;
/** the defaults are back, and nothing waits */
const givenUp = { target: 'resting', actions: 'begin changes' } as const;
const owner = ({ context }: { context: Context }): Owner => ({ pubkey: context.pubkey });
const ordered = ({ context: { pubkey, version } }: { context: Context }): PublishInput<RelayEdit> => ({
  pubkey,
  edits: [],
  version,
});

/**
 * The published relay list of the user (NIP-65): read at login and put into the set; what the user changes by hand is
 * published 3 s later (RLIST-01 to RLIST-07). The lists themselves are with the relays, changes in a journal.
 */
export const relayListMachine = setup({
  types: {} as {
    context: Context;
    events: RelayListEvent;
    tags: 'busy' | 'waiting' | 'locked' | 'publishing' | 'published' | 'failed' | 'unread';
  },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch newest': callbackSlot<AnyEventObject, Owner>('watch newest'),
    'watch entries': callbackSlot<AnyEventObject, Owner>('watch entries'),
    'load list': promiseSlot<RelayListLoad, Owner>('load list'),
    'publish list': promiseSlot<PublishReport, PublishInput<RelayEdit>>('publish list'),
    'undo edits': promiseSlot<void, Owner>('undo edits'),
    'accept proposal': promiseSlot<void, { relays: readonly string[] }>('accept proposal'),
    'forget session': promiseSlot<void, Owner>('forget session'),
  },
  guards: {
    ...loginGuards,
    'has unpublished changes': (_, { unpublished }: RelayListLoad) => unpublished > 0,
    'can sign': ({ context }) => context.signing === 'possible',
    'can sign now': ({ context }, { pubkey, signing }: Login) => pubkey === context.pubkey && signing === 'possible',
    'was not read': ({ context: { problem } }) => problem !== undefined && UNREAD.includes(problem.code),
    'may try again': and(['was not read', 'can sign']),
    'no version waits': ({ context }) => context.version === undefined,
    'has a proposal': ({ context }) => context.proposal.length > 0,
  },
  actions: {
    'note user': assign((_, { pubkey = '', signing }: Login) => ({ ...VISITOR, pubkey, signing })),
    'forget user': assign(VISITOR),
    'note signing': assign((_, { signing }: Login) => ({ signing })),
    'note loaded': assign((_, { proposal, taken }: RelayListLoad) => ({ proposal, taken, problem: undefined })),
    'note taken': assign((_, { taken }: { taken: readonly string[] }) => ({ taken })),
    'note published': assign((_, { accepted, asked }: PublishReport) => ({
      accepted,
      asked,
      taken: [],
      problem: undefined,
      version: undefined,
    })),
    'note problem': assign((_, { problem }: { problem: Problem }) => ({ problem })),
    'forget problem': assign({ problem: undefined }),
    'begin changes': assign({ problem: undefined, version: undefined }),
    'note version': assign((_, { version }: { version: string | undefined }) => ({ version })),
    'forget proposal': assign({ proposal: [] }),
  },
  delays: { debounce: RELAY_LIST_BROADCAST_DEBOUNCE_MS, retry: RELAY_LIST_RETRY_MS },
}).createMachine({
  id: 'relay-list',
  context: VISITOR,
  type: 'parallel',
  states: {
    login: loginWatch,
    list: {
      initial: 'visitor',
      states: {
        visitor,
        leaving: {
          description: 'What the tab keeps of the one who left goes.',
          invoke: { id: 'forget session', src: 'forget session', input: owner, onDone: 'visitor', onError: 'visitor' },
          on: { 'login.changed': toUser },
        },
        user: {
          type: 'parallel',
          on: {
            'login.changed': [...fromUser('leaving'), { actions: noteSigning }],
          },
          states: {
            newest: newestWatch(owner),
            entries: {
              initial: 'watched',
              states: {
                watched: {
                  invoke: { id: 'watch entries', src: 'watch entries', input: owner, onError: 'unwatched' },
                  on: {
                    'entries.edited': { actions: { type: 'note taken', params: ({ event }) => event } },
                    'entries.restored': { actions: { type: 'note taken', params: { taken: [] } } },
                  },
                },
                unwatched: { description: 'Changes by hand are not seen until the next login.' },
              },
            },
            proposal: {
              initial: 'open',
              states: {
                open: {
                  on: {
                    'list.accept': { guard: 'has a proposal', target: 'accepting' },
                    'list.dismiss': { actions: 'forget proposal' },
                  },
                },
                accepting: {
                  invoke: {
                    id: 'accept proposal',
                    src: 'accept proposal',
                    input: ({ context }) => ({ relays: context.proposal }),
                    onDone: { target: 'open', actions: 'forget proposal' },
                    onError: 'open',
                  },
                },
              },
            },
            broadcast: {
              initial: 'loading',
              states: {
                loading: {
                  tags: 'busy',
                  invoke: {
                    id: 'load list',
                    src: 'load list',
                    input: owner,
                    onDone: afterReading,
                    onError: { target: 'unread', actions: { type: 'note problem', params: toldOf } },
                  },
                },
                unread: {
                  description: 'No relay told the list; the set stays as it is.',
                  tags: 'unread',
                  initial: 'told',
                  states: {
                    told: { after: { retry: 'retrying' } },
                    retrying: {
                      description: 'Nobody asked for it: what was told stays, with its button.',
                      invoke: {
                        id: 'look again',
                        src: 'load list',
                        input: owner,
                        onDone: afterReading,
                        onError: { target: 'told', actions: { type: 'note problem', params: toldOf } },
                      },
                    },
                  },
                  on: { 'list.publish': 'loading', 'list.newer': 'loading', 'entries.edited': 'waiting' },
                },
                resting: {
                  on: {
                    'entries.edited': 'waiting',
                    'entries.restored': '.quiet',
                    'list.newer': 'loading',
                    'list.restore': {
                      target: 'deciding',
                      actions: { type: 'note version', params: ({ event }) => ({ version: event.id }) },
                    },
                  },
                  initial: 'quiet',
                  states: {
                    quiet: {},
                    published: {
                      tags: 'published',
                      on: { 'list.publish': '#relay-list.list.user.broadcast.deciding' },
                    },
                  },
                },
                waiting: {
                  description: 'More changes may follow.',
                  tags: 'waiting',
                  entry: 'begin changes',
                  after: { debounce: 'deciding' },
                  on: {
                    'entries.edited': { target: 'waiting', reenter: true },
                    'entries.restored': 'resting',
                    'list.publish': 'deciding',
                    'list.undo': 'undoing',
                  },
                },
                deciding: { always: [{ guard: 'can sign', target: 'publishing' }, { target: 'locked' }] },
                locked: {
                  description: 'What was changed is kept until it can be signed.',
                  tags: 'locked',
                  on: {
                    'login.changed': {
                      guard: { type: 'can sign now', params: ({ event }) => event },
                      target: 'publishing',
                      actions: noteSigning,
                    },
                    'entries.edited': 'waiting',
                    'entries.restored': givenUp,
                    'list.newer': { guard: 'no version waits', target: 'loading' },
                    'list.undo': 'undoing',
                  },
                },
                publishing: {
                  tags: 'publishing',
                  entry: 'forget problem',
                  invoke: {
                    id: 'publish list',
                    src: 'publish list',
                    input: ordered,
                    onDone: afterPublishing,
                    onError: { target: 'failed', actions: { type: 'note problem', params: toldOf } },
                  },
                  // what was begun is given up: the journal still has what was edited
                  on: { 'entries.edited': 'waiting', 'entries.restored': givenUp },
                },
                failed: {
                  tags: 'failed',
                  initial: 'told',
                  states: {
                    told: {
                      after: {
                        retry: [
                          { guard: 'may try again', target: 'retrying' },
                          { guard: 'was not read', target: '#relay-list.list.user.broadcast.locked' },
                        ],
                      },
                    },
                    retrying: {
                      description: 'Nobody asked for it: what was told stays, with its buttons.',
                      invoke: {
                        id: 'try again',
                        src: 'publish list',
                        input: ordered,
                        onDone: afterPublishing,
                        onError: { target: 'told', actions: { type: 'note problem', params: toldOf } },
                      },
                    },
                  },
                  on: {
                    'list.publish': 'deciding',
                    'entries.edited': 'waiting',
                    'entries.restored': givenUp,
                    'list.undo': 'undoing',
                  },
                },
                undoing: {
                  tags: 'busy',
                  invoke: {
                    id: 'undo edits',
                    src: 'undo edits',
                    input: owner,
                    onDone: {
                      target: 'resting',
                      actions: [
                        { type: 'note version', params: { version: undefined } },
                        { type: 'note taken', params: { taken: [] } },
                      ],
                    },
                    onError: { target: 'failed', actions: { type: 'note problem', params: toldOf } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

import { assign, setup } from 'xstate';
import { PEOPLE_LIST_LOOK_MS, PEOPLE_LIST_RETRY_MS } from '#domain/social/social-limits.ts';
import { editProblem, personOf, type PeopleEdit, type PeopleList } from '#domain/social/people-list.ts';
import { loginGuards, loginWatch, nobody, toUser, type Login, type LoginFact } from '#machines/session/login-watch.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type PeopleListEvent =
  | LoginFact
  /** `hidden`: into the encrypted part. `pubkey` in hex or, to follow, as npub; `relay` and `petname` are what the list says of them */
  | { type: 'people.add'; pubkey: string; relay?: string; petname?: string; hidden?: boolean }
  | { type: 'people.remove'; pubkey: string }
  /** publish an older version, by its id, as the newest one */
  | { type: 'people.restore'; id: string }
  /** read the list again */
  | { type: 'people.refresh' };

/** Whose list it is about. */
export type PeopleOwner = { pubkey: string };
/** `version`: the id of an older version that is to be the newest one. */
export type PublishPeopleInput = PeopleOwner & { edits: readonly PeopleEdit[]; version: string | undefined };
/** `unpublished`: changes of an earlier visit, or such that were overwritten, are to be published. */
export type LoadPeopleReport = { unpublished: boolean };
/** Relays that took the list, and all that were asked; both 0 when it said everything already. */
export type PublishPeopleReport = { accepted: number; asked: number };

type Context = {
  /** '' when nobody is logged in */
  pubkey: string;
  signing: Login['signing'];
  /** what waits to be published, in the order it was done */
  queue: readonly PeopleEdit[];
  version: string | undefined;
  /** what is being published */
  sending: { readonly edits: readonly PeopleEdit[]; readonly version: string | undefined };
  accepted: number;
  asked: number;
  /** why the last change was not made, or the list not read, for people */
  problem: string | undefined;
};

const NOTHING: Context['sending'] = { edits: [], version: undefined };

const VISITOR: Context = {
  pubkey: '',
  signing: 'read only',
  queue: [],
  version: undefined,
  sending: NOTHING,
  accepted: 0,
  asked: 0,
  problem: undefined,
};

type Wish = { pubkey: string; wanted: boolean; relay?: string; petname?: string; hidden?: boolean };
type Problem = { problem: string };

const messageOf = ({ event }: { event: { error: unknown } }): Problem => ({
  problem: event.error instanceof Error ? event.error.message : String(event.error),
});
const owner = ({ context }: { context: Context }): PeopleOwner => ({ pubkey: context.pubkey });
const wishOf = ({ event }: { event: Omit<Wish, 'wanted'> & { type: 'people.add' | 'people.remove' } }): Wish => {
  const { type, ...person } = event;
  return { ...person, wanted: type === 'people.add' };
};
const editOf = ({ pubkey, ...wish }: Wish): PeopleEdit => ({ ...wish, pubkey: personOf(pubkey) ?? pubkey });

/**
 * The statechart of a list of people: read at login; a change shows at once, waits while another one is published, and
 * goes back when it fails (FOLLOW-03 to FOLLOW-05). The lists are in the query cache, what is not published in a journal.
 */
// oxlint-disable-next-line max-lines-per-function -- a statechart is one expression
export const peopleListMachine = (list: PeopleList) => {
  const logic = setup({
    types: {} as {
      context: Context;
      events: PeopleListEvent;
      tags: 'loading' | 'busy' | 'unread' | 'published' | 'failed';
    },
    actors: {
      'watch login': callbackSlot('watch login'),
      'load list': promiseSlot<LoadPeopleReport, PeopleOwner>('load list'),
      'publish list': promiseSlot<PublishPeopleReport, PublishPeopleInput>('publish list'),
    },
    guards: {
      'is refused': ({ context }, wish: Wish) => editProblem(list, context.pubkey, wish) !== undefined,
      ...loginGuards,
      'can sign at last': ({ context }, { signing }: Login) => signing === 'possible' && context.signing !== 'possible',
      'something waits': ({ context }) => context.queue.length > 0 || context.version !== undefined,
      'has unpublished changes': ({ context }, { unpublished }: LoadPeopleReport) =>
        unpublished && context.signing === 'possible',
      'did not work': ({ context }) => context.problem !== undefined,
    },
    actions: {
      'note user': assign((_, { pubkey = '', signing }: Login) => ({ ...VISITOR, pubkey, signing })),
      'forget user': assign(VISITOR),
      'note signing': assign((_, { signing }: Login) => ({ signing })),
      'note edit': assign(({ context }, wish: Wish) => ({
        queue: [...context.queue, editOf(wish)],
        problem: undefined,
      })),
      'note version': assign((_, { version }: { version: string }) => ({ version, problem: undefined })),
      'note refusal': assign(({ context }, wish: Wish) => ({ problem: editProblem(list, context.pubkey, wish) })),
      'note problem': assign((_, { problem }: Problem) => ({ problem })),
      'forget problem': assign({ problem: undefined }),
      'take queue': assign(({ context: { queue, version } }) => ({
        sending: { edits: queue, version },
        queue: [],
        version: undefined,
      })),
      'note published': assign((_, { accepted, asked }: PublishPeopleReport) => ({
        accepted,
        asked,
        sending: NOTHING,
      })),
      'drop failed': assign({ sending: NOTHING }),
      'show edit': actionSlot<PeopleOwner & { edit: PeopleEdit }>('show edit'),
      'undo edits': actionSlot<PeopleOwner & { edits: readonly PeopleEdit[] }>('undo edits'),
      'tell problem': actionSlot<Problem>('tell problem'),
      'forget list': actionSlot('forget list'),
    },
    delays: { retry: PEOPLE_LIST_RETRY_MS, look: PEOPLE_LIST_LOOK_MS },
  });
  const refusal = {
    guard: { type: 'is refused' as const, params: wishOf },
    actions: [
      { type: 'note refusal' as const, params: wishOf },
      {
        type: 'tell problem' as const,
        params: ({ context }: { context: Context }): Problem => ({ problem: context.problem ?? '' }),
      },
    ],
  };
  const accept = [
    { type: 'note edit' as const, params: wishOf },
    {
      type: 'show edit' as const,
      params: (step: { context: Context } & Parameters<typeof wishOf>[0]) => ({
        pubkey: step.context.pubkey,
        edit: editOf(wishOf(step)),
      }),
    },
  ];
  return logic.createMachine({
    id: list,
    context: VISITOR,
    type: 'parallel',
    states: {
      login: loginWatch,
      list: {
        initial: 'visitor',
        states: {
          visitor: {
            description: 'Nobody is logged in.',
            entry: ['forget user', 'forget list'],
            on: {
              'login.changed': toUser,
              'people.add': refusal,
              'people.remove': refusal,
            },
          },
          user: {
            initial: 'loading',
            on: {
              'login.changed': [
                { guard: nobody, target: 'visitor' },
                { ...toUser, actions: ['forget list', toUser.actions] },
                { actions: { type: 'note signing', params: ({ event }) => event } },
              ],
              'people.add': [refusal, { actions: accept }],
              'people.remove': [refusal, { actions: accept }],
              'people.restore': { actions: { type: 'note version', params: ({ event }) => ({ version: event.id }) } },
            },
            states: {
              loading: {
                tags: 'loading',
                invoke: {
                  id: 'load list',
                  src: 'load list',
                  input: owner,
                  onDone: [
                    { guard: 'something waits', target: 'publishing' },
                    {
                      guard: { type: 'has unpublished changes', params: ({ event }) => event.output },
                      target: 'publishing',
                    },
                    { target: 'resting' },
                  ],
                  onError: [
                    { guard: 'something waits', target: 'publishing' },
                    { target: 'unread', actions: { type: 'note problem', params: messageOf } },
                  ],
                },
              },
              unread: {
                description: 'No relay told the list; what is known of it stays.',
                tags: 'unread',
                always: { guard: 'something waits', target: 'publishing' },
                after: { retry: 'loading' },
                on: { 'people.refresh': 'loading' },
                exit: 'forget problem',
              },
              resting: {
                always: { guard: 'something waits', target: 'publishing' },
                on: {
                  'people.refresh': 'loading',
                  'login.changed': {
                    guard: { type: 'can sign at last', params: ({ event }) => event },
                    target: 'loading',
                    actions: { type: 'note signing', params: ({ event }) => event },
                  },
                },
                initial: 'quiet',
                states: {
                  quiet: {},
                  published: {
                    description: 'Another device may have written at the same time: a while later it is looked again.',
                    tags: 'published',
                    after: { look: `#${list}.list.user.loading` },
                  },
                  failed: { tags: 'failed' },
                },
              },
              publishing: {
                description: 'What is done meanwhile waits for its turn.',
                tags: 'busy',
                entry: 'take queue',
                invoke: {
                  id: 'publish list',
                  src: 'publish list',
                  input: ({ context: { pubkey, sending } }) => ({ pubkey, ...sending }),
                  onDone: {
                    target: 'settling',
                    actions: { type: 'note published', params: ({ event }) => event.output },
                  },
                  onError: {
                    target: 'settling',
                    actions: [
                      { type: 'note problem', params: messageOf },
                      {
                        type: 'undo edits',
                        params: ({ context: { pubkey, sending } }) => ({ pubkey, edits: sending.edits }),
                      },
                      { type: 'tell problem', params: messageOf },
                      'drop failed',
                    ],
                  },
                },
              },
              settling: {
                description: 'The list is read again, so that what relays have is shown (FOLLOW-05).',
                tags: 'busy',
                always: { guard: 'something waits', target: 'publishing' },
                invoke: {
                  id: 'read again',
                  src: 'load list',
                  input: owner,
                  onDone: [{ guard: 'did not work', target: 'resting.failed' }, { target: 'resting.published' }],
                  onError: [{ guard: 'did not work', target: 'resting.failed' }, { target: 'resting.published' }],
                },
              },
            },
          },
        },
      },
    },
  });
};

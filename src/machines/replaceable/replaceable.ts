import { assign, setup, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import { LIST_LOOK_MS, LIST_PATIENCE_MS, LIST_RETRY_MS } from '#domain/replaceable/replaceable-limits.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  noteSigning,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch newest` tells: a version came that was made elsewhere. */
export type NewerFact = { type: 'list.newer' };

export type ListEvent<Edit> =
  | LoginFact
  | NewerFact
  | { type: 'list.edit'; edit: Edit }
  /** several at once, published together: all of them, or none when one is refused */
  | { type: 'list.editAll'; edits: readonly Edit[] }
  /** publish an older version, by its id, as the newest one */
  | { type: 'list.restore'; id: string }
  /** read the list again */
  | { type: 'list.refresh' };

type EditEvent<Edit> = Extract<ListEvent<Edit>, { type: 'list.edit' | 'list.editAll' }>;

/** What the chart must know of the edits of a list. */
export type ListPolicy<Edit> = {
  readonly id: string;
  /** why the user cannot do that, for people; `self` is '' when nobody is logged in */
  readonly problemWith: (self: string, edit: Edit) => Problem | undefined;
  /** the edit as it is kept and published */
  readonly normal: (edit: Edit) => Edit;
};

/** Whose list it is about. */
export type Owner = { pubkey: string };
/** `version`: the id of an older version that is to be the newest one. */
export type PublishInput<Edit> = Owner & { edits: readonly Edit[]; version: string | undefined };
/**
 * `unpublished`: changes of an earlier visit, or such that were overwritten, are to be published; `unsent`: those of them that
 * no version ever said.
 */
export type LoadReport<Edit> = { unpublished: boolean; unsent: readonly Edit[] };
/** Relays that took the list, and all that were asked; both 0 when it said everything already. */
export type PublishReport = { accepted: number; asked: number };

type Context<Edit> = {
  /** '' when nobody is logged in */
  pubkey: string;
  signing: Login['signing'];
  /** what waits to be published, in the order it was done */
  queue: readonly Edit[];
  version: string | undefined;
  /** what is being published */
  sending: { readonly edits: readonly Edit[]; readonly version: string | undefined };
  accepted: number;
  asked: number;
  /** why the last change was not made, or the list not read, for people */
  problem: Problem | undefined;
};

const NOTHING: Context<never>['sending'] = { edits: [], version: undefined };

const VISITOR: Context<never> = {
  pubkey: '',
  signing: 'read only',
  queue: [],
  version: undefined,
  sending: NOTHING,
  accepted: 0,
  asked: 0,
  problem: undefined,
};

type Told = { problem: Problem };

const toldOf = ({ event }: { event: { error: unknown } }): Told => ({ problem: problemOf(event.error) });
const owner = ({ context }: { context: { pubkey: string } }): Owner => ({ pubkey: context.pubkey });

/** The region of such a chart that hears of versions made elsewhere. `owner`: whose, for the slot. */
export const newestWatch = <Input>(owner: Input) =>
  ({
    initial: 'watched',
    states: {
      watched: { invoke: { id: 'watch newest', src: 'watch newest', input: owner, onError: 'unwatched' } },
      unwatched: { description: 'What is published elsewhere is seen when the list is read again.' },
    },
  }) as const;

/**
 * The statechart of a list that the user changes by single edits: read at login; a change shows at once, waits while another
 * one is published, and goes back when it fails (FOLLOW-03 to FOLLOW-05). The lists are in the query cache, what is not
 * published in a journal.
 */
// oxlint-disable-next-line max-lines-per-function -- a statechart is one expression
export const replaceableMachine = <Edit extends object>({ id, problemWith, normal }: ListPolicy<Edit>) => {
  const editsOf = ({ event }: { event: EditEvent<Edit> }) => ('edits' in event ? event.edits : [event.edit]);
  const refusal = ({ pubkey }: Owner, edits: readonly Edit[]) => {
    const refused = edits.find((edit) => problemWith(pubkey, edit) !== undefined);
    return refused && problemWith(pubkey, refused);
  };
  const logic = setup({
    types: {} as {
      context: Context<Edit>;
      events: ListEvent<Edit>;
      tags: 'loading' | 'busy' | 'unread' | 'published' | 'failed';
    },
    actors: {
      'watch login': callbackSlot('watch login'),
      'watch newest': callbackSlot<AnyEventObject, Owner>('watch newest'),
      'load list': promiseSlot<LoadReport<Edit>, Owner>('load list'),
      'publish list': promiseSlot<PublishReport, PublishInput<Edit>>('publish list'),
    },
    guards: {
      'is refused': ({ context }, edits: readonly Edit[]) => refusal(context, edits) !== undefined,
      ...loginGuards,
      'can sign at last': ({ context }, { signing }: Login) => signing === 'possible' && context.signing !== 'possible',
      'something waits': ({ context }) => context.queue.length > 0 || context.version !== undefined,
      'has unpublished changes': ({ context }, { unpublished }: LoadReport<Edit>) =>
        unpublished && context.signing === 'possible' && context.version === undefined,
      'page is left': (_, { problem }: Told) => problem.code === 'pool-destroyed',
      'did not work': ({ context }) => context.problem !== undefined,
    },
    actions: {
      'note user': assign((_, { pubkey = '', signing }: Login) => ({ ...VISITOR, pubkey, signing })),
      'forget user': assign(VISITOR),
      'note signing': assign((_, { signing }: Login) => ({ signing })),
      'note edits': assign(({ context }, edits: readonly Edit[]) => ({
        queue: [...context.queue, ...edits.map(normal)],
        problem: undefined,
      })),
      'note version': assign((_, { version }: { version: string }) => ({ version, problem: undefined })),
      'note refusal': assign(({ context }, edits: readonly Edit[]) => ({ problem: refusal(context, edits) })),
      'note problem': assign((_, { problem }: Told) => ({ problem })),
      'forget problem': assign({ problem: undefined }),
      'take queue': assign(({ context: { queue, version } }) => ({
        sending: { edits: queue, version },
        queue: [],
        version: undefined,
      })),
      'take unsent': assign(({ context: { queue } }, { unsent }: LoadReport<Edit>) => ({
        queue: [...unsent, ...queue],
      })),
      'put back': assign(({ context: { queue, version, sending } }) => ({
        sending: NOTHING,
        queue: [...sending.edits, ...queue],
        version: version ?? sending.version,
      })),
      'note published': assign((_, { accepted, asked }: PublishReport) => ({
        accepted,
        asked,
        sending: NOTHING,
      })),
      'drop failed': assign({ sending: NOTHING }),
      'show edits': actionSlot<Owner & { edits: readonly Edit[] }>('show edits'),
      'undo edits': actionSlot<Owner & { edits: readonly Edit[] }>('undo edits'),
      'tell problem': actionSlot<Told>('tell problem'),
      'forget list': actionSlot('forget list'),
    },
    delays: { retry: LIST_RETRY_MS, look: LIST_LOOK_MS, patience: LIST_PATIENCE_MS },
  });
  const edited = [
    {
      guard: { type: 'is refused' as const, params: editsOf },
      actions: [
        { type: 'note refusal' as const, params: editsOf },
        {
          type: 'tell problem' as const,
          params: ({ context }: { context: Context<Edit> }): Told => ({
            problem: context.problem ?? { code: 'unknown' },
          }),
        },
      ],
    },
    {
      actions: [
        { type: 'note edits' as const, params: editsOf },
        {
          type: 'show edits' as const,
          params: ({ context, event }: { context: Context<Edit>; event: EditEvent<Edit> }) => ({
            pubkey: context.pubkey,
            edits: editsOf({ event }).map(normal),
          }),
        },
      ],
    },
  ];
  const [left, changed] = fromUser('visitor');
  return logic.createMachine({
    id,
    context: VISITOR,
    type: 'parallel',
    states: {
      login: loginWatch,
      list: {
        initial: 'visitor',
        states: {
          visitor: {
            ...visitor,
            entry: [visitor.entry, 'forget list'],
            on: { ...visitor.on, 'list.edit': edited[0]!, 'list.editAll': edited[0]! },
          },
          user: {
            type: 'parallel',
            on: {
              'login.changed': [
                left,
                { ...changed, actions: ['forget list', changed.actions] },
                { actions: noteSigning },
              ],
              'list.edit': edited,
              'list.editAll': edited,
              'list.restore': { actions: { type: 'note version', params: ({ event }) => ({ version: event.id }) } },
            },
            states: {
              newest: newestWatch(owner),
              work: {
                initial: 'loading',
                states: {
                  loading: {
                    tags: 'loading',
                    initial: 'early',
                    states: {
                      early: { after: { patience: 'late' } },
                      late: {
                        description: 'What is done waits for slow relays no longer: whoever publishes reads by itself.',
                        always: { guard: 'something waits', target: `#${id}.list.user.work.publishing` },
                      },
                    },
                    invoke: {
                      id: 'load list',
                      src: 'load list',
                      input: owner,
                      onDone: [
                        {
                          guard: { type: 'has unpublished changes', params: ({ event }) => event.output },
                          target: 'publishing',
                          actions: { type: 'take unsent', params: ({ event }) => event.output },
                        },
                        { guard: 'something waits', target: 'publishing' },
                        { target: 'resting' },
                      ],
                      onError: [
                        { guard: 'something waits', target: 'publishing' },
                        { target: 'unread', actions: { type: 'note problem', params: toldOf } },
                      ],
                    },
                  },
                  unread: {
                    description: 'No relay told the list; what is known of it stays.',
                    tags: 'unread',
                    always: { guard: 'something waits', target: 'publishing' },
                    after: { retry: 'loading' },
                    on: { 'list.refresh': 'loading', 'list.newer': 'loading' },
                    exit: 'forget problem',
                  },
                  resting: {
                    always: { guard: 'something waits', target: 'publishing' },
                    on: {
                      'list.refresh': 'loading',
                      'list.newer': 'loading',
                      'login.changed': {
                        guard: { type: 'can sign at last', params: ({ event }) => event },
                        target: 'loading',
                        actions: noteSigning,
                      },
                    },
                    initial: 'quiet',
                    states: {
                      quiet: {},
                      published: {
                        description:
                          'Another device may have written at the same time: a while later it is looked again.',
                        tags: 'published',
                        on: { 'list.newer': `#${id}.list.user.work.settling` },
                        after: { look: `#${id}.list.user.work.loading` },
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
                      onError: [
                        { guard: { type: 'page is left', params: toldOf }, target: 'left', actions: 'put back' },
                        {
                          target: 'settling',
                          actions: [
                            { type: 'note problem', params: toldOf },
                            {
                              type: 'undo edits',
                              params: ({ context: { pubkey, sending } }) => ({ pubkey, edits: sending.edits }),
                            },
                            { type: 'tell problem', params: toldOf },
                            'drop failed',
                          ],
                        },
                      ],
                    },
                  },
                  left: {
                    description: 'The page is being left: the next start publishes it, or this one if it goes on.',
                    after: { retry: 'loading' },
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
      },
    },
  });
};

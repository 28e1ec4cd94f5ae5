import { assign, not, or, setup, stateIn, type AnyEventObject } from 'xstate';
import { problemOf, type Problem } from '#domain/problem.ts';
import type { Obstacle } from '#domain/publish/composing.ts';
import type { SecretKind } from '#domain/session/leaked-secret.ts';
import { actionSlot, callbackSlot } from '#machines/slots.ts';

/** How the draft stands; its text is kept beside the machines, under the id of the composer. */
type DraftState = { /** there is something in it to lose */ isBegun: boolean; obstacle: Obstacle | undefined };

/** What the slot `follow draft` tells. */
export type DraftFact =
  /** also at the start, and when the account or the relays change */
  | ({ type: 'draft.is' } & DraftState)
  /** by the one who writes */
  | ({ type: 'draft.edited' } & DraftState)
  /** an earlier visit, another view or another tab made a post of this draft that is not signed yet; told more than once */
  | { type: 'draft.posted'; jobId: string }
  /** somebody else may be logged in now, or nobody */
  | { type: 'account.changed' };

/** What the slot `follow shared` tells of what other apps share: all but the text. */
export type SharedFact =
  | { type: 'shared.text' }
  /** a secret key was in it: it is not taken over */
  | { type: 'shared.secret'; secret: SecretKind }
  | { type: 'shared.gone' };

/** What the slot `follow gate` tells: nobody logged in, or something else was wanted. */
export type GateFact = { type: 'gate.left' };

/** What the slot `make post` tells. */
export type MakeFact = { type: 'post.begun'; jobId: string } | { type: 'post.failed'; problem: Problem };

/** What the slot `follow job` tells. */
export type JobFact =
  | { type: 'job.mines' }
  | { type: 'job.signs' }
  /** another tab works on it */
  | { type: 'job.elsewhere' }
  /** its signed event is kept here or on a relay */
  | { type: 'job.safe' }
  | { type: 'job.failed'; problem: Problem }
  /** it waits for somebody who signs */
  | { type: 'job.unsigned' }
  | { type: 'job.gone' };

export type Panel = 'picture' | 'work' | 'relays' | 'preview' | 'drafts';

export type ComposerEvent =
  | DraftFact
  | SharedFact
  | GateFact
  | MakeFact
  | JobFact
  /** `bits`: the work that was shown at the press; left out: as the policy says */
  | { type: 'composer.post'; bits?: number | undefined }
  /** the gate let it through */
  | { type: 'composer.make' }
  /** gives the text back */
  | { type: 'composer.stop' }
  | { type: 'composer.withoutWork' }
  | { type: 'panel.toggle'; panel: Panel }
  | { type: 'panel.close' }
  | { type: 'shared.take' }
  | { type: 'shared.leave' };

/** Why it was not posted: what is in the way, or words of what failed. */
export type ComposerProblem = { obstacle: Obstacle } | Problem;

export type ComposerInput = { composer: string; /** what other apps share belongs here */ takesShared: boolean };

/** The text is kept beside the machines, under the id of the composer. */
export type ComposerPlace = { composer: string };
export type MakeInput = ComposerPlace & { bits: number | undefined };
export type FollowJobInput = { jobId: string };

type Context = ComposerInput &
  DraftState & {
    bits: number | undefined;
    jobId: string;
    problem: ComposerProblem | undefined;
    /** that is open */
    panel: Panel | undefined;
    /** the secret key in what was shared */
    secret: SecretKind | undefined;
  };

const isPosted = or([stateIn('#composer.post.making'), stateIn('#composer.post.working')]);

const place = ({ context: { composer } }: { context: Context }): ComposerPlace => ({ composer });

/**
 * One composer that is open: a text with its draft and tools, or an act that becomes a post, until the signed event is safe.
 * From there on the job of the post goes on by itself.
 */
export const composerMachine = setup({
  types: {} as {
    context: Context;
    input: ComposerInput;
    events: ComposerEvent;
    tags: 'asking' | 'mining' | 'signing' | 'elsewhere' | 'safe' | 'shared';
  },
  actors: {
    'follow draft': callbackSlot<AnyEventObject, ComposerPlace>('follow draft'),
    'follow shared': callbackSlot('follow shared'),
    'follow gate': callbackSlot('follow gate'),
    'make post': callbackSlot<AnyEventObject, MakeInput>('make post'),
    'follow job': callbackSlot<AnyEventObject, FollowJobInput>('follow job'),
  },
  guards: {
    'is hindered': ({ context }) => context.obstacle !== undefined,
    'is unhindered': ({ context }) => context.obstacle === undefined,
    'is gone': ({ context }) => context.obstacle === 'gone elsewhere',
    'is ours': not(stateIn('#composer.post.working.elsewhere')),
    'takes shared': ({ context }) => context.takesShared,
    'is posted': isPosted,
    'is free': not(isPosted),
    'is begun': ({ context }) => context.isBegun,
    'is shown': ({ context }, { panel }: { panel: Panel }) => context.panel === panel,
  },
  actions: {
    'take up draft': actionSlot<ComposerPlace>('take up draft'),
    'hand over draft': actionSlot<ComposerPlace>('hand over draft'),
    'note draft': assign(({ context: { problem } }, { isBegun, obstacle }: DraftState) => ({
      isBegun,
      obstacle,
      problem: problem && 'obstacle' in problem && problem.obstacle !== obstacle ? undefined : problem,
    })),
    'note work': assign({ bits: (_, { bits }: { bits?: number | undefined }) => bits }),
    'note job': assign({ jobId: (_, { jobId }: { jobId: string }) => jobId }),
    'name obstacle': assign({ problem: ({ context: { obstacle } }) => obstacle && { obstacle } }),
    'keep problem': assign((_, { problem }: { problem: Problem }) => ({ problem })),
    'forget problem': assign({ problem: undefined }),
    'cancel job': actionSlot<FollowJobInput>('cancel job'),
    'note panel': assign((_, { panel }: { panel: Panel }) => ({ panel })),
    'forget panel': assign({ panel: undefined }),
    'note secret': assign((_, { secret }: { secret: SecretKind }) => ({ secret })),
    'take shared': actionSlot<ComposerPlace>('take shared'),
    'drop shared': actionSlot('drop shared'),
  },
}).createMachine({
  id: 'composer',
  context: ({ input }) => ({
    ...input,
    isBegun: false,
    obstacle: undefined,
    bits: undefined,
    jobId: '',
    problem: undefined,
    panel: undefined,
    secret: undefined,
  }),
  type: 'parallel',
  states: {
    draft: {
      initial: 'followed',
      states: {
        followed: {
          invoke: { id: 'draft', src: 'follow draft', input: place, onError: 'lost' },
          on: {
            'draft.is': { actions: { type: 'note draft', params: ({ event }) => event } },
            'draft.edited': { actions: [{ type: 'note draft', params: ({ event }) => event }, 'forget problem'] },
          },
        },
        lost: { description: 'It is kept and posted as it stands; what is in its way is named as it was.' },
      },
    },
    post: {
      initial: 'writing',
      // what was shown at the press is what is posted, whoever is logged in by then
      on: { 'account.changed': { actions: { type: 'hand over draft', params: place } } },
      states: {
        writing: {
          on: {
            'account.changed': { actions: { type: 'take up draft', params: place } },
            'composer.post': [
              { guard: 'is hindered', actions: 'name obstacle' },
              { target: 'asking', actions: ['forget problem', { type: 'note work', params: ({ event }) => event }] },
            ],
            'draft.posted': { target: 'working', actions: { type: 'note job', params: ({ event }) => event } },
          },
        },
        asking: {
          description: 'The gate lets it through, or asks for a login first. Meanwhile it can be written on.',
          tags: 'asking',
          invoke: { id: 'gate', src: 'follow gate', onError: 'writing' },
          on: {
            'composer.make': [
              { guard: 'is hindered', target: 'writing', actions: 'name obstacle' },
              { target: 'making' },
            ],
            'composer.post': [
              { guard: 'is hindered', target: 'writing', actions: 'name obstacle' },
              { target: 'asking', reenter: true, actions: { type: 'note work', params: ({ event }) => event } },
            ],
            'gate.left': 'writing',
          },
        },
        making: {
          description: 'It may ask relays first, as a profile does.',
          tags: 'signing',
          invoke: {
            id: 'make',
            src: 'make post',
            input: ({ context: { composer, bits } }) => ({ composer, bits }),
            onError: {
              target: 'writing',
              actions: {
                type: 'keep problem',
                params: ({ event }) => ({ problem: problemOf(event.error, { code: 'post-failed' }) }),
              },
            },
          },
          on: {
            'post.begun': { target: 'working', actions: { type: 'note job', params: ({ event }) => event } },
            'post.failed': { target: 'writing', actions: { type: 'keep problem', params: ({ event }) => event } },
            'composer.stop': 'writing',
          },
        },
        working: {
          description: 'Its job is mined, signed and kept.',
          invoke: {
            id: 'job',
            src: 'follow job',
            input: ({ context: { jobId } }) => ({ jobId }),
            onError: {
              target: 'writing',
              actions: {
                type: 'keep problem',
                params: ({ event }) => ({ problem: problemOf(event.error, { code: 'post-failed' }) }),
              },
            },
          },
          initial: 'signing',
          states: {
            signing: { tags: 'signing', on: { 'job.mines': 'mining', 'job.elsewhere': 'elsewhere' } },
            elsewhere: {
              description: 'Only the other tab can stop it. Its draft is gone once the signed event is safe.',
              tags: 'elsewhere',
              always: { guard: 'is gone', target: '#composer.post.safe' },
              on: { 'job.mines': 'mining', 'job.signs': 'signing' },
            },
            mining: {
              tags: 'mining',
              on: {
                'job.signs': 'signing',
                'composer.withoutWork': {
                  target: '#composer.post.asking',
                  actions: [
                    { type: 'cancel job', params: ({ context }) => context },
                    { type: 'note work', params: { bits: 0 } },
                  ],
                },
              },
            },
          },
          on: {
            'job.safe': 'safe',
            'job.failed': {
              target: 'writing',
              actions: [
                { type: 'keep problem', params: ({ event }) => event },
                { type: 'cancel job', params: ({ context }) => context },
              ],
            },
            // who comes back to the text takes it back
            'job.unsigned': {
              target: 'writing',
              actions: { type: 'cancel job', params: ({ context }) => context },
            },
            'job.gone': 'writing',
            'composer.stop': {
              guard: 'is ours',
              target: 'writing',
              actions: { type: 'cancel job', params: ({ context }) => context },
            },
          },
        },
        safe: { description: 'It is out of hand: the screen closes.', tags: 'safe' },
      },
    },
    panel: {
      description: 'What a tool asks for, one at a time.',
      initial: 'closed',
      states: {
        closed: {
          entry: 'forget panel',
          on: { 'panel.toggle': { target: 'open', actions: { type: 'note panel', params: ({ event }) => event } } },
        },
        open: {
          on: {
            'panel.toggle': [
              { guard: { type: 'is shown', params: ({ event }) => event }, target: 'closed' },
              { target: 'open', actions: { type: 'note panel', params: ({ event }) => event } },
            ],
            'panel.close': 'closed',
            'composer.post': { guard: 'is unhindered', target: 'closed' },
          },
        },
      },
    },
    shared: {
      description:
        'Texts of other apps. Any site can share, so nothing is added to a text without a word of who writes it.',
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'takes shared', target: 'taking' }, { target: 'closed' }] },
        closed: {},
        taking: {
          invoke: { id: 'shared', src: 'follow shared', onError: 'closed' },
          initial: 'none',
          on: {
            'shared.text': '.arrived',
            'shared.secret': {
              target: '.none',
              actions: [{ type: 'note secret', params: ({ event }) => event }, 'drop shared'],
            },
            'shared.gone': '.none',
          },
          states: {
            none: {},
            arrived: {
              always: [
                { guard: 'is posted', target: 'waiting' },
                { guard: 'is begun', target: 'beside' },
                { target: 'none', actions: { type: 'take shared', params: place } },
              ],
            },
            waiting: {
              description: 'It came while a post is made.',
              tags: 'shared',
              always: { guard: 'is free', target: 'arrived' },
              on: { 'shared.leave': { target: 'none', actions: 'drop shared' } },
            },
            beside: {
              description: 'Something was written: who writes says what becomes of it.',
              tags: 'shared',
              always: { guard: 'is posted', target: 'waiting' },
              on: {
                'shared.take': { target: 'none', actions: { type: 'take shared', params: place } },
                'shared.leave': { target: 'none', actions: 'drop shared' },
              },
            },
          },
        },
      },
    },
  },
});

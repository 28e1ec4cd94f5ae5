import { assign, setup } from 'xstate';
import { TELL_AGAIN_MS, TELL_PAUSE_MS, SETTLE_MS, SETTLES_MOST } from '#domain/ecash/ecash-limits.ts';
import { ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slots tell, and what a person asks for. */
export type SyncFact =
  /** the user wants the ecash on relays, or does not */
  | { type: 'sync.switched'; isOn: boolean }
  /** the ledger holds something that is to be told */
  | { type: 'outbox.due' }
  /** the network is back, the relays of the account are others */
  | { type: 'sync.occasion' }
  | { type: 'sync.again' };

/** Whether each relay has what it must. 'short': too few relays took something. */
export type Told = 'told' | 'short';

/** One time through all that is to be told. `tookMs`: a relay that does not answer is waited for. */
export type Pass = { readonly told: Told; readonly tookMs: number };

type Context = {
  /** also what is safe already is told to relays that lack it */
  everywhere: boolean;
  problem: EcashProblem | undefined;
  /** how often more changed while it was waited for */
  settles: number;
  /** how long the last pass took */
  tookMs: number;
};

const isUnsigned = (error: unknown): boolean => ecashProblemOf(error).code === 'event-unsigned';

const due = { 'outbox.due': { target: 'settling', actions: 'begin to settle' } } as const;
const occasion = { 'sync.occasion': { target: 'telling', actions: 'tell everywhere' } } as const;
const again = { 'sync.again': { target: 'telling', actions: 'tell everywhere' } } as const;

/**
 * The ecash of an account on its relays (NIP-60). The tab that acts tells them what the ledger holds: each step is in the
 * ledger before it is taken, so that another tab, or a later visit, goes on where this one ended.
 */
export const ecashSyncMachine = setup({
  types: {} as { context: Context; events: SyncFact; tags: 'off' | 'telling' | 'short' | 'unsigned' },
  actors: {
    'watch switch': callbackSlot<SyncFact>('watch switch'),
    'watch network': callbackSlot<SyncFact>('watch network'),
    /** `known`: what is due now was tried already; only what is due besides is told */
    'watch outbox': callbackSlot<SyncFact, { known: boolean }>('watch outbox'),
    'tell relays': promiseSlot<Pass, { everywhere: boolean }>('tell relays'),
  },
  guards: {
    'is on': (_, { isOn }: { isOn: boolean }) => isOn,
    'is told': (_, { told }: Pass) => told === 'told',
    'may settle further': ({ context }) => context.settles < SETTLES_MOST,
    'was not signed': (_, { error }: { error: unknown }) => isUnsigned(error),
  },
  actions: {
    'tell everywhere': assign({ everywhere: true }),
    'begin to settle': assign({ settles: 0 }),
    'settle further': assign({ settles: ({ context }) => context.settles + 1 }),
    'note pass': assign((_, { tookMs }: Pass) => ({ everywhere: false, problem: undefined, tookMs })),
    'note problem': assign((_, { error }: { error: unknown }) => ({ problem: ecashProblemOf(error), tookMs: 0 })),
  },
  delays: {
    untilSettled: SETTLE_MS,
    untilToldAgain: ({ context }) => Math.max(TELL_PAUSE_MS, TELL_AGAIN_MS - context.tookMs),
  },
}).createMachine({
  id: 'ecash-sync',
  context: { everywhere: true, problem: undefined, settles: 0, tookMs: 0 },
  type: 'parallel',
  invoke: { id: 'switch', src: 'watch switch' },
  states: {
    outbox: {
      initial: 'off',
      states: {
        off: {
          tags: 'off',
          description: 'The user wants no ecash on relays, or it is not known yet whether they do.',
          on: {
            'sync.switched': {
              guard: { type: 'is on', params: ({ event }) => event },
              target: 'on',
              actions: 'tell everywhere',
            },
          },
        },
        on: {
          initial: 'telling',
          invoke: { id: 'network', src: 'watch network' },
          on: {
            'sync.switched': {
              guard: { type: 'is on', params: ({ event: { isOn } }) => ({ isOn: !isOn }) },
              target: 'off',
            },
          },
          states: {
            resting: {
              invoke: { id: 'outbox', src: 'watch outbox', input: { known: false }, onError: 'waiting' },
              on: { ...due, ...occasion, ...again },
            },
            settling: {
              tags: 'telling',
              description:
                'More may change in a moment: that is told together, so that the signer is asked once for it.',
              invoke: { id: 'outbox', src: 'watch outbox', input: { known: true }, onError: 'telling' },
              on: {
                'outbox.due': {
                  guard: 'may settle further',
                  target: 'settling',
                  reenter: true,
                  actions: 'settle further',
                },
              },
              after: { untilSettled: 'telling' },
            },
            telling: {
              tags: 'telling',
              invoke: {
                id: 'tell relays',
                src: 'tell relays',
                input: ({ context: { everywhere } }) => ({ everywhere }),
                onDone: [
                  {
                    guard: { type: 'is told', params: ({ event }) => event.output },
                    target: 'resting',
                    actions: { type: 'note pass', params: ({ event }) => event.output },
                  },
                  { target: 'waiting', actions: { type: 'note pass', params: ({ event }) => event.output } },
                ],
                onError: [
                  {
                    guard: { type: 'was not signed', params: ({ event }) => event },
                    target: 'unsigned',
                    actions: { type: 'note problem', params: ({ event }) => event },
                  },
                  { target: 'waiting', actions: { type: 'note problem', params: ({ event }) => event } },
                ],
              },
            },
            waiting: {
              tags: 'short',
              description:
                'Too few relays have it: they are told again 10 s after that began last, 2 s after it ended, or when the network is back.',
              after: { untilToldAgain: 'telling' },
              invoke: {
                id: 'outbox',
                src: 'watch outbox',
                input: { known: true },
                onError: { actions: { type: 'note problem', params: ({ event }) => event } },
              },
              on: { ...due, ...occasion, ...again },
            },
            unsigned: {
              tags: 'unsigned',
              description: 'The signer said no. Whoever is asked again and again signs anything: the user says when.',
              on: again,
            },
          },
        },
      },
    },
  },
});

import { assign, setup } from 'xstate';
import type { PowChoice } from '#domain/pow-policy.ts';
import { actionSlot, callbackSlot } from '#machines/slots.ts';

/** What the slots tell. */
export type PowPolicyFact =
  /** another tab chose */
  | ({ type: 'choice.changed' } & PowChoice)
  /** the most bits a relay that is written to asks for; 0: none does */
  | { type: 'requirement.changed'; bits: number };

export type PowPolicyEvent =
  | PowPolicyFact
  | { type: 'policy.enable' }
  | { type: 'policy.disable' }
  /** undefined: as the app thinks right */
  | { type: 'policy.choose'; bits: number | undefined };

type Bits = { bits: number | undefined };
type Context = Bits & {
  startsOn: boolean;
  /** POW-09 */
  required: number;
};

const remembered = (enabled: boolean) => ({
  type: 'remember choice' as const,
  params: ({ context: { bits } }: { context: Context }) => ({ enabled, bits }),
});

/** Whether events are mined before they are signed, and how much (doc A section 9). */
export const powPolicyMachine = setup({
  types: {} as { context: Context; input: PowChoice; events: PowPolicyEvent; tags: 'on' },
  actors: {
    'watch choice': callbackSlot('watch choice'),
    'watch requirements': callbackSlot('watch requirements'),
  },
  guards: {
    'starts on': ({ context }) => context.startsOn,
    'is on': (_, { enabled }: { enabled: boolean }) => enabled,
  },
  actions: {
    'keep bits': assign({ bits: (_, { bits }: Bits) => bits }),
    'keep requirement': assign({ required: (_, { bits }: { bits: number }) => bits }),
    'remember choice': actionSlot<PowChoice>('remember choice'),
  },
}).createMachine({
  id: 'pow-policy',
  context: ({ input: { enabled, bits } }) => ({ startsOn: enabled, bits, required: 0 }),
  type: 'parallel',
  states: {
    work: {
      initial: 'deciding',
      on: {
        'choice.changed': [
          {
            guard: { type: 'is on', params: ({ event }) => event },
            target: '.on',
            actions: { type: 'keep bits', params: ({ event }) => event },
          },
          { target: '.off', actions: { type: 'keep bits', params: ({ event }) => event } },
        ],
      },
      states: {
        deciding: { always: [{ guard: 'starts on', target: 'on' }, { target: 'off' }] },
        off: { on: { 'policy.enable': { target: 'on', actions: remembered(true) } } },
        on: {
          tags: 'on',
          on: {
            'policy.disable': { target: 'off', actions: remembered(false) },
            'policy.choose': {
              actions: [{ type: 'keep bits', params: ({ event }) => event }, remembered(true)],
            },
          },
        },
      },
    },
    choice: {
      initial: 'watched',
      states: {
        watched: { invoke: { id: 'choice', src: 'watch choice', onError: 'unwatched' } },
        unwatched: { description: 'What other tabs choose comes with the next start.' },
      },
    },
    requirements: {
      initial: 'watched',
      on: {
        'requirement.changed': { actions: { type: 'keep requirement', params: ({ event }) => event } },
      },
      states: {
        watched: { invoke: { id: 'requirements', src: 'watch requirements', onError: 'unwatched' } },
        unwatched: { description: 'What relays ask for shows when they refuse.' },
      },
    },
  },
});

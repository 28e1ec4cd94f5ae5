import { assign, setup } from 'xstate';
import type { PowChoice } from '#domain/pow/pow-policy.ts';
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
  | { type: 'policy.choose'; bits: number | undefined }
  /** chosen for what is being written, 0 for none; undefined: as the settings say */
  | { type: 'policy.write'; bits: number | undefined };

type Bits = { bits: number | undefined };
type Written = Pick<PowChoice, 'written'>;
type Context = Bits & {
  startsOn: boolean;
  /** what posts that are written begin with; undefined: the settings were chosen last */
  written: number | undefined;
  /** POW-09 */
  required: number;
};

const remembered = (enabled: boolean) => ({
  type: 'remember choice' as const,
  params: ({ context: { bits, written } }: { context: Context }) => ({ enabled, bits, written }),
});

const writes = (enabled: boolean) => ({
  actions: [
    {
      type: 'keep written' as const,
      params: ({ event }: { event: Extract<PowPolicyEvent, { type: 'policy.write' }> }) => ({ written: event.bits }),
    },
    remembered(enabled),
  ],
});

/** Whether events are mined before they are signed, and how much (POW-01 to POW-07). */
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
    'keep written': assign({ written: (_, { written }: Written) => written }),
    'forget written': assign({ written: undefined }),
    'keep requirement': assign({ required: (_, { bits }: { bits: number }) => bits }),
    'remember choice': actionSlot<PowChoice>('remember choice'),
  },
}).createMachine({
  id: 'pow-policy',
  context: ({ input: { enabled, bits, written } }) => ({ startsOn: enabled, bits, written, required: 0 }),
  type: 'parallel',
  states: {
    work: {
      initial: 'deciding',
      on: {
        'choice.changed': [
          {
            guard: { type: 'is on', params: ({ event }) => event },
            target: '.on',
            actions: [
              { type: 'keep bits', params: ({ event }) => event },
              { type: 'keep written', params: ({ event }) => event },
            ],
          },
          {
            target: '.off',
            actions: [
              { type: 'keep bits', params: ({ event }) => event },
              { type: 'keep written', params: ({ event }) => event },
            ],
          },
        ],
      },
      states: {
        deciding: { always: [{ guard: 'starts on', target: 'on' }, { target: 'off' }] },
        off: {
          on: {
            'policy.enable': { target: 'on', actions: ['forget written', remembered(true)] },
            'policy.write': writes(false),
          },
        },
        on: {
          tags: 'on',
          on: {
            'policy.disable': { target: 'off', actions: ['forget written', remembered(false)] },
            'policy.choose': {
              actions: [{ type: 'keep bits', params: ({ event }) => event }, 'forget written', remembered(true)],
            },
            'policy.write': writes(true),
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

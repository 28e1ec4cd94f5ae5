import { assign, setup } from 'xstate';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import type { LoadEvent } from './page-load.machine.ts';

/** A relay has sent what it was asked for, or will not. */
type RelayDone = { type: 'relay.done'; relay: string; hasAnswered: boolean };

export type RoundEvent = RelayDone | LoadEvent;

export type RoundInput = {
  /** who is asked */
  relays: readonly string[];
  /** those that were in time before: the round waits for them */
  awaited: readonly string[];
};

type Context = {
  open: readonly string[];
  awaited: readonly string[];
  answered: number;
};

const without = (urls: readonly string[], relay: string) => urls.filter((url) => url !== relay);

/**
 * Relays are asked for the next stretch of a timeline. It is over when all that were in time before have answered, or
 * EOSE_GRACE_MS after the first one has; the others go on by themselves.
 */
export const roundMachine = setup({
  types: {} as {
    context: Context;
    input: RoundInput;
    events: RoundEvent;
    output: { hasAnswers: boolean; failure?: undefined };
  },
  guards: {
    'nobody is waited for': ({ context: { open, awaited, answered } }) =>
      open.length === 0 || (awaited.length === 0 && answered > 0),
    'somebody answered': ({ context }) => context.answered > 0,
  },
  actions: {
    'note end': assign(({ context: { open, awaited, answered } }, { relay, hasAnswered }: Omit<RelayDone, 'type'>) => ({
      open: without(open, relay),
      awaited: without(awaited, relay),
      answered: answered + Number(hasAnswered && open.includes(relay)),
    })),
  },
  delays: { EOSE_GRACE: EOSE_GRACE_MS },
}).createMachine({
  id: 'round',
  context: ({ input: { relays, awaited } }) => ({ open: relays, awaited, answered: 0 }),
  initial: 'asking',
  on: { 'relay.done': { actions: { type: 'note end', params: ({ event }) => event } }, 'load.stop': '.over' },
  output: ({ context }) => ({ hasAnswers: context.answered > 0 }),
  states: {
    asking: {
      always: [
        { guard: 'nobody is waited for', target: 'over' },
        { guard: 'somebody answered', target: 'closing' },
      ],
    },
    closing: {
      description: 'Those that are nearly as quick as the first one are waited for.',
      after: { EOSE_GRACE: 'over' },
      always: { guard: 'nobody is waited for', target: 'over' },
    },
    over: { type: 'final' },
  },
});

import { assign, setup } from 'xstate';
import { accepted, undone, type RelayAdvice, type SetStep } from '#domain/relays/relay-advice.ts';
import { DYNAMIC_INTERVAL_MS, ADVICE_KEPT } from '#domain/relays/relays-limits.ts';
import { promiseSlot } from '#machines/slots.ts';

/** What a look at the relays gave. */
export type AdvisorReport = {
  readonly advice: readonly RelayAdvice[];
  /** relays the user may want besides */
  readonly suggested: readonly string[];
};

/** What is to be done to the set, and which relays the user wants no advice about any more. */
export type AdvisorOrder = { readonly steps: readonly SetStep[]; readonly refused: readonly string[] };

export type RelayAdvisorEvent =
  /** take back what was done */
  | { type: 'advice.undo'; id: string }
  /** do what was proposed */
  | { type: 'advice.accept'; id: string }
  /** not that relay, and no more of this one */
  | { type: 'advice.dismiss'; id: string };

type Context = {
  /** what was done and is proposed, the newest first */
  advice: readonly RelayAdvice[];
  suggested: readonly string[];
} & AdvisorOrder;

const known = ({ advice }: Context, { id, done }: { id: string; done: boolean }) =>
  advice.find((one) => one.id === id && one.done === done);

const urlsOf = ({ removed, added }: SetStep) => [removed, added].flatMap((entry) => entry?.url ?? []);

/** What was done stays to be seen; proposals are as the latest look made them. */
const noted = ({ advice }: Context, fresh: readonly RelayAdvice[]) => {
  const ids = fresh.map(({ id }) => id);
  return [...fresh, ...advice.filter(({ id, done }) => done && !ids.includes(id))].slice(0, ADVICE_KEPT);
};

/**
 * Looks after the set every 30 s (RELAY-65 to RELAY-70): replaces dead relays that the app brought in, proposes the same
 * to the user for relays of their own. Everything it does can be seen and undone.
 */
export const relayAdvisorMachine = setup({
  types: {} as { context: Context; events: RelayAdvisorEvent; tags: 'busy' },
  actors: {
    look: promiseSlot<AdvisorReport>('look'),
    'change set': promiseSlot<void, AdvisorOrder>('change set'),
  },
  guards: {
    'has something to do': (_, { advice }: AdvisorReport) => advice.some(({ done }) => done),
    'was done': ({ context }, { id }: { id: string }) => known(context, { id, done: true }) !== undefined,
    'is proposed': ({ context }, { id }: { id: string }) => known(context, { id, done: false }) !== undefined,
  },
  actions: {
    'note report': assign({
      advice: ({ context }, { advice }: AdvisorReport) => noted(context, advice),
      suggested: (_, { suggested }: AdvisorReport) => suggested,
      steps: (_, { advice }: AdvisorReport) => advice.filter(({ done }) => done),
      refused: [],
    }),
    'plan undo': assign(({ context }, { id }: { id: string }) => {
      const step = known(context, { id, done: true });
      if (!step) return {};
      const advice = context.advice.filter((one) => one !== step);
      return { advice, steps: [undone(step)], refused: urlsOf(step) };
    }),
    'plan step': assign(({ context }, { id }: { id: string }) => {
      const proposed = known(context, { id, done: false });
      if (!proposed) return {};
      const step = accepted(proposed);
      return { advice: context.advice.map((one) => (one === proposed ? step : one)), steps: [step], refused: [] };
    }),
    'plan refusal': assign(({ context }, { id }: { id: string }) => {
      const removed = known(context, { id, done: false })?.removed;
      return { steps: [], refused: removed ? [removed.url] : [] };
    }),
    'forget advice': assign({
      advice: ({ context }, { id }: { id: string }) => context.advice.filter((one) => one.id !== id),
    }),
  },
  delays: { interval: DYNAMIC_INTERVAL_MS },
}).createMachine({
  id: 'relay-advisor',
  context: { advice: [], suggested: [], refused: [], steps: [] },
  initial: 'resting',
  on: {
    'advice.dismiss': [
      {
        guard: { type: 'is proposed', params: ({ event }) => event },
        target: '.changing',
        actions: [
          { type: 'plan refusal', params: ({ event }) => event },
          { type: 'forget advice', params: ({ event }) => event },
        ],
      },
      { actions: { type: 'forget advice', params: ({ event }) => event } },
    ],
    'advice.undo': {
      guard: { type: 'was done', params: ({ event }) => event },
      target: '.changing',
      actions: { type: 'plan undo', params: ({ event }) => event },
    },
    'advice.accept': {
      guard: { type: 'is proposed', params: ({ event }) => event },
      target: '.changing',
      actions: { type: 'plan step', params: ({ event }) => event },
    },
  },
  states: {
    resting: { after: { interval: 'looking' } },
    looking: {
      tags: 'busy',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: { type: 'has something to do', params: ({ event }) => event.output },
            target: 'changing',
            actions: { type: 'note report', params: ({ event }) => event.output },
          },
          { target: 'resting', actions: { type: 'note report', params: ({ event }) => event.output } },
        ],
        onError: 'resting',
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'change set',
        src: 'change set',
        input: ({ context: { steps, refused } }) => ({ steps, refused }),
        onDone: 'resting',
        onError: 'resting',
      },
    },
  },
});

import { sendTo, setup } from 'xstate';
import { ACTING_TAB_ANSWER_MS, ACTING_TAB_ASK_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { actionSlot, callbackSlot, guardSlot, type Parent } from '#machines/slots.ts';

/** What the parent hears, and what the slot `wait for lock` tells. */
export type LeadFact =
  | { type: 'lead.won' }
  /** `readOnly`: it cannot be told when this tab may act, so nothing is done here */
  | { type: 'lead.elsewhere'; readOnly: boolean }
  /** the browser stops this page, or puts it away: another tab may act */
  | { type: 'lead.left' };

/** What the slot `watch page` tells. */
export type PageFact = { type: 'page.awake' } | { type: 'page.asleep' };

/** What other tabs say. `isFirst`: of two that act it is the one that goes on. */
export type TabWord = { type: 'tab.asks' } | { type: 'tab.acts'; isFirst: boolean };

/** What this tab says to the others. */
export type TabSaid = 'I act' | 'who acts';

type Input = { pubkey: string; parent: Parent<LeadFact> };

const mine = ({ context: { pubkey } }: { context: Input }) => ({ pubkey });
const fact = ({ event }: { event: LeadFact }) => event;

const WON = { type: 'tell', params: { type: 'lead.won' } } as const;
const ELSEWHERE = { type: 'tell', params: { type: 'lead.elsewhere', readOnly: true } } as const;
const LEFT = { type: 'tell', params: { type: 'lead.left' } } as const;
const saying = (word: TabSaid) => ({
  type: 'say' as const,
  params: ({ context: { pubkey } }: { context: Input }) => ({ pubkey, word }),
});
const ACTS = saying('I act');

/**
 * Whether this tab acts for an account, and when the one that did is gone. A page that the browser stops, or keeps for a way
 * back, holds nobody up: it leaves its place, and asks for it again once it goes on.
 */
export const leadingTabMachine = setup({
  types: {} as { context: Input; input: Input; events: LeadFact | PageFact | TabWord },
  actors: {
    'watch page': callbackSlot('watch page'),
    'wait for lock': callbackSlot<LeadFact, { pubkey: string }>('wait for lock'),
    'hear tabs': callbackSlot<TabWord, { pubkey: string }>('hear tabs'),
  },
  guards: {
    'has locks': guardSlot('has locks'),
    'can hear tabs': guardSlot('can hear tabs'),
    'is first': (_, { isFirst }: { isFirst: boolean }) => isFirst,
  },
  actions: {
    tell: sendTo(
      ({ context }: { context: Input }) => context.parent,
      (_, report: LeadFact) => report,
    ),
    say: actionSlot<{ readonly pubkey: string; readonly word: TabSaid }>('say'),
  },
  delays: { untilAnswered: ACTING_TAB_ANSWER_MS, untilAskedAgain: ACTING_TAB_ASK_AGAIN_MS },
}).createMachine({
  id: 'leading-tab',
  context: ({ input }) => input,
  invoke: { id: 'watch page', src: 'watch page' },
  initial: 'away',
  states: {
    away: { on: { 'page.awake': 'here' } },
    here: {
      on: { 'page.asleep': { target: 'away', actions: LEFT } },
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'has locks', target: 'queueing' },
            { guard: 'can hear tabs', target: 'talking' },
            { target: 'alone' },
          ],
        },
        alone: {
          description:
            'Of other tabs nothing is known here: that each change of the ledger looks first is all there is.',
          entry: WON,
        },
        queueing: {
          description: 'The browser says who is first, and who is next once that tab is gone.',
          invoke: { id: 'wait for lock', src: 'wait for lock', input: mine },
          on: {
            'lead.won': { actions: { type: 'tell', params: fact } },
            'lead.elsewhere': { actions: { type: 'tell', params: fact } },
          },
        },
        talking: {
          description:
            'Without locks the tabs ask each other. Of two that act at once one steps back; what both do is safe all the same.',
          invoke: { id: 'hear tabs', src: 'hear tabs', input: mine },
          initial: 'asking',
          states: {
            asking: {
              entry: saying('who acts'),
              on: { 'tab.acts': 'following' },
              after: { untilAnswered: 'acting' },
            },
            following: { entry: ELSEWHERE, after: { untilAskedAgain: 'asking' } },
            acting: {
              entry: [ACTS, WON],
              on: {
                'tab.asks': { actions: ACTS },
                'tab.acts': [
                  { guard: { type: 'is first', params: ({ event }) => event }, target: 'following' },
                  { actions: ACTS },
                ],
              },
            },
          },
        },
      },
    },
  },
});

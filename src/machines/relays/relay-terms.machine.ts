import { assign, emit, setup } from 'xstate';
import type { TermsProblem } from '#domain/relays/relays-problem.ts';
import type { RelayAuthState } from '#domain/relays/relay-info.ts';
import {
  AUTH_ANSWERS_MAX,
  AUTH_CHALLENGE_WAIT_MS,
  AUTH_TIMEOUT_MS,
  RATE_LIMIT_PAUSE_MAX_MS,
  RATE_LIMIT_PAUSE_MS,
  RELAY_FLOOD_PAUSE_MS,
} from '#domain/relays/relays-limits.ts';
import { promiseSlot } from '#machines/slots.ts';

/** What is signed for a relay that asks who is there; `by`: who signs. */
export type Introduction = { relay: string; challenge: string; by: string };

export type RelayTermsEvent =
  /** the relay asks who is there (NIP-42), over the socket that is open */
  | { type: 'terms.challenge'; challenge: string }
  /** it is to be told by whoever can sign; what came of it is known once nothing is busy */
  | { type: 'terms.introduce'; by: string | undefined }
  /** what it says to the answer with this id; `words`: why not */
  | { type: 'terms.verdict'; id: string; accepted: boolean; words: string }
  /** it asks for fewer requests */
  | { type: 'terms.slow' }
  | { type: 'terms.answered' }
  /** its live requests were ended for what it sends */
  | { type: 'terms.flooded' }
  /** its socket is gone */
  | { type: 'terms.closed' };

/** What others hear: how well the relay knows the user, that it has places again, that it can be asked again. */
export type RelayTermsReport =
  | { type: 'terms.shown'; state: RelayAuthState }
  | { type: 'terms.eased' }
  | { type: 'terms.again' };

type Context = {
  relay: string;
  /** of the socket that is open; '' while the relay has not asked */
  challenge: string;
  /** who is to be introduced */
  by: string | undefined;
  /** who answered this challenge */
  answeredBy: string | undefined;
  /** the id of the latest answer */
  answer: string;
  /** why the relay does not know who is there; '' when it does, or nobody wanted it to */
  problem: TermsProblem | undefined;
  /** how often each person answered over this socket */
  answers: Readonly<Record<string, number>>;
  /** pauses in a row */
  pauses: number;
  /** the socket of all this is gone, and the next has not asked for anything */
  isGone: boolean;
};

const NO_SIGNER: TermsProblem = { code: 'relay-needs-login' };
const NO_CHALLENGE: TermsProblem = { code: 'relay-gives-no-challenge' };
const NO_SIGNATURE: TermsProblem = { code: 'relay-answer-unsigned' };
const TOO_OFTEN: TermsProblem = { code: 'relay-asks-again' };
const NO_ANSWER: TermsProblem = { code: 'relay-answer-ignored' };

/**
 * The terms on which one relay serves: it wants to know who is there, fewer requests, or it sends so much that it is left
 * for a while. It is told who the user is once for each challenge, and a few times over one socket; a challenge that
 * nobody can answer now is kept until somebody can.
 */
export const relayTermsMachine = setup({
  types: {} as {
    context: Context;
    events: RelayTermsEvent;
    input: { relay: string };
    emitted: RelayTermsReport;
    tags: 'busy' | 'paused';
  },
  actors: { introduce: promiseSlot<{ id: string }, Introduction>('introduce') },
  guards: {
    'is another challenge': ({ context }, { challenge }: { challenge: string }) => challenge !== context.challenge,
    'nobody can sign': ({ context }) => context.by === undefined,
    'asks too often': ({ context }) => (context.answers[context.by ?? ''] ?? 0) >= AUTH_ANSWERS_MAX,
    'has not answered': ({ context }, { by }: { by: string | undefined }) => by !== context.answeredBy,
    'is about the answer': ({ context }, { id }: { id: string }) => id === context.answer,
    'was asked anew': ({ context }) => context.answeredBy === undefined,
    'has a problem': ({ context }) => context.problem !== undefined,
    'has nothing to keep': ({ context }) => context.isGone && context.pauses === 0,
  },
  actions: {
    'note challenge': assign({
      challenge: (_, { challenge }: { challenge: string }) => challenge,
      answeredBy: undefined,
      isGone: false,
    }),
    'note person': assign({ by: (_, { by }: { by: string | undefined }) => by }),
    'note problem': assign({ problem: (_, { problem }: { problem: TermsProblem }) => problem }),
    'note that they answered': assign({ answeredBy: ({ context }) => context.by }),
    'count answer': assign({
      problem: undefined,
      answers: ({ context: { answers, by = '' } }) => ({ ...answers, [by]: (answers[by] ?? 0) + 1 }),
    }),
    'note answer': assign({ answer: (_, { id }: { id: string }) => id }),
    'note verdict': assign({
      problem: (_, { accepted, words }: { accepted: boolean; words: string }): TermsProblem | undefined => {
        if (accepted) return undefined;
        return words === '' ? NO_ANSWER : { code: 'relay-said', words };
      },
    }),
    'forget socket': assign({
      challenge: '',
      answeredBy: undefined,
      answer: '',
      answers: {},
      isGone: true,
      problem: ({ context }) => (context.challenge === '' ? NO_CHALLENGE : NO_ANSWER),
    }),
    'count pause': assign({ pauses: ({ context }) => context.pauses + 1 }),
    'forget pauses': assign({ pauses: 0 }),
    tell: emit((_, report: RelayTermsReport) => report),
  },
  delays: {
    challengeWait: AUTH_CHALLENGE_WAIT_MS,
    answerWait: AUTH_TIMEOUT_MS,
    pause: ({ context }) => Math.min(RATE_LIMIT_PAUSE_MS * 2 ** (context.pauses - 1), RATE_LIMIT_PAUSE_MAX_MS),
    floodPause: RELAY_FLOOD_PAUSE_MS,
  },
}).createMachine({
  id: 'relay-terms',
  context: ({ input }) => ({
    relay: input.relay,
    challenge: '',
    by: undefined,
    answeredBy: undefined,
    answer: '',
    problem: undefined,
    answers: {},
    pauses: 0,
    isGone: false,
  }),
  initial: 'held to',
  states: {
    'held to': {
      type: 'parallel',
      states: {
        acquaintance: {
          initial: 'not asked',
          on: {
            'terms.challenge': {
              guard: { type: 'is another challenge', params: ({ event }) => event },
              target: '.asked',
              actions: { type: 'note challenge', params: ({ event }) => event },
            },
            'terms.introduce': {
              guard: { type: 'has not answered', params: ({ event }) => event },
              target: '.deciding',
              actions: { type: 'note person', params: ({ event }) => event },
            },
            'terms.closed': { target: '.not asked', actions: 'forget socket' },
          },
          states: {
            'not asked': {
              description: 'The relay has not asked over this socket who is there.',
              entry: { type: 'tell', params: { type: 'terms.shown', state: 'none' } },
              always: { guard: 'has nothing to keep', target: '#relay-terms.over' },
              on: {
                'terms.introduce': {
                  target: 'awaiting challenge',
                  actions: { type: 'note person', params: ({ event }) => event },
                },
              },
            },
            'awaiting challenge': {
              description: 'It refused something for want of an answer, but not said to what: some do that later.',
              tags: 'busy',
              on: {
                'terms.challenge': {
                  target: 'deciding',
                  actions: { type: 'note challenge', params: ({ event }) => event },
                },
                'terms.introduce': { actions: { type: 'note person', params: ({ event }) => event } },
              },
              after: {
                challengeWait: {
                  target: 'not asked',
                  actions: { type: 'note problem', params: { problem: NO_CHALLENGE } },
                },
              },
            },
            asked: {
              description: 'What it asked was not answered yet: nobody wanted anything for it.',
              on: {
                'terms.introduce': {
                  target: 'deciding',
                  actions: { type: 'note person', params: ({ event }) => event },
                },
              },
            },
            deciding: {
              always: [
                { guard: 'nobody can sign', target: 'unsigned' },
                {
                  guard: 'asks too often',
                  target: 'refused',
                  actions: ['note that they answered', { type: 'note problem', params: { problem: TOO_OFTEN } }],
                },
                { target: 'answering', actions: 'note that they answered' },
              ],
            },
            unsigned: {
              entry: [
                { type: 'note problem', params: { problem: NO_SIGNER } },
                { type: 'tell', params: { type: 'terms.shown', state: 'asked' } },
              ],
            },
            answering: {
              tags: 'busy',
              entry: 'count answer',
              invoke: {
                id: 'introduce',
                src: 'introduce',
                input: ({ context: { relay, challenge, by = '' } }) => ({ relay, challenge, by }),
                onDone: { target: 'answered', actions: { type: 'note answer', params: ({ event }) => event.output } },
                onError: { target: 'refused', actions: { type: 'note problem', params: { problem: NO_SIGNATURE } } },
              },
              on: {
                'terms.challenge': {
                  guard: { type: 'is another challenge', params: ({ event }) => event },
                  target: 'asked',
                  actions: [
                    { type: 'note challenge', params: ({ event }) => event },
                    { type: 'note problem', params: { problem: NO_ANSWER } },
                  ],
                },
              },
            },
            answered: {
              description: 'It has the answer and says whether it takes it.',
              tags: 'busy',
              on: {
                'terms.challenge': {
                  guard: { type: 'is another challenge', params: ({ event }) => event },
                  actions: { type: 'note challenge', params: ({ event }) => event },
                },
                'terms.verdict': {
                  guard: { type: 'is about the answer', params: ({ event }) => event },
                  target: 'judged',
                  actions: { type: 'note verdict', params: ({ event }) => event },
                },
              },
              after: {
                answerWait: { target: 'judged', actions: { type: 'note problem', params: { problem: NO_ANSWER } } },
              },
            },
            judged: {
              always: [
                { guard: 'was asked anew', target: 'asked' },
                { guard: 'has a problem', target: 'refused' },
                { target: 'known' },
              ],
            },
            known: {
              entry: { type: 'tell', params: { type: 'terms.shown', state: 'done' } },
            },
            refused: {
              entry: { type: 'tell', params: { type: 'terms.shown', state: 'refused' } },
            },
          },
        },
        pace: {
          initial: 'free',
          states: {
            free: {
              on: { 'terms.slow': 'paused', 'terms.answered': { actions: 'forget pauses' } },
            },
            paused: {
              description: 'Left alone for a while, each time in a row for longer.',
              tags: 'paused',
              entry: 'count pause',
              after: { pause: { target: 'free', actions: { type: 'tell', params: { type: 'terms.eased' } } } },
            },
          },
        },
        floods: {
          initial: 'read',
          states: {
            read: { on: { 'terms.flooded': 'left' } },
            left: {
              description: 'Floods end: it is asked again over the same socket.',
              on: { 'terms.closed': 'read' },
              after: { floodPause: { target: 'read', actions: { type: 'tell', params: { type: 'terms.again' } } } },
            },
          },
        },
      },
    },
    over: { type: 'final', description: 'Nothing is left to be kept of it.' },
  },
});

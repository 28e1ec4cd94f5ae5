import { assign, setup } from 'xstate';
import { checkDelay, lateDelay, mintingDelay, type DepositWord } from '#domain/ecash/ledger/deposit.ts';
import { MINT_SOCKET_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What `follow quote` tells: what the mint says of the invoice by its socket, or that it says no more. */
export type QuoteFact = { type: 'quote.changed'; word: DepositWord } | { type: 'socket.ended' };

export type DepositEvent =
  | QuoteFact
  /** the user wants to know now */
  | { type: 'operation.look' };

/** The operation of the ledger that waits for its invoice to be paid. */
export type DepositInput = {
  readonly operation: string;
  readonly mint: string;
  readonly quote: string;
  /** it was begun by an earlier visit: much may have happened since */
  readonly isOld: boolean;
};

/** What the mint said, and whether the time to pay is over by now, or that long ago that nobody will pay any more. */
export type DepositLook = { readonly word: DepositWord; readonly over: 'no' | 'yes' | 'long ago' };

/** What became of taking the ecash. 'unpaid': the mint says, against what it said before, that nobody paid yet. */
export type DepositTaking = 'taken' | 'unpaid';

type Context = DepositInput & {
  checks: number;
  busy: number;
  afterMs: number | undefined;
  /** since its invoice has expired */
  lateChecks: number;
  retries: number;
  /** the socket said last that it is paid */
  isHeard: boolean;
};

const only = ({ context: { operation, mint, quote } }: { context: Context }) => ({ operation, mint, quote });

const isPaid = ({ type }: DepositWord): boolean => type === 'paid' || type === 'issued';

/**
 * A deposit from its invoice to its ecash. It asks the mint whether it is paid by a ladder, and hears it sooner where the mint
 * tells by a socket; only then it takes the ecash. An invoice is asked for also after its time, for money that came late.
 * What is done is written down beside the chart: each start goes on where the last one ended.
 */
export const depositMachine = setup({
  types: {} as {
    context: Context;
    input: DepositInput;
    events: DepositEvent;
    tags: 'late' | 'taking' | 'over';
    output: Pick<DepositInput, 'operation'>;
  },
  actors: {
    'follow quote': callbackSlot<QuoteFact, ReturnType<typeof only>>('follow quote'),
    'check quote': promiseSlot<DepositLook, ReturnType<typeof only>>('check quote'),
    'take ecash': promiseSlot<DepositTaking, ReturnType<typeof only>>('take ecash'),
  },
  guards: {
    'is old': ({ context }) => context.isOld,
    'is paid': (_, { word }: { word: DepositWord }) => isPaid(word),
    'is late': (_, { word, over }: DepositLook) => over === 'yes' && word.type === 'unpaid',
    'was not paid': (_, { taking }: { taking: DepositTaking }) => taking === 'unpaid',
    'was heard wrongly': ({ context }, { taking }: { taking: DepositTaking }) => context.isHeard && taking === 'unpaid',
    'is past': (_, { word, over }: DepositLook) => over === 'long ago' && word.type === 'unpaid',
  },
  actions: {
    'note word': assign({ isHeard: true }),
    'forget word': assign({ isHeard: false }),
    'count check': assign(({ context }, { word }: { word: DepositWord }) => ({
      checks: context.checks + 1,
      busy: context.busy + (word.type === 'busy' ? 1 : 0),
      afterMs: word.type === 'busy' ? word.afterMs : undefined,
    })),
    'count failure': assign({ checks: ({ context }) => context.checks + 1, afterMs: undefined }),
    'count late check': assign({ lateChecks: ({ context }) => context.lateChecks + 1 }),
    'count retry': assign({ retries: ({ context }) => context.retries + 1 }),
  },
  delays: {
    untilCheck: ({ context }) => checkDelay(context),
    untilLateCheck: ({ context }) => lateDelay(context.lateChecks),
    untilSocket: MINT_SOCKET_AGAIN_MS,
    untilRetry: ({ context }) => mintingDelay(context.retries),
  },
}).createMachine({
  id: 'deposit',
  context: ({ input }) => ({
    ...input,
    checks: 0,
    busy: 0,
    afterMs: undefined,
    lateChecks: 0,
    retries: 0,
    isHeard: false,
  }),
  output: ({ context: { operation } }) => ({ operation }),
  initial: 'awaitingPayment',
  states: {
    awaitingPayment: {
      type: 'parallel',
      on: {
        'quote.changed': {
          guard: { type: 'is paid', params: ({ event }) => event },
          target: 'minting',
          actions: 'note word',
        },
      },
      states: {
        socket: {
          initial: 'listening',
          states: {
            listening: {
              invoke: { id: 'follow quote', src: 'follow quote', input: only, onError: 'deaf' },
              on: { 'socket.ended': 'deaf' },
            },
            deaf: {
              description: 'The mint tells nothing by itself: it is asked.',
              after: { untilSocket: 'listening' },
            },
          },
        },
        polling: {
          initial: 'beginning',
          states: {
            beginning: { always: [{ guard: 'is old', target: 'checking' }, { target: 'pausing' }] },
            pausing: {
              after: { untilCheck: 'checking' },
              on: { 'operation.look': 'checking' },
            },
            checking: {
              invoke: {
                id: 'check quote',
                src: 'check quote',
                input: only,
                onDone: [
                  { guard: { type: 'is paid', params: ({ event }) => event.output }, target: '#deposit.minting' },
                  { guard: { type: 'is past', params: ({ event }) => event.output }, target: '#deposit.expired' },
                  { guard: { type: 'is late', params: ({ event }) => event.output }, target: '#deposit.late' },
                  {
                    target: 'pausing',
                    actions: { type: 'count check', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'pausing', actions: 'count failure' },
              },
            },
          },
        },
      },
    },
    late: {
      tags: 'late',
      description: 'The invoice has expired. Money that comes late is asked for three times soon, then once a day.',
      initial: 'pausing',
      states: {
        pausing: {
          exit: 'count late check',
          after: { untilLateCheck: 'checking' },
          on: { 'operation.look': 'checking' },
        },
        checking: {
          invoke: {
            id: 'check late quote',
            src: 'check quote',
            input: only,
            onDone: [
              { guard: { type: 'is paid', params: ({ event }) => event.output }, target: '#deposit.minting' },
              { guard: { type: 'is past', params: ({ event }) => event.output }, target: '#deposit.expired' },
              { target: 'pausing' },
            ],
            onError: 'pausing',
          },
        },
      },
    },
    minting: {
      tags: 'taking',
      description: 'The invoice is paid. The ledger takes its ecash, or finds what was signed for it before.',
      invoke: {
        id: 'take ecash',
        src: 'take ecash',
        input: only,
        onDone: [
          // a mint that tells by its socket what it does not say when it is asked would be asked without end, or never by the ladder
          {
            guard: { type: 'was heard wrongly', params: ({ event }) => ({ taking: event.output }) },
            target: ['awaitingPayment.socket.deaf', 'awaitingPayment.polling.checking'],
            actions: 'forget word',
          },
          {
            guard: { type: 'was not paid', params: ({ event }) => ({ taking: event.output }) },
            target: ['awaitingPayment.socket.deaf', 'awaitingPayment.polling.pausing'],
            actions: 'count failure',
          },
          { target: 'committed' },
        ],
        onError: 'retrying',
      },
    },
    retrying: {
      tags: 'taking',
      description: 'The mint did not sign yet. The money is there, and asked for until it does.',
      exit: 'count retry',
      after: { untilRetry: 'minting' },
      on: { 'operation.look': 'minting' },
    },
    committed: { type: 'final', tags: 'over' },
    expired: { type: 'final', tags: 'over' },
  },
});

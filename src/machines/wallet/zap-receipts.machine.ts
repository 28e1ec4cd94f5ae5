import { assign, setup, type AnyEventObject } from 'xstate';
import { ZAP_WINDOW_MS } from '#domain/wallet/wallet-limits.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

export type ZapReceiptsEvent =
  /** there are notes whose zaps are to be counted; which, is kept beside the chart */
  { type: 'zaps.wanted' };

type Context = {
  pubkey: string;
  /** notes are wanted that came too late for the count under way */
  more: boolean;
};

/**
 * Zaps that count: of the receipts of the notes on screen, adds up those whose signer is the provider of who is paid;
 * and confirms the zaps that whoever is logged in is told of. Who the providers are, and the notes that are wanted, is kept beside
 * the chart.
 */
export const zapReceiptsMachine = setup({
  types: {} as { context: Context; events: ZapReceiptsEvent | LoginFact; tags: 'counting' },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch wanted zaps': callbackSlot('watch wanted zaps'),
    'count zaps': promiseSlot<void>('count zaps'),
    'confirm own zaps': callbackSlot<AnyEventObject, { pubkey: string }>('confirm own zaps'),
  },
  guards: { ...loginGuards, 'more are wanted': ({ context }) => context.more },
  actions: {
    'note user': assign((_, { pubkey = '' }: Login) => ({ pubkey })),
    'forget user': assign({ pubkey: '' }),
    'note more': assign({ more: true }),
    'forget more': assign({ more: false }),
  },
  delays: { window: ZAP_WINDOW_MS },
}).createMachine({
  id: 'zap-receipts',
  context: { pubkey: '', more: false },
  type: 'parallel',
  states: {
    login: loginWatch,
    wishes: {
      initial: 'watched',
      states: {
        watched: { invoke: { id: 'watch wanted zaps', src: 'watch wanted zaps', onError: 'unwatched' } },
        unwatched: { description: 'No zaps are counted any more until the app starts anew.' },
      },
    },
    notes: {
      initial: 'idle',
      states: {
        idle: { on: { 'zaps.wanted': 'gathering' } },
        gathering: { after: { window: 'counting' } },
        counting: {
          tags: 'counting',
          entry: 'forget more',
          on: { 'zaps.wanted': { actions: 'note more' } },
          invoke: {
            id: 'count zaps',
            src: 'count zaps',
            onDone: [{ guard: 'more are wanted', target: 'gathering' }, { target: 'idle' }],
            onError: [{ guard: 'more are wanted', target: 'gathering' }, { target: 'idle' }],
          },
        },
      },
    },
    own: {
      initial: 'visitor',
      states: {
        visitor,
        user: {
          initial: 'confirming',
          on: { 'login.changed': fromUser('visitor') },
          states: {
            confirming: {
              invoke: {
                id: 'confirm own zaps',
                src: 'confirm own zaps',
                input: ({ context: { pubkey } }) => ({ pubkey }),
                onError: 'unconfirmed',
              },
            },
            unconfirmed: { description: 'New zaps are told without their sum.' },
          },
        },
      },
    },
  },
});

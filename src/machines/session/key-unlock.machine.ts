import { assign, setup } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { KeyError, keyProblemOf } from '#domain/session/key-problem.ts';
import type { KeyFlow } from '#domain/session/session-problem.ts';
import { WAIT_STEP_MS } from '#domain/session/session-limits.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** The two forms that open a saved key, each with words of its own: log in with it, or unlock the one logged in with. */
export type UnlockForm = Extract<KeyFlow, 'saved account' | 'unlock'>;

export type KeyUnlockEvent =
  /** `pubkey`: the account to begin with; without it the newest one */
  | { type: 'unlock.open'; form: UnlockForm; pubkey?: string }
  | { type: 'unlock.choose'; pubkey: string }
  /** `pubkey`: the account whose form it is; without it the chosen one */
  | { type: 'unlock.submit'; passphrase: Sealed<string>; pubkey?: string }
  /** stops an unlocking under way */
  | { type: 'unlock.cancel' }
  | { type: 'unlock.close' };

type SlotEvent = { type: 'accounts.changed'; pubkeys: readonly string[] };

type Context = {
  form: UnlockForm;
  /** who is to be unlocked */
  pubkey: string | undefined;
  /** all saved accounts, newest first */
  accounts: readonly string[];
  problem: Problem | undefined;
  waitedS: number;
  /** how long unlocking takes on this device, ms; 0 when that is not known */
  expectedMs: number;
};

type Failure = { error: unknown };

const NO_RECORD = new KeyError('no-record');

const chosenOf = ({ pubkey }: Pick<Context, 'pubkey'>, accounts: readonly string[]) =>
  pubkey !== undefined && accounts.includes(pubkey) ? pubkey : accounts[0];

/**
 * Opens a saved key by its passphrase (KEY-16 to KEY-30): which of the saved accounts, how far, and why not. The key goes
 * to the signer worker; nothing of it comes here.
 */
export const keyUnlockMachine = setup({
  types: {} as {
    context: Context;
    events: KeyUnlockEvent | SlotEvent;
    tags: 'open' | 'no accounts' | 'ready' | 'busy' | 'opened';
  },
  actors: {
    'watch accounts': callbackSlot('watch accounts'),
    estimate: promiseSlot<number>('estimate'),
    unlock: promiseSlot<void, { pubkey: string; passphrase: Sealed<string> }>('unlock'),
  },
  guards: {
    'has accounts': ({ context }) => context.accounts.length > 0,
    'is saved': ({ context }, { pubkey = context.pubkey ?? '' }: { pubkey?: string }) =>
      context.accounts.includes(pubkey),
  },
  actions: {
    'note form': assign((_, { form, pubkey }: { form: UnlockForm; pubkey?: string }) => ({
      form,
      pubkey,
      problem: undefined,
    })),
    'note accounts': assign(({ context }, { pubkeys }: { pubkeys: readonly string[] }) => ({
      accounts: pubkeys,
      pubkey: chosenOf(context, pubkeys),
    })),
    'note choice': assign((_, { pubkey }: { pubkey: string }) => ({ pubkey, problem: undefined })),
    'note estimate': assign({ expectedMs: (_, { expectedMs }: { expectedMs: number }) => expectedMs }),
    'begin to wait': assign(({ context }, { pubkey = context.pubkey }: { pubkey?: string }) => ({
      pubkey,
      problem: undefined,
      waitedS: 0,
    })),
    'count second': assign({ waitedS: ({ context }) => context.waitedS + 1 }),
    'keep problem': assign({
      problem: ({ context: { form } }, { error }: Failure) => ({
        code: 'key' as const,
        key: keyProblemOf(error),
        flow: form,
      }),
    }),
  },
  delays: { second: WAIT_STEP_MS },
}).createMachine({
  id: 'key-unlock',
  context: { form: 'unlock', pubkey: undefined, accounts: [], problem: undefined, waitedS: 0, expectedMs: 0 },
  initial: 'closed',
  on: {
    'unlock.open': { target: '.open', actions: { type: 'note form', params: ({ event }) => event } },
  },
  states: {
    closed: {},
    open: {
      tags: 'open',
      invoke: [
        { id: 'watch accounts', src: 'watch accounts', onError: '.none' },
        {
          id: 'estimate',
          src: 'estimate',
          onDone: { actions: { type: 'note estimate', params: ({ event }) => ({ expectedMs: event.output }) } },
          onError: { actions: { type: 'note estimate', params: { expectedMs: 0 } } },
        },
      ],
      on: {
        'unlock.close': 'closed',
        'accounts.changed': { target: '.sorting', actions: { type: 'note accounts', params: ({ event }) => event } },
      },
      initial: 'looking',
      states: {
        looking: { description: 'The saved accounts are not read yet.' },
        sorting: { always: [{ guard: 'has accounts', target: 'ready' }, { target: 'none' }] },
        none: {
          tags: 'no accounts',
          on: { 'unlock.submit': { actions: { type: 'keep problem', params: { error: NO_RECORD } } } },
        },
        ready: {
          tags: 'ready',
          on: {
            'unlock.choose': {
              guard: { type: 'is saved', params: ({ event }) => event },
              actions: { type: 'note choice', params: ({ event }) => event },
            },
            'unlock.submit': [
              {
                guard: { type: 'is saved', params: ({ event }) => event },
                target: 'unlocking',
                actions: { type: 'begin to wait', params: ({ event }) => event },
              },
              { actions: { type: 'keep problem', params: { error: NO_RECORD } } },
            ],
          },
        },
        unlocking: {
          tags: 'busy',
          invoke: {
            id: 'unlock',
            src: 'unlock',
            input: ({ context, event }) => ({
              pubkey: context.pubkey ?? '',
              passphrase: (event as Extract<KeyUnlockEvent, { type: 'unlock.submit' }>).passphrase,
            }),
            onDone: '#key-unlock.opened',
            onError: {
              target: 'sorting',
              actions: { type: 'keep problem', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: {
            'unlock.cancel': 'sorting',
            // a record that another tab removes meanwhile shows when the unlocking ends
            'accounts.changed': { actions: { type: 'note accounts', params: ({ event }) => event } },
          },
          initial: 'counting',
          states: {
            counting: { after: { second: { target: 'counting', reenter: true, actions: 'count second' } } },
          },
        },
      },
    },
    opened: { tags: ['open', 'opened'], on: { 'unlock.close': 'closed' } },
  },
});

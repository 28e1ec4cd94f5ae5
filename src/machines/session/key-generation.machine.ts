import { assign, emit, setup } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** A new key pair: what everybody may know, and what is shown once. */
export type GeneratedKey = {
  /** hex */
  readonly pubkey: string;
  readonly npub: string;
  readonly secret: Sealed<{ readonly hex: string; readonly nsec: string }>;
};

/** The passphrase that protects a key to be saved. */
export type TypedPassphrase = { readonly passphrase: string; readonly confirmation: string };

export type KeyGenerationEvent =
  | { type: 'generation.open' }
  | { type: 'generation.start' }
  /** with `saving` the key is saved on this device */
  | { type: 'generation.logIn'; saving?: Sealed<TypedPassphrase> }
  | { type: 'generation.close' };

export type KeyGenerationEmitted = { type: 'key.generated'; secret: GeneratedKey['secret'] };

type Failure = { error: unknown };

const notMade = ({ error }: Failure): Problem => ({
  code: 'key',
  key: keyProblemOf(error) === 'no-randomness' ? 'no-randomness' : 'failed',
  flow: 'generate',
});
const notKept = ({ error }: Failure): Problem => ({ code: 'key', key: keyProblemOf(error), flow: 'save' });

/**
 * Makes a new key pair (KEY-36 to KEY-40). The signer worker keeps the key until somebody logs in with it or the form
 * closes; what is to be shown goes past this machine in a sealed event.
 */
export const keyGenerationMachine = setup({
  types: {} as {
    context: { npub: string; problem: Problem | undefined };
    events: KeyGenerationEvent;
    emitted: KeyGenerationEmitted;
    tags: 'open' | 'empty' | 'busy' | 'generated' | 'logged in';
  },
  actors: {
    'generate key': promiseSlot<GeneratedKey>('generate key'),
    'keep generated key': callbackSlot('keep generated key'),
    'adopt key': promiseSlot<void, { saving: Sealed<TypedPassphrase> | undefined }>('adopt key'),
  },
  actions: {
    'forget message': assign({ problem: undefined }),
    'tell that there is none': assign({ problem: { code: 'key', key: 'no-key' } }),
    'keep problem': assign({ problem: (_, failure: Failure) => notMade(failure) }),
    'keep login problem': assign({ problem: (_, failure: Failure) => notKept(failure) }),
    'note npub': assign({ npub: (_, { npub }: GeneratedKey) => npub }),
    'forget npub': assign({ npub: '' }),
    'show key': emit((_, { secret }: GeneratedKey) => ({ type: 'key.generated' as const, secret })),
  },
}).createMachine({
  id: 'key-generation',
  context: { npub: '', problem: undefined },
  initial: 'closed',
  on: { 'generation.open': { target: '.empty', actions: 'forget message' }, 'generation.close': '.closed' },
  states: {
    closed: {},
    empty: {
      tags: ['open', 'empty'],
      on: { 'generation.start': 'generating', 'generation.logIn': { actions: 'tell that there is none' } },
    },
    generating: {
      tags: ['open', 'busy'],
      entry: 'forget message',
      invoke: {
        id: 'generate key',
        src: 'generate key',
        onDone: {
          target: 'generated',
          actions: [
            { type: 'note npub', params: ({ event }) => event.output },
            { type: 'show key', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'empty',
          actions: { type: 'keep problem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    generated: {
      tags: ['open', 'generated'],
      exit: 'forget npub',
      invoke: { id: 'keep generated key', src: 'keep generated key', onError: 'empty' },
      initial: 'shown',
      states: {
        shown: { on: { 'generation.start': '#key-generation.generating', 'generation.logIn': 'adopting' } },
        adopting: {
          tags: 'busy',
          entry: 'forget message',
          invoke: {
            id: 'adopt key',
            src: 'adopt key',
            input: ({ event }) => ({
              saving: (event as Extract<KeyGenerationEvent, { type: 'generation.logIn' }>).saving,
            }),
            onDone: '#key-generation.loggedIn',
            onError: {
              target: 'shown',
              actions: { type: 'keep login problem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    loggedIn: { tags: 'logged in' },
  },
});

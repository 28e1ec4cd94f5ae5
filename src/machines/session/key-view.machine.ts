import { assign, emit, setup } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import { NSEC_SHOWN_MS } from '#domain/session/session-limits.ts';
import type { Sealed } from '#domain/protocol/sealed.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** The key as nsec, or encrypted under the same passphrase as ncryptsec (NIP-49). */
export type KeyForm = 'nsec' | 'ncryptsec';

export type KeyViewEvent =
  | { type: 'view.open' }
  | { type: 'view.submit'; passphrase: Sealed<string>; as: KeyForm }
  /** stops a verification under way */
  | { type: 'view.cancel' }
  | { type: 'view.close' };

/** The account that the key was opened for is no longer the one logged in. */
type SlotEvent = { type: 'account.changed' };

export type KeyViewEmitted = { type: 'key.revealed'; secret: Sealed<string>; as: KeyForm };

type Revealed = { readonly secret: Sealed<string>; readonly as: KeyForm };

/**
 * Shows the secret key after its passphrase was verified (KEY-32 to KEY-35), for a limited time. The key itself goes past
 * this machine in a sealed event to the view, which drops it when `unlocked` ends.
 */
export const keyViewMachine = setup({
  types: {} as {
    context: { problem: Problem | undefined };
    events: KeyViewEvent | SlotEvent;
    emitted: KeyViewEmitted;
    tags: 'open' | 'locked' | 'busy' | 'unlocked';
  },
  actors: {
    'watch account': callbackSlot('watch account'),
    'reveal key': promiseSlot<Revealed, { passphrase: Sealed<string>; as: KeyForm }>('reveal key'),
  },
  actions: {
    'forget message': assign({ problem: undefined }),
    'keep problem': assign({
      problem: (_, { error }: { error: unknown }) => ({
        code: 'key' as const,
        key: keyProblemOf(error),
        flow: 'view' as const,
      }),
    }),
    'show key': emit((_, { secret, as }: Revealed) => ({ type: 'key.revealed' as const, secret, as })),
  },
  delays: { shownTime: NSEC_SHOWN_MS },
}).createMachine({
  id: 'key-view',
  context: { problem: undefined },
  initial: 'closed',
  states: {
    closed: { on: { 'view.open': { target: 'open', actions: 'forget message' } } },
    open: {
      tags: 'open',
      invoke: { id: 'watch account', src: 'watch account', onError: 'closed' },
      on: { 'view.close': 'closed', 'account.changed': 'closed' },
      initial: 'locked',
      states: {
        locked: { tags: 'locked', on: { 'view.submit': 'verifying' } },
        verifying: {
          tags: ['locked', 'busy'],
          entry: 'forget message',
          invoke: {
            id: 'reveal key',
            src: 'reveal key',
            input: ({ event }) => {
              const { passphrase, as } = event as Extract<KeyViewEvent, { type: 'view.submit' }>;
              return { passphrase, as };
            },
            onDone: { target: 'unlocked', actions: { type: 'show key', params: ({ event }) => event.output } },
            onError: {
              target: 'locked',
              actions: { type: 'keep problem', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: { 'view.cancel': 'locked' },
        },
        unlocked: { tags: 'unlocked', after: { shownTime: 'locked' } },
      },
    },
  },
});

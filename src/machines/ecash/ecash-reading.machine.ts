import { assign, setup } from 'xstate';
import { READING_PATIENCE_MS, TOLD_GATHERS_MS } from '#domain/ecash/ecash-limits.ts';
import { leadDelay } from '#domain/ecash/ledger/next-try.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slots tell. */
export type ReadingFact =
  /** a relay told something of the wallet that was not known on this visit */
  | { type: 'relay.told' }
  /** the relays of the account are others now, or the network is back */
  | { type: 'relays.changed' };

type Mine = { pubkey: string };
type Context = Mine & { tries: number; isMore: boolean };

const mine = ({ context: { pubkey } }: { context: Context }): Mine => ({ pubkey });

/**
 * Reads the wallet from the relays of the account (NIP-60): all that they have at the start, then what other devices do. What
 * they tell gathers for a moment; then it is compared with the ledger, and what is new is asked for at its mint before it counts.
 * Relays and mints that are silent are asked again, less and less often.
 */
export const ecashReadingMachine = setup({
  types: {} as { context: Context; input: Mine; events: ReadingFact; tags: 'reading' },
  actors: {
    'watch relays': callbackSlot<ReadingFact, Mine>('watch relays'),
    'read relays': promiseSlot<void, Mine>('read relays'),
    'take in': promiseSlot<{ readonly isWhole: boolean }, Mine>('take in'),
  },
  guards: {
    'is more': ({ context }) => context.isMore,
    'is whole': (_, { isWhole }: { isWhole: boolean }) => isWhole,
  },
  actions: {
    'note more': assign({ isMore: true, tries: 0 }),
    'take up': assign({ isMore: false }),
    'note that it answered': assign({ tries: 0 }),
    'count try': assign({ tries: ({ context }) => context.tries + 1 }),
  },
  delays: {
    patience: READING_PATIENCE_MS,
    untilGathered: TOLD_GATHERS_MS,
    untilAgain: ({ context }) => leadDelay(context.tries),
  },
}).createMachine({
  id: 'ecash-reading',
  context: ({ input }) => ({ ...input, tries: 0, isMore: false }),
  invoke: { id: 'watch relays', src: 'watch relays', input: mine, onError: '.pausing' },
  initial: 'reading',
  on: { 'relays.changed': '.reading' },
  states: {
    reading: {
      tags: 'reading',
      description:
        'Every relay of the account is read to its end; one that takes longer than is waited for is read on meanwhile.',
      invoke: { id: 'read relays', src: 'read relays', input: mine, onDone: 'taking in', onError: 'pausing' },
      after: { patience: 'taking in' },
    },
    idle: { on: { 'relay.told': 'gathering' } },
    gathering: { after: { untilGathered: 'taking in' } },
    'taking in': {
      entry: 'take up',
      invoke: {
        id: 'take in',
        src: 'take in',
        input: mine,
        onDone: [
          { guard: 'is more', target: 'gathering' },
          {
            guard: { type: 'is whole', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'note that it answered',
          },
          { target: 'pausing' },
        ],
        onError: 'pausing',
      },
      on: { 'relay.told': { actions: 'note more' } },
    },
    pausing: {
      description: 'Something did not answer.',
      entry: 'count try',
      after: { untilAgain: 'reading' },
      on: { 'relay.told': { target: 'gathering', actions: 'note more' } },
    },
  },
});

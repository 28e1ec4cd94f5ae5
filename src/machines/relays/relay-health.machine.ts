import { sendTo, setup } from 'xstate';
import { HEALTH_RETRY_MS, HEALTH_SAVE_DELAY_MS } from '#domain/relays/relays-limits.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch health` tells: records changed since the last time. */
export type HealthFact = { type: 'health.changed' };

/** What it is told. */
export type HealthCommand = { type: 'health.forget' };

export type RelayHealthEvent =
  | HealthFact
  /** ask every relay of the set now */
  | { type: 'health.check' }
  /** forget the records: they start anew */
  | { type: 'health.reset' };

/** Follows how the relays answer, keeps that for the next start, and asks them all on request. The records are data. */
export const relayHealthMachine = setup({
  types: {} as { events: RelayHealthEvent; tags: 'busy' | 'offline' },
  actors: {
    'watch health': callbackSlot<HealthCommand>('watch health'),
    'ask relays': promiseSlot<void>('ask relays'),
    'save health': promiseSlot<void>('save health'),
  },
  actions: { 'forget records': sendTo('watch health', { type: 'health.forget' }) },
  delays: { saveDelay: HEALTH_SAVE_DELAY_MS, retryDelay: HEALTH_RETRY_MS },
}).createMachine({
  id: 'relay-health',
  initial: 'watching',
  states: {
    watching: {
      type: 'parallel',
      invoke: { id: 'watch health', src: 'watch health', onError: 'blind' },
      on: { 'health.reset': { actions: 'forget records' } },
      states: {
        records: {
          initial: 'kept',
          states: {
            kept: { on: { 'health.changed': 'changed' } },
            changed: {
              description: 'Waits for more before they are saved.',
              after: { saveDelay: 'saving' },
            },
            saving: {
              invoke: { id: 'save health', src: 'save health', onDone: 'kept', onError: 'kept' },
              on: { 'health.changed': 'changed' },
            },
          },
        },
        check: {
          initial: 'resting',
          states: {
            resting: { on: { 'health.check': 'asking' } },
            asking: {
              tags: 'busy',
              invoke: { id: 'ask relays', src: 'ask relays', onDone: 'resting', onError: 'resting' },
            },
          },
        },
      },
    },
    blind: {
      description: 'The relays cannot be watched; tries again.',
      tags: 'offline',
      after: { retryDelay: 'watching' },
    },
  },
});

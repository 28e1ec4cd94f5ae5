import { assign, setup, type AnyEventObject } from 'xstate';
import { OWN_EVENTS_RETRY_MS } from '#domain/replaceable/replaceable-limits.ts';
import {
  fromUser,
  loginGuards,
  loginWatch,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { callbackSlot } from '#machines/slots.ts';
import type { Owner } from './replaceable.ts';

const owner = ({ context: { pubkey } }: { context: Owner }): Owner => ({ pubkey });

/**
 * Hears of what whoever is logged in publishes on other devices, as long as they are: their profile and their lists. Who keeps
 * one of them finds it in the registry.
 */
export const ownEventsMachine = setup({
  types: {} as { context: Owner; events: LoginFact; tags: 'watched' },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch own events': callbackSlot<AnyEventObject, Owner>('watch own events'),
  },
  guards: loginGuards,
  actions: {
    'note user': assign((_, { pubkey = '' }: Login) => ({ pubkey })),
    'forget user': assign({ pubkey: '' }),
  },
  delays: { retry: OWN_EVENTS_RETRY_MS },
}).createMachine({
  id: 'own-events',
  context: { pubkey: '' },
  type: 'parallel',
  states: {
    login: loginWatch,
    events: {
      initial: 'visitor',
      states: {
        visitor,
        user: {
          on: { 'login.changed': fromUser('visitor') },
          initial: 'watched',
          states: {
            watched: {
              tags: 'watched',
              invoke: { id: 'watch own events', src: 'watch own events', input: owner, onError: 'unwatched' },
            },
            unwatched: {
              description: 'What is published elsewhere is seen when it is read again.',
              after: { retry: 'watched' },
            },
          },
        },
      },
    },
  },
});

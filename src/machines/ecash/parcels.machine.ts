import { assign, enqueueActions, setup, type DoneActorEvent, type ErrorActorEvent } from 'xstate';
import {
  fromUser,
  loginGuards,
  loginWatch,
  visitor,
  type Login,
  type LoginFact,
} from '#machines/session/login-watch.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch parcels` tells: tokens that are there and are to be brought to somebody. */
export type ParcelFact = { type: 'parcels.due'; operations: readonly string[] };

export type ParcelsEvent = LoginFact | ParcelFact | DoneActorEvent | ErrorActorEvent;

type Context = { pubkey: string; signing: Login['signing']; under: readonly string[] };

const login = ({ event }: { event: LoginFact }) => event;
const ended = ({ event }: { event: { actorId: string } }) => ({ id: event.actorId });

/**
 * Tokens on their way to those they are for: each once at a time, for as long as the key can seal them. How far one came stands
 * with its operation; one that failed waits there for the user.
 */
export const parcelsMachine = setup({
  types: {} as { context: Context; events: ParcelsEvent },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch parcels': callbackSlot<ParcelFact, { pubkey: string }>('watch parcels'),
    'bring parcel': promiseSlot<void, { pubkey: string; operation: string }>('bring parcel'),
  },
  guards: {
    ...loginGuards,
    'can seal': ({ context }) => context.signing === 'possible',
    'cannot seal': ({ context }) => context.signing !== 'possible',
    'is under way': ({ context }, { id }: { id: string }) => context.under.includes(id),
  },
  actions: {
    'note user': assign((_, { pubkey = '', signing }: Login) => ({ pubkey, signing })),
    'forget user': assign({ pubkey: '' }),
    'note signing': assign((_, { signing }: Login) => ({ signing })),
    'bring parcels': actionSlot<{ operations: readonly string[] }>('bring parcels'),
    'end parcel': actionSlot<{ id: string }>('end parcel'),
    'end all': actionSlot('end all'),
  },
})
  .createMachine({
    id: 'parcels',
    context: { pubkey: '', signing: 'locked', under: [] },
    type: 'parallel',
    states: {
      login: loginWatch,
      parcels: {
        initial: 'visitor',
        states: {
          visitor,
          user: {
            initial: 'locked',
            on: { 'login.changed': [...fromUser('visitor'), { actions: { type: 'note signing', params: login } }] },
            states: {
              locked: { always: { guard: 'can seal', target: 'open' } },
              open: {
                exit: 'end all',
                always: { guard: 'cannot seal', target: 'locked' },
                invoke: {
                  id: 'watch parcels',
                  src: 'watch parcels',
                  input: ({ context: { pubkey } }) => ({ pubkey }),
                  onError: 'unwatched',
                },
                on: {
                  'parcels.due': { actions: { type: 'bring parcels', params: ({ event }) => event } },
                  'xstate.done.actor.*': {
                    guard: { type: 'is under way', params: ended },
                    actions: { type: 'end parcel', params: ended },
                  },
                  'xstate.error.actor.*': {
                    guard: { type: 'is under way', params: ended },
                    actions: { type: 'end parcel', params: ended },
                  },
                },
              },
              unwatched: { description: 'Nothing is brought any more until the app starts anew.' },
            },
          },
        },
      },
    },
  })
  .provide({
    actions: {
      'bring parcels': enqueueActions(({ context, enqueue }, { operations }: { operations: readonly string[] }) => {
        const fresh = operations.filter((operation) => !context.under.includes(operation));
        for (const operation of fresh)
          enqueue.spawnChild('bring parcel', { id: operation, input: { pubkey: context.pubkey, operation } });
        enqueue.assign({ under: [...context.under, ...fresh] });
      }),
      'end parcel': enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
        enqueue.stopChild(id);
        enqueue.assign({ under: context.under.filter((one) => one !== id) });
      }),
      'end all': enqueueActions(({ context, enqueue }) => {
        for (const id of context.under) enqueue.stopChild(id);
        enqueue.assign({ under: [] });
      }),
    },
  });

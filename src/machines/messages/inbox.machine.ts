import { assign, setup } from 'xstate';
import { INBOX_AGAIN_MS } from '#domain/messages/messages-limits.ts';
import { fromUser, loginGuards, loginWatch, visitor, type Login } from '#machines/session/login-watch.ts';
import type { LoginFact } from '#machines/session/login-watch.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** What the slot `watch interest` tells: whether somebody wants to hear of messages, or that they are read elsewhere from now on. */
export type InterestFact = { type: 'interest.is'; there: boolean } | { type: 'inbox.moved' };

export type InboxEvent = LoginFact | InterestFact;

type Context = { pubkey: string; signing: Login['signing']; isWanted: boolean; relays: readonly string[] };

const login = ({ event }: { event: LoginFact }) => event;

/**
 * The private messages of whoever is logged in: they are read only while somebody wants them and the key can open them. What they
 * say goes past the chart, to who wants it.
 */
export const inboxMachine = setup({
  types: {} as { context: Context; events: InboxEvent; tags: 'reading' },
  actors: {
    'watch login': callbackSlot('watch login'),
    'watch interest': callbackSlot<InterestFact>('watch interest'),
    'find inbox': promiseSlot<readonly string[], { pubkey: string }>('find inbox'),
    'read inbox': callbackSlot<InterestFact, { pubkey: string; relays: readonly string[] }>('read inbox'),
  },
  guards: {
    ...loginGuards,
    'may read': ({ context }) => context.isWanted && context.signing === 'possible',
    'may not read': ({ context }) => !context.isWanted || context.signing !== 'possible',
  },
  actions: {
    'note user': assign((_, { pubkey = '', signing }: Login) => ({ pubkey, signing })),
    'forget user': assign({ pubkey: '', relays: [] }),
    'note signing': assign((_, { signing }: Login) => ({ signing })),
    'note interest': assign((_, { there }: { there: boolean }) => ({ isWanted: there })),
    'note relays': assign((_, { relays }: { relays: readonly string[] }) => ({ relays })),
  },
  delays: { untilAgain: INBOX_AGAIN_MS },
}).createMachine({
  id: 'inbox',
  context: { pubkey: '', signing: 'locked', isWanted: false, relays: [] },
  type: 'parallel',
  states: {
    login: loginWatch,
    interest: {
      initial: 'watched',
      states: {
        watched: {
          invoke: { id: 'watch interest', src: 'watch interest', onError: 'unwatched' },
          on: { 'interest.is': { actions: { type: 'note interest', params: ({ event }) => event } } },
        },
        unwatched: {},
      },
    },
    inbox: {
      initial: 'visitor',
      states: {
        visitor,
        user: {
          initial: 'idle',
          on: {
            'login.changed': [...fromUser('visitor'), { actions: { type: 'note signing', params: login } }],
          },
          states: {
            idle: {
              description: 'Nobody wants to hear of messages, or the key is locked.',
              always: { guard: 'may read', target: 'finding' },
            },
            finding: {
              always: { guard: 'may not read', target: 'idle' },
              on: { 'inbox.moved': { target: 'finding', reenter: true } },
              invoke: {
                id: 'find inbox',
                src: 'find inbox',
                input: ({ context: { pubkey } }) => ({ pubkey }),
                onDone: {
                  target: 'reading',
                  actions: { type: 'note relays', params: ({ event }) => ({ relays: event.output }) },
                },
                onError: 'stalled',
              },
            },
            reading: {
              tags: 'reading',
              always: { guard: 'may not read', target: 'idle' },
              on: { 'inbox.moved': 'finding' },
              invoke: {
                id: 'read inbox',
                src: 'read inbox',
                input: ({ context: { pubkey, relays } }) => ({ pubkey, relays }),
                onError: 'stalled',
              },
            },
            stalled: {
              always: { guard: 'may not read', target: 'idle' },
              after: { untilAgain: 'finding' },
            },
          },
        },
      },
    },
  },
});

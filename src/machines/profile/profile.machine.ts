import { assign, raise, setup, type AnyEventObject } from 'xstate';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';
import type { ProfilePart } from '#domain/cache/query-keys.ts';
import { pageGuards, type PageReport } from '#machines/feed/page-report.ts';
import { hearsReach, notReached, reachWatch, type LateFact, type ReachFact } from '#machines/feed/reach.ts';

/** Whose notes, which of them, and relays that may have them. */
export type ProfileSubject = { pubkey: string; part: ProfilePart; relays: readonly string[] };

export type ProfileEvent =
  /** A view shows this part of what a person wrote; nothing happens when it is open already. */
  | ({ type: 'profile.open' } & ProfileSubject)
  | { type: 'profile.close' }
  /** the next page, older notes */
  | { type: 'profile.more' }
  /** look for newer notes now; also the way out of a failure */
  | { type: 'profile.refresh' };

type Output = { event: { output: PageReport } };

const report = ({ event }: Output) => event.output;

const loaded = <Kept extends string>(kept: Kept) => [
  { guard: { type: 'found no relays' as const, params: report }, target: '#profile.open.notes.no relays' as const },
  { guard: { type: 'reached nobody' as const, params: report }, target: '#profile.open.notes.failed' as const },
  { guard: { type: 'kept what is shown' as const, params: report }, target: kept },
  { guard: { type: 'has nothing' as const, params: report }, target: '#profile.open.notes.live.empty' as const },
  { guard: { type: 'has no more' as const, params: report }, target: '#profile.open.notes.live.end' as const },
  { target: '#profile.open.notes.live' as const },
];

const { failed, ...unreached } = notReached('profile.refresh');

/**
 * The notes of one person, newest first, by pages of 10 (PROF-07), or another part of what they wrote. They are in the
 * query cache under `profile/notes`.
 */
export const profileMachine = setup({
  types: {} as {
    context: ProfileSubject;
    events: ProfileEvent | ReachFact | LateFact;
    tags: 'loading' | 'live' | 'paging' | 'end' | 'empty' | 'more failed' | 'failed' | 'offline' | 'no relays';
  },
  actors: {
    'load newest': promiseSlot<PageReport, ProfileSubject>('load newest'),
    'load page': promiseSlot<PageReport, ProfileSubject>('load page'),
    'watch relays': callbackSlot('watch relays'),
    'catch up': callbackSlot<AnyEventObject, ProfileSubject>('catch up'),
  },
  guards: {
    'is another subject': ({ context }, { pubkey, part }: ProfileSubject) =>
      pubkey !== context.pubkey || part !== context.part,
    'has nothing': (_, { shown, hasMore }: PageReport) => shown === 0 && !hasMore,
    ...pageGuards,
  },
  actions: {
    'note subject': assign((_, { pubkey, part, relays }: ProfileSubject) => ({ pubkey, part, relays })),
    'ask failed anew': actionSlot('ask failed anew'),
    'tell reach': raise({ type: 'relays.reachable' }),
    'forget subject': assign({ pubkey: '', part: 'notes', relays: [] }),
  },
}).createMachine({
  id: 'profile',
  context: { pubkey: '', part: 'notes', relays: [] },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget subject',
      on: { 'profile.open': { target: 'open', actions: { type: 'note subject', params: ({ event }) => event } } },
    },
    open: {
      type: 'parallel',
      on: {
        'profile.open': {
          guard: { type: 'is another subject', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: { type: 'note subject', params: ({ event }) => event },
        },
        'profile.close': 'closed',
      },
      states: {
        notes: {
          initial: 'loading',
          states: {
            loading: {
              description: 'The newest page is under way; what was there before is shown meanwhile.',
              ...hearsReach,
              tags: 'loading',
              invoke: {
                id: 'load newest',
                src: 'load newest',
                input: ({ context }) => context,
                onDone: loaded('offline'),
                onError: 'failed',
              },
            },
            live: {
              tags: 'live',
              on: { 'profile.refresh': 'loading', 'relays.unreachable': 'offline' },
              initial: 'idle',
              states: {
                idle: { on: { 'profile.more': 'paging' } },
                paging: {
                  tags: 'paging',
                  invoke: {
                    id: 'load page',
                    src: 'load page',
                    input: ({ context }) => context,
                    onDone: loaded('stuck'),
                    onError: 'stuck',
                  },
                },
                stuck: {
                  description: 'The last page failed; it can be asked for again.',
                  tags: 'more failed',
                  on: { 'profile.more': 'paging', 'notes.late': 'idle', 'relays.reachable': 'idle' },
                },
                end: { tags: 'end', on: { 'notes.late': 'paging' } },
                empty: {
                  description: 'No relay has a note of this person so far.',
                  tags: 'empty',
                  on: { 'notes.late': 'paging' },
                },
              },
            },
            ...unreached,
            failed: {
              ...failed,
              description: 'Nothing came, and who may have it said nothing.',
              on: { ...failed.on, 'notes.late': 'live' },
            },
          },
        },
        late: {
          initial: 'awaited',
          states: {
            awaited: {
              invoke: {
                id: 'catch up',
                src: 'catch up',
                input: ({ context }) => context,
                onError: 'missed',
              },
            },
            missed: { description: 'What a relay holds that was away comes when the profile is opened again.' },
          },
        },
        reach: reachWatch,
      },
    },
  },
});

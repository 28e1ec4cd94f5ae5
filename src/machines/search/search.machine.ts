import { assign, setup } from 'xstate';
import type { EventRef, ProfileRef } from '#domain/protocol/event.ts';
import {
  SEARCH_DEBOUNCE_MS,
  SEARCH_NOTES_LIMIT,
  SEARCH_NOTES_MAX,
  SEARCH_NOTES_STEP,
} from '#domain/search/search-limits.ts';
import { classifySearch } from '#domain/search/search-input.ts';
import { promiseSlot } from '#machines/slots.ts';

/** What an identifier leads to: a screen to open instead of results. */
export type SearchTarget = ({ readonly type: 'profile' } & ProfileRef) | ({ readonly type: 'note' } & EventRef);

export type SearchEvent =
  /** the text as it stands while somebody types */
  | { type: 'search.type'; text: string }
  /** Enter: search this now */
  | { type: 'search.submit'; text: string }
  /** somebody reads on at the end of what was found */
  | { type: 'search.older' }
  | { type: 'search.clear' };

/** How a search ended; what it found is in the query cache under `search`. */
export type SearchReport = {
  /** notes and people */
  readonly found: number;
  /** a relay may have older ones, and they may be asked for */
  readonly hasOlder?: boolean;
  readonly outcome: 'answered' | 'unanswered' | 'no relays';
};

type Text = { text: string };

/** `limit`: notes that each relay is asked for. */
export type SearchWish = Text & { limit: number };

const targetIn = (text: string): SearchTarget | undefined => {
  const input = classifySearch(text);
  return input.type === 'profile' || input.type === 'note' ? input : undefined;
};

const isA = (text: string, ...types: ReturnType<typeof classifySearch>['type'][]) =>
  types.includes(classifySearch(text).type);

/**
 * The search field (ROUTE-13): identifiers lead to their screen, broken ones and those without a screen are told, other words
 * are searched on the relays 300 ms after the last key, or at once on Enter. A secret key that is pasted is not kept.
 */
export const searchMachine = setup({
  types: {} as {
    context: { text: string; target: SearchTarget | undefined; limit: number };
    events: SearchEvent;
    tags:
      | 'resolving'
      | 'searching'
      | 'opened'
      | 'results'
      | 'older'
      | 'unsearched'
      | 'none'
      | 'failed'
      | 'no relays'
      | 'secret'
      | 'broken';
  },
  actors: {
    resolve: promiseSlot<SearchTarget | undefined, Text>('resolve'),
    search: promiseSlot<SearchReport, SearchWish>('search'),
  },
  guards: {
    'is blank': (_, { text }: Text) => isA(text, 'empty'),
    'is secret': (_, { text }: Text) => isA(text, 'secret'),
    'names a target': ({ context }) => targetIn(context.text) !== undefined,
    'names no screen': ({ context }) => isA(context.text, 'broken', 'address'),
    'must be looked up': ({ context }) => isA(context.text, 'nip05', 'hex'),
    'leads somewhere': (_, { target }: { target: SearchTarget | undefined }) => target !== undefined,
    'found the newest': (_, { found, hasOlder }: SearchReport) => found > 0 && hasOlder === true,
    'found it without a search': (_, { found, outcome }: SearchReport) => found > 0 && outcome !== 'answered',
    'found something': (_, { found }: SearchReport) => found > 0,
    'found no relays': (_, { outcome }: SearchReport) => outcome === 'no relays',
    'nobody answered': (_, { outcome }: SearchReport) => outcome === 'unanswered',
  },
  actions: {
    'note text': assign((_, { text }: Text) => ({ text, target: undefined, limit: SEARCH_NOTES_LIMIT })),
    'reach further': assign({ limit: ({ context }) => Math.min(context.limit + SEARCH_NOTES_STEP, SEARCH_NOTES_MAX) }),
    'forget text': assign({ text: '', target: undefined }),
    'note target': assign({ target: ({ context }) => targetIn(context.text) }),
    'keep target': assign({ target: (_, { target }: { target: SearchTarget | undefined }) => target }),
  },
  delays: { debounce: SEARCH_DEBOUNCE_MS },
}).createMachine({
  id: 'search',
  context: { text: '', target: undefined, limit: SEARCH_NOTES_LIMIT },
  initial: 'idle',
  on: {
    'search.type': [
      { guard: { type: 'is secret', params: ({ event }) => event }, target: '.refused' },
      { guard: { type: 'is blank', params: ({ event }) => event }, target: '.idle' },
      { target: '.typing', actions: { type: 'note text', params: ({ event }) => event } },
    ],
    'search.submit': [
      { guard: { type: 'is secret', params: ({ event }) => event }, target: '.refused' },
      { guard: { type: 'is blank', params: ({ event }) => event }, target: '.idle' },
      { target: '.reading', actions: { type: 'note text', params: ({ event }) => event } },
    ],
    'search.clear': '.idle',
  },
  states: {
    idle: { entry: 'forget text' },
    refused: { description: 'The text was a secret key and is not kept.', tags: 'secret', entry: 'forget text' },
    typing: { description: 'Waits for the end of typing.', after: { debounce: 'reading' } },
    reading: {
      always: [
        { guard: 'names a target', target: 'opened', actions: 'note target' },
        { guard: 'names no screen', target: 'unreadable' },
        { guard: 'must be looked up', target: 'resolving' },
        { target: 'searching' },
      ],
    },
    unreadable: {
      description: 'The text was meant as an identifier, but is none, or names what no screen shows.',
      tags: 'broken',
    },
    resolving: {
      description: 'Finds out whom a NIP-05 name means, or what 64 hex characters are.',
      tags: 'resolving',
      invoke: {
        id: 'resolve',
        src: 'resolve',
        input: ({ context: { text } }) => ({ text }),
        onDone: [
          {
            guard: { type: 'leads somewhere', params: ({ event }) => ({ target: event.output }) },
            target: 'opened',
            actions: { type: 'keep target', params: ({ event }) => ({ target: event.output }) },
          },
          { target: 'searching' },
        ],
        onError: 'searching',
      },
    },
    opened: { description: 'The text leads to one screen, named by `target`.', tags: 'opened' },
    searching: {
      tags: 'searching',
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context: { text, limit } }) => ({ text, limit }),
        onDone: [
          { guard: { type: 'found the newest', params: ({ event }) => event.output }, target: 'results.newest' },
          {
            guard: { type: 'found it without a search', params: ({ event }) => event.output },
            target: 'results.unsearched',
          },
          { guard: { type: 'found something', params: ({ event }) => event.output }, target: 'results.all' },
          { guard: { type: 'found no relays', params: ({ event }) => event.output }, target: 'no relays' },
          { guard: { type: 'nobody answered', params: ({ event }) => event.output }, target: 'failed' },
          { target: 'none' },
        ],
        onError: 'failed',
      },
    },
    results: {
      tags: 'results',
      initial: 'all',
      states: {
        all: {},
        unsearched: {
          description: 'What this device has, and relays under hashtags: none could search.',
          tags: 'unsearched',
        },
        newest: {
          description: 'Older ones may be had.',
          tags: 'older',
          on: { 'search.older': { target: '#search.searching', actions: 'reach further' } },
        },
      },
    },
    none: { tags: 'none' },
    failed: { tags: 'failed' },
    'no relays': { description: 'There is no relay to ask.', tags: 'no relays' },
  },
});

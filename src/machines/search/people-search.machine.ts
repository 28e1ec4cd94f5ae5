import { assign, setup, type AnyEventObject } from 'xstate';
import { type Named } from '#domain/publish/mention.ts';
import { MENTION_SEARCH_MIN } from '#domain/publish/publish-limits.ts';
import { SEARCH_DEBOUNCE_MS } from '#domain/search/search-limits.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { callbackSlot } from '#machines/slots.ts';

type Name = { query: string };

export type PeopleSearchEvent =
  /** the name as it stands while somebody writes it */
  | ({ type: 'name.type' } & Name)
  /** it is not written any more */
  | ({ type: 'name.leave' } & Name);

/** What relays tell while they are asked. */
export type PeopleFact =
  | { type: 'people.found'; /** all that were found so far */ people: readonly Named[] }
  | { type: 'people.all' };

/** Whom relays know by a name that is being written, in a text or to follow somebody; they are asked once the typing rests. */
export const peopleSearchMachine = setup({
  types: {} as {
    context: Name & { people: readonly Named[] };
    events: PeopleSearchEvent | PeopleFact;
    tags: 'searching' | 'over';
  },
  actors: { 'ask relays': callbackSlot<AnyEventObject, Name>('ask relays') },
  guards: {
    'is sought': ({ context }, { query }: Name) => query === context.query,
    'is a name': (_, { query }: Name) => query.length >= MENTION_SEARCH_MIN && leakedSecret(query) === undefined,
  },
  actions: {
    'note name': assign((_, { query }: Name) => ({ query, people: [] })),
    'forget name': assign({ query: '', people: [] }),
    'note people': assign((_, { people }: { people: readonly Named[] }) => ({ people })),
  },
  delays: { debounce: SEARCH_DEBOUNCE_MS },
}).createMachine({
  id: 'people-search',
  context: { query: '', people: [] },
  initial: 'resting',
  on: {
    'name.type': [
      {
        guard: { type: 'is a name', params: ({ event }) => event },
        target: '.typing',
        actions: { type: 'note name', params: ({ event }) => event },
      },
      { target: '.resting' },
    ],
    'name.leave': { guard: { type: 'is sought', params: ({ event }) => event }, target: '.resting' },
  },
  states: {
    resting: { entry: 'forget name' },
    typing: { after: { debounce: 'asking' } },
    asking: {
      tags: 'searching',
      invoke: {
        id: 'relays',
        src: 'ask relays',
        input: ({ context: { query } }) => ({ query }),
        onError: 'told',
      },
      on: {
        'people.found': { actions: { type: 'note people', params: ({ event }) => event } },
        'people.all': 'told',
      },
    },
    told: { tags: 'over' },
  },
});

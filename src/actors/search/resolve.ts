import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { KIND } from '#domain/protocol/kinds.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { Note } from '#domain/note/note.ts';
import { metadataKey, noteKey } from '#domain/cache/query-keys.ts';
import { classifySearch } from '#domain/search/search-input.ts';
import { findPerson, type Fetch } from '#actors/profile/nip05.ts';
import type { SearchTarget } from '#machines/search/search.machine.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

type Deps = { readonly queryClient: QueryClient; readonly registry: EventRegistry; readonly fetch: Fetch };

/** What 64 hex characters are: the relays are asked for a note and a person at once, and the first one found counts. */
const resolveHex = async ({ queryClient, registry }: Deps, hex: string): Promise<SearchTarget | undefined> => {
  const note: SearchTarget = { type: 'note', id: hex, relays: [] };
  const person: SearchTarget = { type: 'profile', pubkey: hex, relays: [] };
  if (registry.get(hex)?.kind === KIND.textNote) return note;
  if (registry.replaceable(KIND.metadata, hex)) return person;
  const found = async (target: SearchTarget, loading: Promise<unknown>) => {
    if (!(await loading)) throw new Error('Nothing was found');
    return target;
  };
  return Promise.any([
    found(note, queryClient.fetchQuery<Note | null>({ queryKey: noteKey(hex), retry: false })),
    found(
      person,
      queryClient.fetchQuery<Metadata | null>({
        queryKey: metadataKey(hex),
        retry: false,
        meta: { isWaitedFor: true },
      }),
    ),
  ]).catch(() => undefined);
};

/** Where a NIP-05 address or 64 hex characters lead; undefined when nobody knows. */
export const defineResolve = (deps: Deps) =>
  fromPromise<SearchTarget | undefined, { text: string }>(async ({ input: { text }, signal }) => {
    const input = classifySearch(text);
    if (input.type === 'hex') return resolveHex(deps, input.hex);
    if (input.type !== 'nip05') return undefined;
    const person = await findPerson(deps.fetch, input, signal);
    return person && { type: 'profile', ...person };
  });

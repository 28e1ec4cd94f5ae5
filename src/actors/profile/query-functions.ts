import type { QueryClient, QueryFunctionContext } from '@tanstack/query-core';
import { newest, type NostrEvent } from '#domain/event.ts';
import { KIND } from '#domain/kinds.ts';
import {
  CONTACTS_GC_MS,
  CONTACTS_LIMIT,
  CONTACTS_STALE_MS,
  FOLLOWERS_LIMIT,
  NOTE_STATS_STALE_MS,
  PREFETCHED_NOTE_GC_MS,
  PREFETCHED_NOTE_STALE_MS,
  PROFILE_METADATA_GC_MS,
  PROFILE_METADATA_STALE_MS,
} from '#domain/limits.ts';
import { parseContacts, parseMuteList } from '#domain/lists.ts';
import type { Metadata } from '#domain/metadata.ts';
import { askRelays, listRelays } from '#actors/cache/ask-relays.ts';
import type { LoadOne } from '#actors/cache/batcher.ts';
import { createNotesLoader } from '#actors/feed/notes-loader.ts';
import { createMetadataLoader, fetchProfileMetadata, type MetadataDeps } from './metadata-loader.ts';

type Context = QueryFunctionContext;

const subject = ({ queryKey }: Context) => String(queryKey[1]);

/** Relays that a view knows to ask for a note, by the query's `meta: { relays }`. */
const hintsIn = ({ meta }: Context): readonly unknown[] => (Array.isArray(meta?.['relays']) ? meta['relays'] : []);

/** The newest list of this kind and author, of the relays and the registry. Undefined when there is none. */
const fetchList = async ({ requests, registry }: MetadataDeps, kind: number, limit: number, context: Context) => {
  const pubkey = subject(context);
  const events = await askRelays(requests, {
    filters: [{ kinds: [kind], authors: [pubkey], limit }],
    relays: listRelays(requests),
    signal: context.signal,
  });
  const known = registry.replaceable(kind, pubkey);
  const lists = events.filter((event) => event.kind === kind && event.pubkey === pubkey);
  return newest(known ? [...lists, known] : lists);
};

const names = (event: NostrEvent, pubkey: string) => event.tags.some((tag) => tag[0] === 'p' && tag[1] === pubkey);

/** A loader whose code comes after the notes. */
const lazily = <Value>(start: () => Promise<LoadOne<Value>>): LoadOne<Value> => {
  let starting: Promise<LoadOne<Value>> | undefined;
  return async (key) => {
    starting ??= start();
    starting.catch(() => (starting = undefined));
    return (await starting)(key);
  };
};

/** Who follows: the authors whose newest contact list names the person (PROF-12). */
const fetchFollowers = async ({ requests, registry }: MetadataDeps, context: Context): Promise<readonly string[]> => {
  const pubkey = subject(context);
  const events = await askRelays(requests, {
    filters: [{ kinds: [KIND.contacts], '#p': [pubkey], limit: FOLLOWERS_LIMIT }],
    signal: context.signal,
  });
  const lists = Map.groupBy(
    events.filter(({ kind }) => kind === KIND.contacts),
    ({ pubkey: author }) => author,
  );
  return [...lists].flatMap(([author, found]) => {
    const known = registry.replaceable(KIND.contacts, author);
    const list = newest(known ? [...found, known] : found);
    return list && names(list, pubkey) ? [author] : [];
  });
};

/**
 * Says once how each group of queries is loaded, so that a view only names the key. A query fails when no relay
 * answered; when relays answered and have nothing, its data is null or empty.
 */
export const registerQueryFunctions = (deps: MetadataDeps): { readonly loadMetadata: LoadOne<Metadata | null> } => {
  const { queryClient } = deps;
  const loadMetadata = createMetadataLoader(deps);
  const loadNote = createNotesLoader(deps);
  const loadStats = lazily(async () => (await import('#actors/feed/stats-loader.ts')).createStatsLoader(deps.requests));
  const loadRelays = lazily(async () => (await import('#actors/relays/relay-lists.ts')).createRelayLists(deps));
  const contactsTimes = { staleTime: CONTACTS_STALE_MS, gcTime: CONTACTS_GC_MS };

  const register = (group: string, options: Parameters<QueryClient['setQueryDefaults']>[1]) =>
    queryClient.setQueryDefaults([group], options);
  const registerList = (group: string, kind: number, limit: number, parse: (event: NostrEvent) => unknown) =>
    register(group, {
      ...contactsTimes,
      queryFn: async (context) => {
        const event = await fetchList(deps, kind, limit, context);
        // a list that was shown stays when the one relay that has it is away
        return event ? parse(event) : (queryClient.getQueryData(context.queryKey) ?? []);
      },
    });

  register('metadata', { queryFn: (context) => loadMetadata(subject(context)) });
  register('profile/metadata', {
    queryFn: (context) => fetchProfileMetadata(deps, subject(context), context.signal),
    staleTime: PROFILE_METADATA_STALE_MS,
    gcTime: PROFILE_METADATA_GC_MS,
  });
  register('note', {
    queryFn: (context) => loadNote(subject(context), hintsIn(context)),
    staleTime: PREFETCHED_NOTE_STALE_MS,
    gcTime: PREFETCHED_NOTE_GC_MS,
  });
  register('zap-totals', { queryFn: (context) => loadStats(subject(context)), staleTime: NOTE_STATS_STALE_MS });
  register('followers', { ...contactsTimes, queryFn: (context) => fetchFollowers(deps, context) });
  registerList('profile/contacts', KIND.contacts, CONTACTS_LIMIT, parseContacts);
  registerList('mute-list', KIND.muteList, CONTACTS_LIMIT, parseMuteList);
  register('relay-list', { ...contactsTimes, queryFn: (context) => loadRelays(subject(context)) });
  return { loadMetadata };
};

import type { QueryClient, QueryFunctionContext } from '@tanstack/query-core';
import { NOTE_STATS_STALE_MS } from '#domain/feed/feed-limits.ts';
import {
  PREFETCHED_NOTE_STALE_MS,
  PREFETCHED_NOTE_GC_MS,
  PROFILE_METADATA_STALE_MS,
  PROFILE_METADATA_GC_MS,
  CONTACTS_STALE_MS,
  CONTACTS_GC_MS,
} from '#domain/profile/profile-limits.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { lazily, startOnce } from '#domain/start-once.ts';
import type { LoadOne } from '#actors/relays/batcher.ts';
import type { EmbeddedDeps } from '#actors/feed/embedded-note.ts';
import type { RelayRequestsDeps } from '#actors/wire/fetch-board.ts';
import type { OwnDeps, MetadataDeps } from './metadata-loader.ts';

type Context = QueryFunctionContext;

const subject = ({ queryKey }: Context) => String(queryKey[1]);

/** Relays that a view knows to ask for a note, by the query's `meta: { relays }`. */
const hintsIn = ({ meta }: Context): readonly unknown[] => (Array.isArray(meta?.['relays']) ? meta['relays'] : []);

/** Who wrote the note, where a view knows that: `meta: { author }`. */
const authorIn = ({ meta }: Context): string | undefined => {
  const author = meta?.['author'];
  return isHex64(author) ? author : undefined;
};

/** The note that a repost has in it: `meta: { embedded }`. */
const embeddedIn = ({ meta }: Context): string | undefined => {
  const text = meta?.['embedded'];
  return typeof text === 'string' && text.startsWith('{') ? text : undefined;
};

type Deps = MetadataDeps & OwnDeps & EmbeddedDeps & Pick<RelayRequestsDeps, 'directory'>;

/**
 * Says once how each group of queries is loaded, so that a view only names the key. A query fails when no relay
 * answered; when relays answered and have nothing, its data is null or empty.
 */
export const registerQueryFunctions = (
  deps: Deps,
  loadCode = () => import('./screen-loaders.ts'),
): { readonly loadMetadata: LoadOne<Metadata | null> } => {
  const { queryClient } = deps;
  const loaders = startOnce(async () => arrived(await loadCode()).createScreenLoaders(deps));
  const loadMetadata = async (pubkey: string) => (await loaders()).metadata(pubkey);
  const loadElsewhere = lazily(async () =>
    arrived(await import('#actors/feed/notes-elsewhere.ts')).createNotesElsewhere(deps),
  );
  const loadEmbedded = lazily(async () =>
    arrived(await import('#actors/feed/embedded-note.ts')).createEmbeddedNotes(deps),
  );
  const noteOf = async (context: Context) => {
    const [id, author, text] = [subject(context), authorIn(context), embeddedIn(context)];
    const embedded = async () => (text === undefined ? null : loadEmbedded({ id, text }).catch(() => null));
    try {
      const note = await (await loaders()).note(id, hintsIn(context));
      if (note || !isHex64(id)) return note;
    } catch (unanswered) {
      const found = await embedded();
      if (found) return found;
      throw unanswered;
    }
    const elsewhere = author === undefined ? null : await loadElsewhere({ id, author }).catch(() => null);
    return elsewhere ?? embedded();
  };
  const loadRelays = lazily(async () => arrived(await import('#actors/relays/relay-lists.ts')).createRelayLists(deps));
  const contactsTimes = { staleTime: CONTACTS_STALE_MS, gcTime: CONTACTS_GC_MS };

  const peopleOf = (list: 'contacts' | 'mutes' | 'followers') =>
    lazily(async () => arrived(await import('./listed-people.ts')).createListedPeople(deps)[list]);

  const register = (group: string, options: Parameters<QueryClient['setQueryDefaults']>[1]) =>
    queryClient.setQueryDefaults([group], options);

  register('metadata', { queryFn: (context) => loadMetadata(subject(context)) });
  register('profile/metadata', {
    queryFn: async (context) => (await loaders()).profile(subject(context), context.signal),
    staleTime: PROFILE_METADATA_STALE_MS,
    gcTime: PROFILE_METADATA_GC_MS,
  });
  register('note', {
    queryFn: noteOf,
    staleTime: PREFETCHED_NOTE_STALE_MS,
    gcTime: PREFETCHED_NOTE_GC_MS,
  });
  register('zap-totals', {
    queryFn: async (context) => {
      const stats = await (await loaders()).stats(subject(context));
      // zaps are counted by themselves, and stay until they are counted anew
      const { zaps, zapSats, topZap } = queryClient.getQueryData<NoteStats>(context.queryKey) ?? stats;
      return { ...stats, zaps, zapSats, ...(topZap && { topZap }) };
    },
    staleTime: NOTE_STATS_STALE_MS,
  });
  register('followers', { ...contactsTimes, queryFn: peopleOf('followers') });
  register('profile/contacts', { ...contactsTimes, queryFn: peopleOf('contacts') });
  register('mute-list', { ...contactsTimes, queryFn: peopleOf('mutes') });
  register('relay-list', { ...contactsTimes, queryFn: (context) => loadRelays(subject(context)) });
  return { loadMetadata };
};

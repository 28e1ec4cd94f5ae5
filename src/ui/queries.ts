import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { displayNameOf } from '#domain/profile/display-name.ts';
import {
  feedKey,
  metadataKey,
  nip05Key,
  noteKey,
  noteStatsKey,
  threadKey,
  type FeedFilter,
  type QueryData,
} from '#domain/cache/query-keys.ts';
import { useSystem } from '#ui/system-context.ts';

type Result<Group extends keyof QueryData, Data = QueryData[Group]> = UseQueryResult<Data>;

/** What a person says about themselves; null when no relay knows. Undefined until one answered. */
export const useMetadata = (pubkey: string): QueryData['metadata'] | undefined =>
  useQuery<QueryData['metadata']>({ queryKey: metadataKey(pubkey) }).data;

/** The NIP-05 address a person claims; '' where its domain is known to deny it. No domain is asked here. */
export const useAddress = (pubkey: string, nip05 = ''): string => {
  const { data } = useQuery<QueryData['nip05']>({ queryKey: nip05Key(nip05, pubkey), enabled: false });
  return data === 'mismatch' ? '' : nip05;
};

/**
 * The name to show for a person: of the `metadata` where that is at hand, else as remembered for days; the shortened npub until
 * it is known. Nobody has the key ''.
 */
export const useDisplayName = (pubkey: string, metadata?: QueryData['metadata']): string => {
  const { names } = useSystem();
  const subscribe = useCallback(
    (listener: () => void) => (pubkey === '' ? () => {} : names.subscribe(pubkey, listener)),
    [names, pubkey],
  );
  const entry = useSyncExternalStore(subscribe, () => names.get(pubkey));
  return displayNameOf(metadata ?? (entry && { display_name: entry.displayName, name: entry.name }), pubkey);
};

/**
 * One note; null when no relay has it. `relays` are hints where to look besides the read relays; where the author is known,
 * it is looked for where they write in the end.
 */
export const useNote = (id: string, relays: readonly string[] = [], author?: string): Result<'note'> =>
  useQuery<QueryData['note']>({ queryKey: noteKey(id), meta: { relays, author } });

/** The counts under a note; asked for only once `wanted`. */
export const useNoteStats = (id: string, wanted: boolean): QueryData['zap-totals'] | undefined =>
  useQuery<QueryData['zap-totals']>({ queryKey: noteStatsKey(id), enabled: wanted }).data;

/** A note with its conversation; null when no relay has the note. The thread machine loads it, this only reads. */
export const useThread = (id: string): Result<'thread'> =>
  useQuery<QueryData['thread']>({ queryKey: threadKey(id), enabled: false });

/** What is loaded of the feed; the feed machine loads it, this only reads. */
export const useTimeline = (filter: FeedFilter): QueryData['feed'] | undefined =>
  useQuery<QueryData['feed']>({ queryKey: feedKey(filter), enabled: false }).data;

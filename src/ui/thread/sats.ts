import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { noteStatsKey, type NoteStats } from '#domain/cache/query-keys.ts';
import type { Note } from '#domain/note/note.ts';
import { SATS_SORTED_MOST } from '#domain/thread/thread-limits.ts';
import type { SatsOf } from '#domain/thread/thread-order.ts';

/** What the notes of a thread were zapped; asked for only once `wanted`. */
export const useSats = (notes: readonly Note[], wanted: boolean): SatsOf => {
  const ids = wanted ? notes.slice(0, SATS_SORTED_MOST).map(({ id }) => id) : [];
  // a text, so that a change of other numbers sorts nothing anew
  const sums = useQueries({
    queries: ids.map((id) => ({ queryKey: noteStatsKey(id) })),
    combine: (results) => results.map(({ data }) => (data as NoteStats | undefined)?.zapSats ?? 0).join(' '),
  });
  return useMemo(() => {
    const each = sums.split(' ');
    const byId = new Map(notes.map(({ id }, index) => [id, Number(each[index] ?? 0)]));
    return (id) => byId.get(id) ?? 0;
  }, [notes, sums]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { metadataKey, noteKey, noteStatsKey } from '#domain/cache/query-keys.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { threadRefs } from '#domain/thread/thread.ts';

/** notes that are asked about at once, and how many of them are left below when the next ones follow */
const BLOCK = 20;
const LEFT = 5;

/**
 * Asks for what the notes below need, many in one REQ: names and what they answer as far as the list is drawn, counts only
 * where it stood still, so that what flies by is not counted.
 */
export const useAhead = (
  items: readonly FeedItem[],
  { last, isResting }: { last: number; isResting: boolean },
): void => {
  const client = useQueryClient();
  const asked = useRef({ names: 0, counts: 0 });
  useEffect(() => {
    // other notes stand here now
    if (items.length < asked.current.names) asked.current = { names: 0, counts: 0 };
    const next = (what: 'names' | 'counts'): readonly FeedItem[] => {
      const from = asked.current[what];
      const to = Math.min(last + BLOCK, items.length);
      if (last + LEFT < from || to <= from) return [];
      asked.current[what] = to;
      return items.slice(Math.max(from, last - BLOCK), to);
    };
    const ask = (queryKey: readonly unknown[], meta?: Record<string, unknown>) =>
      void client.prefetchQuery({ queryKey, ...(meta && { meta }) });
    for (const { note, repost } of next('names')) {
      for (const { pubkey } of repost ? [note, repost] : [note]) ask(metadataKey(pubkey));
      const { parent } = threadRefs(note);
      if (parent) ask(noteKey(parent.id), { relays: parent.relays, author: parent.author });
    }
    if (isResting) for (const { note } of next('counts')) ask(noteStatsKey(note.id));
  }, [client, items, last, isResting]);
};

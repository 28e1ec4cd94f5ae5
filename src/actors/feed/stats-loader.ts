import {
  NOTE_STATS_LIMIT,
  NOTE_STATS_BATCH_MAX,
  NOTE_STATS_BATCH_MS,
  NOTE_STATS_REST_MS,
} from '#domain/feed/feed-limits.ts';
import { byNewest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { tallyStats } from '#domain/feed/stats.ts';
import { askRelays } from '#actors/relays/ask-relays.ts';
import { createBatcher, type LoadOne } from '#actors/relays/batcher.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { DELETIONS_ASKED } from '#domain/social/social-limits.ts';

const KINDS: number[] = [KIND.textNote, KIND.repost, KIND.reaction];

/** The likes and reposts of which it is not known whether they were taken back. A relay may keep what was deleted. */
const createUndone = (requests: RelayRequests) => {
  let waiting: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = (): readonly string[] => {
    clearTimeout(timer);
    const ids = waiting;
    waiting = [];
    return ids;
  };
  const ask = () => void requests.fetch({ filters: [deletionsOf(leave())] }).catch(() => {});
  return {
    leave,
    add(events: readonly NostrEvent[]) {
      const deeds = events.filter(({ kind }) => kind === KIND.reaction || kind === KIND.repost).sort(byNewest);
      waiting = [...deeds.map(({ id }) => id), ...waiting].slice(0, DELETIONS_ASKED);
      clearTimeout(timer);
      if (waiting.length > 0) timer = setTimeout(ask, NOTE_STATS_REST_MS);
    },
  };
};

const deletionsOf = (ids: readonly string[]): Filter => ({ kinds: [KIND.deletion], '#e': [...ids] });

/**
 * Counts replies, reposts and likes of the notes on screen by one REQ per relay, which also asks for zap receipts, and whether
 * the notes, and the likes and reposts that were counted before, were deleted; who hears of these acts on them.
 */
export const createStatsLoader = (requests: RelayRequests): LoadOne<NoteStats> => {
  const undone = createUndone(requests);
  return createBatcher<NoteStats>({
    windowMs: NOTE_STATS_BATCH_MS,
    maxSize: NOTE_STATS_BATCH_MAX,
    load: async (ids, settle) => {
      const counted = { kinds: KINDS, '#e': [...ids], limit: NOTE_STATS_LIMIT };
      // receipts and nutzaps are counted elsewhere, once it is known who may sign them
      const receipts = { kinds: [KIND.zap, KIND.nutzap], '#e': [...ids], limit: NOTE_STATS_LIMIT };
      const deletions = deletionsOf([...ids, ...undone.leave()]);
      const events = await askRelays(requests, { filters: [counted, receipts, deletions] });
      for (const id of ids) settle(id, tallyStats(id, events));
      undone.add(events);
      return tallyStats('', []);
    },
  });
};

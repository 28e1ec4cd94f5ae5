import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import {
  DELETIONS_ASKED,
  NOTE_STATS_BATCH_MAX,
  NOTE_STATS_BATCH_MS,
  NOTE_STATS_LIMIT,
} from '#domain/feed/feed-limits.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { tallyStats } from '#domain/feed/stats.ts';
import { askRelays } from '#actors/relays/ask-relays.ts';
import { createBatcher, type LoadOne } from '#actors/relays/batcher.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

// zap receipts are not asked for: none counts before the providers of recipients are known (docs/adr/0030)
const KINDS: number[] = [KIND.textNote, KIND.repost, KIND.reaction];

/** Asks whether likes and reposts were taken back; who hears of it counts less. A relay may keep what was deleted. */
const askUndone = (requests: RelayRequests, events: readonly NostrEvent[]) => {
  const deeds = events.filter(({ kind }) => kind === KIND.reaction || kind === KIND.repost).sort(byNewest);
  const ids = deeds.slice(0, DELETIONS_ASKED).map(({ id }) => id);
  if (ids.length > 0) void requests.fetch({ filters: [{ kinds: [KIND.deletion], '#e': ids }] }).catch(() => {});
};

/** Counts replies, reposts and likes of the notes on screen by one REQ per relay. */
export const createStatsLoader = (requests: RelayRequests): LoadOne<NoteStats> =>
  createBatcher<NoteStats>({
    windowMs: NOTE_STATS_BATCH_MS,
    maxSize: NOTE_STATS_BATCH_MAX,
    load: async (ids, settle) => {
      const events = await askRelays(requests, {
        filters: [{ kinds: KINDS, '#e': [...ids], limit: NOTE_STATS_LIMIT }],
      });
      for (const id of ids) settle(id, tallyStats(id, events));
      askUndone(requests, events);
      return tallyStats('', []);
    },
  });

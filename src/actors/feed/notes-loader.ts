import type { QueryClient } from '@tanstack/query-core';
import { noteKey } from '#domain/cache/query-keys.ts';
import { SINGLE_NOTE_LIMIT, NOTE_BATCH_MS, NOTE_BATCH_MAX } from '#domain/feed/feed-limits.ts';
import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import { isAnswered, NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import { createBatcher } from '#actors/relays/batcher.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { SINGLE_EVENT_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

export type NotesDeps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Loads one note; null when no relay has it. `hints` are relays that may have it, asked when the others do not. */
export type LoadNote = (id: string, hints?: readonly unknown[]) => Promise<Note | null>;

type Search = {
  readonly missing: Set<string>;
  readonly found: (event: NostrEvent) => void;
  /** found after the relays had their time */
  readonly late: (event: NostrEvent) => void;
};

/** Asks for what is missing and ends early once all is found (NOTE-03, NOTE-04). True when a relay answered. */
export const searchOn = async (requests: RelayRequests, { missing, ...search }: Search, relays?: readonly string[]) => {
  const finished = new AbortController();
  const taker = (then: (event: NostrEvent) => void) => (event: NostrEvent) => {
    if (event.kind !== KIND.textNote || !missing.delete(event.id)) return;
    then(event);
    if (missing.size === 0) finished.abort();
  };
  const take = taker(search.found);
  const ids = [...missing];
  const fetching = requests.fetch({
    filters: [{ kinds: [KIND.textNote], ids, limit: ids.length * SINGLE_NOTE_LIMIT }],
    ...(relays && { relays }),
    onEvent: take,
    onLate: taker(search.late),
    signal: finished.signal,
    timeoutMs: SINGLE_EVENT_TIMEOUT_MS,
  });
  try {
    const answer = await fetching;
    answer.events.forEach(take);
    return isAnswered(answer);
  } catch (error) {
    if (finished.signal.aborted) return true;
    throw error;
  }
};

/** Loads notes by id, those asked for at the same time by one REQ per relay; what the registry has needs none. */
export const createNotesLoader = ({ requests, registry, queryClient, now }: NotesDeps): LoadNote => {
  const hintsOf = new Map<string, readonly string[]>();
  const noteOf = (event: NostrEvent) => noteFromEvent(event, registry.receivedAt(event.id) ?? now());

  const load = createBatcher<Note | null>({
    windowMs: NOTE_BATCH_MS,
    maxSize: NOTE_BATCH_MAX,
    load: async (ids, settle) => {
      const found = (event: NostrEvent) => settle(event.id, noteOf(event));
      const late = (event: NostrEvent) => {
        found(event);
        queryClient.setQueryData(noteKey(event.id), noteOf(event));
      };
      const search = { missing: new Set(ids), found, late };
      const answered = await searchOn(requests, search);
      const hints = [...search.missing].flatMap((id) => hintsOf.get(id) ?? []);
      const helped = hints.length > 0 && (await searchOn(requests, search, [...new Set(hints)]));
      if (!answered && !helped) throw new NoRelayAnswered();
      return null;
    },
  });

  return (id, hints = []) => {
    const known = registry.get(id);
    if (known?.kind === KIND.textNote) return Promise.resolve(noteOf(known));
    // of an address, where anything may stand: a relay that refuses it would refuse the notes of the same REQ, too
    if (!isHex64(id)) return Promise.resolve(null);
    if (hints.length > 0) hintsOf.set(id, normalizeRelayUrls(relayHints(hints)));
    return load(id).finally(() => hintsOf.delete(id));
  };
};

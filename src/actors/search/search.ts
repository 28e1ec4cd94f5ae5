import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import type { Filter, NostrEvent } from '#domain/event.ts';
import { KIND } from '#domain/kinds.ts';
import { SEARCH_NOTES_LIMIT, SEARCH_PEOPLE_LIMIT, SEARCH_TIMEOUT_MS } from '#domain/limits.ts';
import { parseMetadata, type Metadata } from '#domain/metadata.ts';
import { isUnfit } from '#domain/feed-filter.ts';
import { noteFromEvent, type Note } from '#domain/note.ts';
import { metadataKey, searchKey, type SearchData } from '#domain/query-keys.ts';
import { classifySearch } from '#domain/search.ts';
import { isAnswered } from '#actors/cache/ask-relays.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import type { SearchReport } from '#machines/search/search.machine.ts';
import type { EventRegistry } from '#store/event-registry.ts';
import { requestFrame, type RequestFrame } from '#store/frames.ts';
import { findLocalPeople, hasWord, searchedText, wordsOf } from './local-people.ts';

export type SearchDeps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly registry: EventRegistry;
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
};

/** Words by NIP-50, which not every relay knows; a hashtag by its tag. */
const filtersFor = (text: string): Filter[] => {
  const input = classifySearch(text);
  if (input.type === 'hashtag') {
    return [{ kinds: [KIND.textNote], '#t': [input.hashtag], limit: SEARCH_NOTES_LIMIT }];
  }
  return [
    { kinds: [KIND.textNote], search: text, limit: SEARCH_NOTES_LIMIT },
    { kinds: [KIND.metadata], search: text, limit: SEARCH_PEOPLE_LIMIT },
  ];
};

/** The newest that is known of a person is not replaced by something older. */
const keepMetadata = (queryClient: QueryClient, pubkey: string, metadata: Metadata) => {
  const known = queryClient.getQueryData<Metadata | null>(metadataKey(pubkey));
  if (!known || known.createdAt < metadata.createdAt) queryClient.setQueryData(metadataKey(pubkey), metadata);
};

/** Gathers what is found and shows it at most once per frame. */
const createFindings = (deps: SearchDeps, text: string) => {
  const { queryClient, registry, now, requestFrame: whenFrame = requestFrame } = deps;
  const words = wordsOf(text);
  const people = new Set(findLocalPeople(queryClient, text));
  const notes = new Map<string, Note>();
  const byTag = classifySearch(text).type === 'hashtag';
  let [scheduled, stopped] = [false, false];

  const show = () => {
    scheduled = false;
    if (stopped) return;
    const newestFirst = [...notes.values()].sort((a, b) => b.created_at - a.created_at);
    queryClient.setQueryData<SearchData>(searchKey(text), { notes: newestFirst, people: [...people] });
  };
  const addPerson = (event: NostrEvent) => {
    const metadata = parseMetadata(event);
    if (!metadata || people.size >= 2 * SEARCH_PEOPLE_LIMIT || !hasWord(searchedText(metadata), words)) return;
    keepMetadata(queryClient, event.pubkey, metadata);
    people.add(event.pubkey);
  };
  const addNote = (event: NostrEvent) => {
    if (isUnfit(event) || (!byTag && !hasWord(event.content, words))) return;
    notes.set(event.id, noteFromEvent(event, registry.receivedAt(event.id) ?? now()));
  };
  return {
    add(event: NostrEvent) {
      if (event.kind === KIND.metadata) addPerson(event);
      else addNote(event);
      if (!scheduled) whenFrame(show);
      scheduled = true;
    },
    show,
    stop: () => (stopped = true),
    count: () => notes.size + people.size,
  };
};

/** Searches the people that are loaded, at once, and the relays (ROUTE-13). */
export const defineSearch = (deps: SearchDeps) =>
  fromPromise<SearchReport, { text: string }>(async ({ input: { text: typed }, signal }) => {
    const text = typed.trim();
    const findings = createFindings(deps, text);
    signal.addEventListener('abort', findings.stop, { once: true });
    findings.show();
    const answered = await deps.requests
      .fetch({ filters: filtersFor(text), onEvent: findings.add, timeoutMs: SEARCH_TIMEOUT_MS, signal })
      .then(isAnswered, () => false);
    findings.show();
    return { found: findings.count(), answered };
  });

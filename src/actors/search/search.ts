import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { byNewest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import {
  SEARCH_PEOPLE_LIMIT,
  SEARCH_TIMEOUT_MS,
  SEARCH_NOTES_LIMIT,
  SEARCH_TAGS_MAX,
  SEARCH_NOTES_MAX,
} from '#domain/search/search-limits.ts';
import { parseMetadata, type Metadata } from '#domain/profile/metadata.ts';
import { calmText } from '#domain/text/calm-text.ts';
import { isUnfit } from '#domain/feed/feed-filter.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import { metadataKey, searchKey, type SearchData } from '#domain/cache/query-keys.ts';
import { countHashtags } from '#domain/search/found-hashtags.ts';
import { classifySearch } from '#domain/search/search-input.ts';
import { isAnswered } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { SearchReport, SearchWish } from '#machines/search/search.machine.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { requestFrame, type RequestFrame } from '#store/events/frames.ts';
import { findLocalPeople, hasWord, searchedText, wordsOf } from './local-people.ts';

export type SearchDeps = {
  readonly requests: RelayRequests;
  readonly queryClient: QueryClient;
  readonly registry: EventRegistry;
  /** the names that are remembered */
  readonly names: Pick<DisplayNames, 'entries'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
};

/** `text`: as it is looked for; `hashtag`: where it is one, without '#'. */
type Sought = { readonly text: string; readonly hashtag: string | undefined };

/** Words by NIP-50, which not every relay knows; a hashtag by its tag. */
const filtersFor = ({ text, hashtag }: Sought, limit: number): Filter[] => {
  if (hashtag !== undefined) return [{ kinds: [KIND.textNote], '#t': [hashtag], limit }];
  return [
    { kinds: [KIND.textNote], search: text, limit },
    { kinds: [KIND.metadata], search: text, limit: SEARCH_PEOPLE_LIMIT },
  ];
};

/** Notes under a hashtag that is one of the words, or all of them together; every relay knows how to find these. */
const tagFilter = (text: string): Filter => {
  const words = wordsOf(text).slice(0, SEARCH_TAGS_MAX);
  return { kinds: [KIND.textNote], '#t': [...new Set([...words, words.join('')])], limit: SEARCH_NOTES_LIMIT };
};

/** The newest that is known of a person is not replaced by something older. */
const keepMetadata = (queryClient: QueryClient, pubkey: string, metadata: Metadata) => {
  const known = queryClient.getQueryData<Metadata | null>(metadataKey(pubkey));
  if (!known || known.createdAt < metadata.createdAt) queryClient.setQueryData(metadataKey(pubkey), metadata);
};

/** The notes fit to be shown that are saved here and have all of the words, or the hashtag: newest first. */
const findLocalNotes = (registry: EventRegistry, { text, hashtag }: Sought): readonly NostrEvent[] => {
  const words = wordsOf(text);
  const isSought = ({ content, tags }: NostrEvent): boolean => {
    if (hashtag !== undefined) return tags.some(([name, value]) => name === 't' && value?.toLowerCase() === hashtag);
    const lower = content.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return registry
    .ofKind(KIND.textNote)
    .filter((event) => isSought(event) && !isUnfit(event))
    .sort(byNewest)
    .slice(0, SEARCH_NOTES_LIMIT);
};

/** Gathers what is found and shows it at most once per frame. */
const createFindings = (deps: SearchDeps, key: ReturnType<typeof searchKey>, sought: Sought) => {
  const { queryClient, registry, names, now, requestFrame: whenFrame = requestFrame } = deps;
  const { text, hashtag: tag } = sought;
  const words = wordsOf(text);
  const people = new Set(findLocalPeople(queryClient, names.entries(), text));
  // who reads on, or comes back, sees what was found before
  const notes = new Map(queryClient.getQueryData<SearchData>(key)?.notes.map((note) => [note.id, note]));
  const tags = countHashtags((hashtag) => hasWord(hashtag, words));
  let [scheduled, stopped] = [false, false];

  const show = () => {
    scheduled = false;
    if (stopped) return;
    const newestFirst = [...notes.values()].sort((a, b) => b.created_at - a.created_at);
    const hashtags = tags.get();
    queryClient.setQueryData<SearchData>(key, { notes: newestFirst, people: [...people], hashtags });
  };
  const addPerson = (event: NostrEvent) => {
    const metadata = parseMetadata(event);
    if (!metadata || people.size >= 2 * SEARCH_PEOPLE_LIMIT || !hasWord(searchedText(metadata), words)) return;
    keepMetadata(queryClient, event.pubkey, metadata);
    people.add(event.pubkey);
  };
  const addNote = (event: NostrEvent) => {
    if (notes.size >= SEARCH_NOTES_MAX || isUnfit(event) || (tag === undefined && !hasWord(event.content, words)))
      return;
    notes.set(event.id, noteFromEvent(event, registry.receivedAt(event.id) ?? now()));
  };
  for (const event of findLocalNotes(registry, sought)) {
    addNote(event);
    tags.add(event);
  }
  return {
    add(event: NostrEvent) {
      if (event.kind === KIND.metadata) addPerson(event);
      else addNote(event);
      if (!isUnfit(event)) tags.add(event);
      if (!scheduled) whenFrame(show);
      scheduled = true;
    },
    show,
    stop: () => (stopped = true),
    notes: () => notes.size,
    count: () => notes.size + people.size,
  };
};

/**
 * Searches the notes and people that are saved, at once and also offline, and the relays for people, notes and hashtags
 * (ROUTE-13).
 */
export const defineSearch = (deps: SearchDeps) =>
  fromPromise<SearchReport, SearchWish>(async ({ input: { text: typed, limit }, signal }) => {
    const input = classifySearch(typed);
    const text = input.type === 'text' ? input.text : calmText(typed).trim();
    const sought = { text, hashtag: input.type === 'hashtag' ? input.hashtag : undefined };
    const findings = createFindings(deps, searchKey(typed), sought);
    signal.addEventListener('abort', findings.stop, { once: true });
    findings.show();
    if (input.type === 'text') {
      const tagged = { filters: [tagFilter(text)], onEvent: findings.add, timeoutMs: SEARCH_TIMEOUT_MS, signal };
      // what it finds is shown whenever it comes; how the search ended is told by those that look at the words
      deps.requests.fetch(tagged).then(findings.show, () => {});
    }
    const outcome = await deps.requests
      .fetch({ filters: filtersFor(sought, limit), onEvent: findings.add, timeoutMs: SEARCH_TIMEOUT_MS, signal })
      .then(
        (answer) => (isAnswered(answer) ? 'answered' : 'unanswered'),
        () => (deps.requests.relays('read').length === 0 ? 'no relays' : 'unanswered'),
      );
    findings.show();
    // words are found in no order: older ones cannot be told from worse ones
    const isFull = outcome === 'answered' && sought.hashtag !== undefined && findings.notes() >= limit;
    return { found: findings.count(), outcome, ...(isFull && limit < SEARCH_NOTES_MAX && { hasOlder: true }) };
  });

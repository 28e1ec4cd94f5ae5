import { hashtagFilter } from '#domain/feed/chosen-hashtags.ts';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { parseContacts } from '#domain/profile/lists.ts';
import { union } from '#domain/union.ts';
import {
  SUGGESTED_PEOPLE,
  SUGGESTED_POOL,
  TOPICS_SHOWN,
  TOPIC_PEOPLE_MIN,
  TOPIC_MAX_CHARACTERS,
} from './social-limits.ts';

/** A hashtag that several of the suggested people use in their notes. */
export type Topic = { readonly hashtag: string; readonly people: readonly string[] };

/** Whom somebody new may want to follow. */
export type Suggestions = {
  /** The likeliest first. */
  readonly people: (signal: AbortSignal) => Promise<readonly string[]>;
  /** What these people write about; none when no relay tells. */
  readonly topics: (people: readonly string[], signal: AbortSignal) => Promise<readonly Topic[]>;
};

/**
 * Whom many follow, the most followed first: each list counts once for each person, and of one author the newest alone, so
 * that nobody has two votes.
 */
export const mostFollowed = (lists: readonly NostrEvent[], without: ReadonlySet<string>): readonly string[] => {
  const byAuthor = Map.groupBy(lists, ({ pubkey }) => pubkey);
  const votes = new Map<string, number>();
  for (const [author, versions] of byAuthor)
    for (const { pubkey } of parseContacts(newest(versions)!))
      if (pubkey !== author && !without.has(pubkey)) votes.set(pubkey, (votes.get(pubkey) ?? 0) + 1);
  return [...votes].sort(([, a], [, b]) => b - a).map(([pubkey]) => pubkey);
};

/** Whom somebody new may want to follow: whom most of the lists follow, then who writes; nobody of `without`. */
export const suggestedPeople = (
  lists: readonly NostrEvent[],
  writers: readonly string[],
  without: ReadonlySet<string>,
): readonly string[] => {
  const others = writers.filter((pubkey) => !without.has(pubkey));
  return union(mostFollowed(lists, without).slice(0, SUGGESTED_POOL), others).slice(0, SUGGESTED_POOL);
};

const topicOf = (hashtag: string, by: ReadonlySet<string>, people: readonly string[]): Topic => ({
  hashtag,
  people: people.filter((pubkey) => by.has(pubkey)).slice(0, SUGGESTED_PEOPLE),
});

/** The hashtags that most of these people use, each person counted once; `people` keep their order. */
export const topicsOf = (notes: readonly NostrEvent[], people: readonly string[]): readonly Topic[] => {
  const authors = new Set(people);
  const users = new Map<string, Set<string>>();
  for (const { pubkey, tags } of notes.filter((note) => authors.has(note.pubkey)))
    for (const hashtag of hashtagFilter(tags.filter(([name]) => name === 't').map(([, value = '']) => value)))
      users.set(hashtag, (users.get(hashtag) ?? new Set()).add(pubkey));
  return [...users]
    .filter(([hashtag, by]) => by.size >= TOPIC_PEOPLE_MIN && hashtag.length <= TOPIC_MAX_CHARACTERS)
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, TOPICS_SHOWN)
    .map(([hashtag, by]) => topicOf(hashtag, by, people));
};

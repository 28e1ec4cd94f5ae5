import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { EVENT_MAX_REFERENCES } from '#domain/protocol/protocol-limits.ts';
import { normaliseHashtag } from '#domain/feed/chosen-hashtags.ts';
import type { SearchData } from '#domain/cache/query-keys.ts';
import { SEARCH_TAG_CHARACTERS, SEARCH_TAGS_SHOWN } from './search-limits.ts';

/** Counts the hashtags that are sought, of notes; the most used come first. */
export const countHashtags = (isSought: (hashtag: string) => boolean) => {
  const notes = new Map<string, Set<string>>();
  return {
    add({ id, kind, tags }: NostrEvent) {
      if (kind !== KIND.textNote) return;
      for (const [name, value = ''] of tags.slice(0, EVENT_MAX_REFERENCES)) {
        const hashtag = normaliseHashtag(value).toLowerCase();
        if (name !== 't' || hashtag.length > SEARCH_TAG_CHARACTERS || !isSought(hashtag)) continue;
        notes.set(hashtag, (notes.get(hashtag) ?? new Set()).add(id));
      }
    },
    get: (): SearchData['hashtags'] =>
      [...notes]
        .map(([hashtag, { size }]) => ({ hashtag, notes: size }))
        .sort((a, b) => b.notes - a.notes || a.hashtag.localeCompare(b.hashtag))
        .slice(0, SEARCH_TAGS_SHOWN),
  };
};

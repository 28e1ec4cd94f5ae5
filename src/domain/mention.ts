import type { DisplayNameEntry } from './display-name.ts';
import { MENTION_CHOICES, MENTION_QUERY_MAX } from './limits.ts';

/** A name that is being written: where its `@` stands, and what follows up to the caret. */
export type MentionQuery = { readonly start: number; readonly query: string };

const BEGUN = new RegExp(String.raw`(?<![\p{L}\p{N}_@/.])@([^\s@]{0,${MENTION_QUERY_MAX}})$`, 'u');

/** The name that is being written before the caret; undefined when none is. */
export const mentionAt = (text: string, caret: number): MentionQuery | undefined => {
  const found = BEGUN.exec(text.slice(0, caret));
  return found ? { start: found.index, query: found[1] ?? '' } : undefined;
};

type Named = Pick<DisplayNameEntry, 'pubkey' | 'name' | 'displayName'>;

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** 0: the name begins so, 1: a word of it does, 2: it holds it; undefined: it does not. */
const rank = (query: string, names: readonly string[]): number | undefined => {
  if (names.some((name) => name.startsWith(query))) return 0;
  if (names.some((name) => name.split(/[\s._-]+/).some((word) => word.startsWith(query)))) return 1;
  return names.some((name) => name.includes(query)) ? 2 : undefined;
};

/** Whom the query may mean, the likeliest first; those that were met last come first among equals. */
export const whoIsMeant = (query: string, people: readonly Named[]): readonly Named[] => {
  const asked = plain(query);
  const ranked = people.toReversed().flatMap((person) => {
    const names = [person.displayName, person.name].filter((name) => name.trim() !== '').map(plain);
    const place = rank(asked, names);
    return place === undefined ? [] : [{ person, place }];
  });
  return ranked
    .toSorted((a, b) => a.place - b.place)
    .slice(0, MENTION_CHOICES)
    .map(({ person }) => person);
};

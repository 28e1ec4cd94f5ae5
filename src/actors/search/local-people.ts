import type { QueryClient } from '@tanstack/query-core';
import type { DisplayNameEntry } from '#domain/profile/display-name.ts';
import { SEARCH_PEOPLE_LIMIT } from '#domain/search/search-limits.ts';
import type { Metadata } from '#domain/profile/metadata.ts';

/** From the first sign that is no punctuation to the last. */
const BARE = /\P{P}(?:.*\P{P})?/u;

/** The words of a search, lower-cased, without the punctuation around them: `C++` and emoji stay. */
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[^\s#]+/g) ?? []).map((word) => BARE.exec(word)?.[0] ?? word);

/** Whether the text has one of the words: relays that do not know NIP-50 send notes that have none. */
export const hasWord = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
};

/** What of a person a search looks at. */
export const searchedText = ({ name, display_name, nip05, about }: Metadata): string =>
  [display_name, name, nip05, about].join('\n');

type Named = Pick<Metadata, 'name' | 'display_name' | 'nip05'>;

/** 4: a name is the words; 3: begins with them; 2: has them; 1: the address has them; 0: none. */
const rank = ({ name, display_name, nip05 }: Named, text: string): number => {
  const names = [display_name, name].map((one) => one.trim().toLowerCase());
  if (names.includes(text)) return 4;
  if (names.some((one) => one.startsWith(text))) return 3;
  if (names.some((one) => one.includes(text))) return 2;
  return nip05.toLowerCase().includes(text) ? 1 : 0;
};

/** Everybody whose name is saved: of the last days by name alone, of those met last with all they say. */
const savedPeople = (queryClient: QueryClient, names: readonly DisplayNameEntry[]): ReadonlyMap<string, Named> => {
  const people = new Map<string, Named>();
  for (const { pubkey, name, displayName } of names) people.set(pubkey, { name, display_name: displayName, nip05: '' });
  for (const group of ['profile/metadata', 'metadata'])
    for (const [[, pubkey], metadata] of queryClient.getQueriesData<Metadata | null>({ queryKey: [group] }))
      if (metadata) people.set(String(pubkey), metadata);
  return people;
};

/** The people among the names that are saved whose name has the text, the best first. */
export const findLocalPeople = (
  queryClient: QueryClient,
  names: readonly DisplayNameEntry[],
  text: string,
): readonly string[] => {
  const wanted = text.trim().toLowerCase();
  return [...savedPeople(queryClient, names)]
    .map(([pubkey, person]) => ({ pubkey, rank: rank(person, wanted) }))
    .filter((found) => found.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, SEARCH_PEOPLE_LIMIT)
    .map(({ pubkey }) => pubkey);
};

import { useState } from 'react';
import { useAccount } from '#ui/system-context.ts';
import type { PeopleQuery } from './profile-queries.ts';

/** Who was in the list while it was on screen, those who came meanwhile last. */
const joined = (shown: readonly string[], people: readonly string[]): readonly string[] => {
  const known = new Set(shown);
  const added = people.filter((pubkey) => !known.has(pubkey));
  return added.length === 0 ? shown : [...shown, ...added];
};

/**
 * The user's own list, in which somebody they drop keeps the place as long as the list is on screen: a slip is undone where
 * it was made, and no row moves under the finger. `pubkey`: whose list it is.
 */
export const useStay = (query: PeopleQuery, pubkey: string): PeopleQuery => {
  const { pubkey: self } = useAccount();
  const [shown, setShown] = useState<readonly string[]>();
  const { data } = query;
  if (pubkey !== self || data === undefined) return query;
  const people = joined(shown ?? data, data);
  if (people !== shown) setShown(people);
  return { ...query, data: people } as PeopleQuery;
};

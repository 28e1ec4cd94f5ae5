import { useState } from 'react';
import { keptPlaces } from '#domain/profile/kept-places.ts';
import { useAccount } from '#ui/system-context.ts';
import type { PeopleQuery } from './profile-queries.ts';

type People = readonly string[];

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The user's own list, in which somebody they drop keeps the place as long as the list is on screen: a slip is undone where
 * it was made, and no row moves under the finger. What changes elsewhere shows as it is. `pubkey`: whose list it is; `onPress`
 * is to be told whose row was pressed.
 */
export const useStay = (
  query: PeopleQuery,
  pubkey: string,
): { readonly query: PeopleQuery; readonly onPress: (pubkey: string) => void } => {
  const { pubkey: self } = useAccount();
  const [pressed, setPressed] = useState(NOBODY);
  const [last, setLast] = useState<{ readonly data: People; readonly shown: People }>();
  const onPress = (person: string) => setPressed((before) => new Set(before).add(person));
  const { data } = query;
  if (pubkey !== self || data === undefined) return { query, onPress };
  const shown = last?.data === data ? last.shown : keptPlaces(last?.shown ?? data, data, pressed);
  if (last?.data !== data) setLast({ data, shown });
  return { query: { ...query, data: shown } as PeopleQuery, onPress };
};

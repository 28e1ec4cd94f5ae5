import { useQuery } from '@tanstack/react-query';
import type { Contact } from '#domain/profile/lists.ts';
import { profileContactsKey, type QueryData } from '#domain/cache/query-keys.ts';
import { earlyFollowsKey, type EarlyFollows } from '#domain/social/early-follows.ts';
import { useAccount } from '#ui/system-context.ts';

const followed = new WeakMap<readonly Contact[], ReadonlySet<string>>();

/** The people of a contact list; worked out once, for every row of a list asks. */
const followedIn = (contacts: readonly Contact[]): ReadonlySet<string> => {
  const known = followed.get(contacts) ?? new Set(contacts.map(({ pubkey }) => pubkey));
  followed.set(contacts, known);
  return known;
};

/** Whether the user follows somebody; false for a visitor and, but for whom they clicked, until their list is known. */
export const useIsFollowed = (pubkey: string): boolean => {
  const { pubkey: self } = useAccount();
  const { data } = useQuery<QueryData['profile/contacts'], Error, boolean>({
    queryKey: profileContactsKey(self ?? ''),
    enabled: self !== undefined,
    select: (contacts) => followedIn(contacts).has(pubkey),
  });
  const { data: early } = useQuery<EarlyFollows, Error, boolean | undefined>({
    queryKey: earlyFollowsKey(self ?? ''),
    enabled: false,
    select: (done) => done[pubkey],
  });
  return early ?? data ?? false;
};

/** Whether somebody follows the user, as far as their list is loaded. */
export const useFollowsMe = (pubkey: string): boolean => {
  const { pubkey: self } = useAccount();
  const { data } = useQuery<QueryData['profile/contacts'], Error, boolean>({
    queryKey: profileContactsKey(pubkey),
    enabled: false,
    select: (contacts) => self !== undefined && self !== pubkey && followedIn(contacts).has(self),
  });
  return data ?? false;
};

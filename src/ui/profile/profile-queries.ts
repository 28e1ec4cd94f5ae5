import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ProfileRef } from '#domain/protocol/event.ts';
import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import type { Contact } from '#domain/profile/lists.ts';
import { peopleOnOwnList, type Mutes } from '#domain/social/muted.ts';
import {
  followersKey,
  metadataKey,
  muteListKey,
  profileContactsKey,
  profileMetadataKey,
  profileNotesKey,
  relayListKey,
  type ProfilePart,
  type QueryData,
} from '#domain/cache/query-keys.ts';
import { useAccount, useMuted } from '#ui/system-context.ts';

/** Whom the address of the screen names; undefined when it names nobody (ROUTE-04, ROUTE-05). */
export const useProfileRef = (): ProfileRef | undefined => {
  const { npub = '' } = useParams({ strict: false });
  return useMemo(() => decodeProfileId(npub), [npub]);
};

/** The metadata of a profile; what lists already know of the person stands in until the relays answered, also where none can be asked. */
export const useProfileMetadata = (pubkey: string): UseQueryResult<QueryData['profile/metadata']> => {
  const queryClient = useQueryClient();
  return useQuery<QueryData['profile/metadata']>({
    queryKey: profileMetadataKey(pubkey),
    initialData: () => queryClient.getQueryData<QueryData['metadata']>(metadataKey(pubkey)) ?? undefined,
    initialDataUpdatedAt: 0,
  });
};

const pubkeysOf = (contacts: readonly Contact[]): readonly string[] => contacts.map(({ pubkey }) => pubkey);

/** A list of people, by public key. */
export type PeopleQuery = UseQueryResult<readonly string[]>;

/** Whom a person follows (PROF-11). */
export const useFollowing = (pubkey: string): PeopleQuery =>
  useQuery<QueryData['profile/contacts'], Error, readonly string[]>({
    queryKey: profileContactsKey(pubkey),
    select: pubkeysOf,
  });

/** Who follows a person (PROF-12). */
export const useFollowers = (pubkey: string): PeopleQuery =>
  useQuery<QueryData['followers']>({ queryKey: followersKey(pubkey) });

const NO_MUTES: Mutes = new Set();

/** Whom a person mutes in public (PROF-13), and whom the user mutes privately on their own list. */
export const useMuteList = (pubkey: string): PeopleQuery => {
  const { pubkey: self } = useAccount();
  const muted = useMuted();
  const own = pubkey === self ? muted : NO_MUTES;
  return useQuery<QueryData['mute-list']>({
    queryKey: muteListKey(pubkey),
    select: useCallback((listed: readonly string[]) => peopleOnOwnList(listed, own), [own]),
  });
};

/** The relays a person says to use (PROF-14). */
export const useRelayList = (pubkey: string): UseQueryResult<QueryData['relay-list']> =>
  useQuery<QueryData['relay-list']>({ queryKey: relayListKey(pubkey) });

/** What is loaded of a part of a person's notes; the profile machine loads it, this only reads. */
export const useProfileNotes = (pubkey: string, part: ProfilePart): QueryData['profile/notes'] | undefined =>
  useQuery<QueryData['profile/notes']>({ queryKey: profileNotesKey(pubkey, part), enabled: false }).data;

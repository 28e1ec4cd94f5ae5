import { useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppLink } from '#ui/links.tsx';
import { useFollowers, useFollowing, useMuteList, useRelayList } from './profile-queries.ts';

export const LISTS = ['following', 'followers', 'mute-list', 'relays'] as const;
export const WRITTEN = ['replies', 'media', 'likes'] as const;

export type List = (typeof LISTS)[number];

type PartLinkProps = {
  to: '/npub/$npub' | `/npub/$npub/${List | (typeof WRITTEN)[number]}`;
  npub: string;
  /** the address of the part has a second form, and that one is on screen */
  current?: boolean;
  children: ReactNode;
};

/** The part that the address names; undefined for the notes. */
export const usePart = (): List | (typeof WRITTEN)[number] | undefined => {
  const match = useMatchRoute();
  return [...LISTS, ...WRITTEN].find((part) => match({ to: `/npub/$npub/${part}` }) !== false);
};

/** Changing the part is no step of its own: Back leads out of the profile. */
export const PartLink = ({ to, npub, current = false, children }: PartLinkProps) => (
  <AppLink
    to={to}
    params={{ npub }}
    activeOptions={{ exact: true, includeSearch: false }}
    {...(current && { 'aria-current': 'page' })}
    replace
    state={true}
    resetScroll={false}
  >
    {children}
  </AppLink>
);

/** How much is in each list, as far as it is known. */
export const useCounts = (pubkey: string): Readonly<Record<List, number | undefined>> => ({
  following: useFollowing(pubkey).data?.length,
  followers: useFollowers(pubkey).data?.length,
  'mute-list': useMuteList(pubkey).data?.length,
  relays: useRelayList(pubkey).data?.length,
});

export type PartProps = { pubkey: string; npub: string };

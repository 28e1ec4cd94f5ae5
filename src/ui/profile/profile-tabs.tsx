import { useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabLinks } from '#ui/kit/tab-links.tsx';
import { AppLink } from '#ui/links.tsx';
import { whole } from '#ui/texts/formats.ts';
import { profileTexts as texts } from '#ui/texts/profile.ts';
import { useFollowers, useFollowing, useMuteList, useRelayList } from './profile-queries.ts';

const Count = ({ of }: { of: readonly unknown[] | undefined }) =>
  of !== undefined && (
    <>
      {' '}
      <span className="num">{whole(of.length)}</span>
    </>
  );

type TabProps = {
  to: '/npub/$npub' | `/npub/$npub/${'following' | 'followers' | 'mute-list' | 'relays'}`;
  npub: string;
  /** the address of the part has a second form, and that one is on screen */
  current?: boolean;
  children: ReactNode;
};

/** Changing the tab is no step of its own: Back leads out of the profile. */
const Tab = ({ to, npub, current = false, children }: TabProps) => (
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

/** The parts of a profile, with how much is in each. */
export const ProfileTabs = ({ pubkey, npub }: { pubkey: string; npub: string }) => {
  const onNotes = useMatchRoute()({ to: '/npub/$npub/notes' }) !== false;
  const following = useFollowing(pubkey).data;
  const followers = useFollowers(pubkey).data;
  const muted = useMuteList(pubkey).data;
  const relays = useRelayList(pubkey).data;
  return (
    <TabLinks label={texts.parts}>
      <Tab to="/npub/$npub" npub={npub} current={onNotes}>
        {texts.tabs.notes}
      </Tab>
      <Tab to="/npub/$npub/following" npub={npub}>
        {texts.tabs.following}
        <Count of={following} />
      </Tab>
      <Tab to="/npub/$npub/followers" npub={npub}>
        {texts.tabs.followers}
        <Count of={followers} />
      </Tab>
      <Tab to="/npub/$npub/mute-list" npub={npub}>
        {texts.tabs['mute-list']}
        <Count of={muted} />
      </Tab>
      <Tab to="/npub/$npub/relays" npub={npub}>
        {texts.tabs.relays}
        <Count of={relays} />
      </Tab>
    </TabLinks>
  );
};

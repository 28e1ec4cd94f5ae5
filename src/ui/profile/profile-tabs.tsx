import type { ReactNode } from 'react';
import { TabLinks } from '#ui/kit/tab-links.tsx';
import { AppLink } from '#ui/links.tsx';
import { useFollowers, useFollowing, useMuteList, useRelayList } from './profile-queries.ts';

const whole = new Intl.NumberFormat('en');

const Count = ({ of }: { of: readonly unknown[] | undefined }) =>
  of !== undefined && (
    <>
      {' '}
      <span className="num">{whole.format(of.length)}</span>
    </>
  );

type TabProps = {
  to: '/npub/$npub' | `/npub/$npub/${'following' | 'followers' | 'mute-list' | 'relays'}`;
  npub: string;
  children: ReactNode;
};

/** Changing the tab is no step of its own: Back leads out of the profile. */
const Tab = ({ to, npub, children }: TabProps) => (
  <AppLink to={to} params={{ npub }} activeOptions={{ exact: true }} replace state={true} resetScroll={false}>
    {children}
  </AppLink>
);

/** The parts of a profile, with how much is in each. */
export const ProfileTabs = ({ pubkey, npub }: { pubkey: string; npub: string }) => (
  <TabLinks label="Parts of the profile">
    <Tab to="/npub/$npub" npub={npub}>
      Notes
    </Tab>
    <Tab to="/npub/$npub/following" npub={npub}>
      Following
      <Count of={useFollowing(pubkey).data} />
    </Tab>
    <Tab to="/npub/$npub/followers" npub={npub}>
      Followers
      <Count of={useFollowers(pubkey).data} />
    </Tab>
    <Tab to="/npub/$npub/mute-list" npub={npub}>
      Mute list
      <Count of={useMuteList(pubkey).data} />
    </Tab>
    <Tab to="/npub/$npub/relays" npub={npub}>
      Relays
      <Count of={useRelayList(pubkey).data} />
    </Tab>
  </TabLinks>
);

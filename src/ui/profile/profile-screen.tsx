import { Outlet, useParams } from '@tanstack/react-router';
import type { ProfileRef } from '#domain/protocol/event.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Page } from '#ui/kit/page.tsx';
import { ToFeed } from '#ui/kit/to-feed.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { ProfileHeader } from './profile-header.tsx';
import { usePart } from './profile-parts.tsx';
import { useProfileMetadata, useProfileRef } from './profile-queries.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import './profile.css';

const InvalidNpub = () => (
  <Page title={profileTexts.title}>
    <EmptyState art="nut" title={profileTexts.invalid} action={<ToFeed />}>
      {profileTexts.invalidWhy}
    </EmptyState>
  </Page>
);

const Profile = ({ profile, npub }: { profile: ProfileRef; npub: string }) => {
  const { data } = useProfileMetadata(profile.pubkey);
  const part = usePart();
  const name = useDisplayName(profile.pubkey, data);
  const title = [part && profileTexts.tabs[part], name].filter(Boolean).join(' · ');
  return (
    <Page title={title} ownHeading>
      <ProfileHeader profile={profile} />
      <ProfileTabs pubkey={profile.pubkey} npub={npub} />
      <Outlet />
    </Page>
  );
};

/** A person: who they are, and below the part that the address names (ROUTE-04 to ROUTE-10). */
export const ProfileScreen = () => {
  const profile = useProfileRef();
  const { npub = '' } = useParams({ strict: false });
  return profile === undefined ? <InvalidNpub /> : <Profile key={profile.pubkey} profile={profile} npub={npub} />;
};

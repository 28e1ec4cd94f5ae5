import { Outlet, useParams } from '@tanstack/react-router';
import { displayNameOf } from '#domain/metadata.ts';
import { buttonClass } from '#ui/kit/button-class.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { texts } from '#ui/texts.ts';
import { ProfileHeader } from './profile-header.tsx';
import { useProfileMetadata, useProfileRef } from './profile-queries.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import './profile.css';

const InvalidNpub = () => (
  <>
    <h1 className="vh">Profile</h1>
    <EmptyState
      art="nut"
      title="Invalid npub"
      action={
        <AppLink to="/" className={buttonClass({ look: 'primary' })}>
          {texts.shell.goToFeed}
        </AppLink>
      }
    >
      The address names nobody: it needs an npub, an nprofile or a key of 64 hex characters.
    </EmptyState>
  </>
);

/** A person: who they are, and below the part that the address names (ROUTE-04 to ROUTE-10). */
export const ProfileScreen = () => {
  const profile = useProfileRef();
  const { npub = '' } = useParams({ strict: false });
  if (profile === undefined) return <InvalidNpub />;
  return (
    <div key={profile.pubkey}>
      <ProfileTitle pubkey={profile.pubkey} />
      <ProfileHeader profile={profile} />
      <ProfileTabs pubkey={profile.pubkey} npub={npub} />
      <Outlet />
    </div>
  );
};

const ProfileTitle = ({ pubkey }: { pubkey: string }) => {
  const { data } = useProfileMetadata(pubkey);
  return <title>{`${displayNameOf(data, pubkey)} · ${texts.shell.name}`}</title>;
};

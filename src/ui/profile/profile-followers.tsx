import { profileTexts as texts } from '#ui/texts/profile.ts';
import { PeoplePart } from './people-part.tsx';
import { useFollowers, useProfileRef } from './profile-queries.ts';

const Followers = ({ pubkey }: { pubkey: string }) => (
  <section aria-labelledby="profile-part">
    <h2 id="profile-part" className="vh">
      {texts.tabs.followers}
    </h2>
    <PeoplePart query={useFollowers(pubkey)} {...texts.people.followers} label={texts.tabs.followers} />
  </section>
);

/** Who follows the person, as far as the relays know (ROUTE-08, PROF-12). */
export const ProfileFollowers = () => {
  const profile = useProfileRef();
  return profile && <Followers pubkey={profile.pubkey} />;
};

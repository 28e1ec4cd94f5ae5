import { OwnList } from '#ui/social/own-list.tsx';
import { profileTexts as texts } from '#ui/texts/profile.ts';
import { PeoplePart } from './people-part.tsx';
import { useFollowing, useProfileRef } from './profile-queries.ts';
import { useStay } from './use-stay.ts';

const Following = ({ pubkey }: { pubkey: string }) => (
  <section aria-labelledby="profile-part">
    <h2 id="profile-part" className="vh">
      {texts.tabs.following}
    </h2>
    <OwnList list="follows" pubkey={pubkey} />
    <PeoplePart {...useStay(useFollowing(pubkey), pubkey)} {...texts.people.following} label={texts.tabs.following} />
  </section>
);

/** Whom the person follows (ROUTE-07, PROF-11). */
export const ProfileFollowing = () => {
  const profile = useProfileRef();
  return profile && <Following pubkey={profile.pubkey} />;
};

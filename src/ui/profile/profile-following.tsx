import { OwnList } from '#ui/social/own-list.tsx';
import { PEOPLE_LISTS } from './people-lists.ts';
import { PeoplePart } from './people-part.tsx';
import { useFollowing, useProfileRef } from './profile-queries.ts';
import { useStay } from './use-stay.ts';

const Following = ({ pubkey }: { pubkey: string }) => (
  <section aria-labelledby="profile-part">
    <h2 id="profile-part" className="vh">
      Following
    </h2>
    <OwnList list="follows" pubkey={pubkey} />
    <PeoplePart query={useStay(useFollowing(pubkey), pubkey)} {...PEOPLE_LISTS.following} />
  </section>
);

/** Whom the person follows (ROUTE-07, PROF-11). */
export const ProfileFollowing = () => {
  const profile = useProfileRef();
  return profile && <Following pubkey={profile.pubkey} />;
};

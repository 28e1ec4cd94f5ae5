import { PEOPLE_LISTS } from './people-lists.ts';
import { PeoplePart } from './people-part.tsx';
import { useFollowing, useProfileRef } from './profile-queries.ts';

const Following = ({ pubkey }: { pubkey: string }) => (
  <section aria-labelledby="profile-part">
    <h2 id="profile-part" className="vh">
      Following
    </h2>
    <PeoplePart query={useFollowing(pubkey)} {...PEOPLE_LISTS.following} />
  </section>
);

/** Whom the person follows (ROUTE-07, PROF-11). */
export const ProfileFollowing = () => {
  const profile = useProfileRef();
  return profile && <Following pubkey={profile.pubkey} />;
};

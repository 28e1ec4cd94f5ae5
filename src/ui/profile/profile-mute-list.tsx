import { useDisplayName } from '#ui/queries.ts';
import { PEOPLE_LISTS } from './people-lists.ts';
import { PeoplePart } from './people-part.tsx';
import { useMuteList, useProfileRef } from './profile-queries.ts';

const MuteList = ({ pubkey }: { pubkey: string }) => (
  <section aria-labelledby="profile-part">
    <h2 id="profile-part" className="vh">
      Mute list
    </h2>
    <p className="people__note">
      Public list, kind 10000. Notes by these people are hidden from <bdi>{useDisplayName(pubkey)}</bdi>.
    </p>
    <PeoplePart query={useMuteList(pubkey)} {...PEOPLE_LISTS['mute-list']} />
  </section>
);

/** Whom the person mutes in public (ROUTE-09, PROF-13). */
export const ProfileMuteList = () => {
  const profile = useProfileRef();
  return profile && <MuteList pubkey={profile.pubkey} />;
};

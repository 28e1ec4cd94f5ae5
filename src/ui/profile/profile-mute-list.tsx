import { useDisplayName } from '#ui/queries.ts';
import { OwnList } from '#ui/social/own-list.tsx';
import { MuteButton } from '#ui/social/person-buttons.tsx';
import { useAccount } from '#ui/system-context.ts';
import { PEOPLE_LISTS } from './people-lists.ts';
import { PeoplePart } from './people-part.tsx';
import { useMuteList, useProfileRef } from './profile-queries.ts';
import { useStay } from './use-stay.ts';

const OwnMuteButton = ({ pubkey }: { pubkey: string }) => <MuteButton pubkey={pubkey} own />;

const MuteList = ({ pubkey }: { pubkey: string }) => {
  const { pubkey: self } = useAccount();
  const name = useDisplayName(pubkey);
  const isOwn = pubkey === self;
  return (
    <section aria-labelledby="profile-part">
      <h2 id="profile-part" className="vh">
        Mute list
      </h2>
      <p className="people__note">
        Public list, kind 10000. Notes by these people are hidden from {isOwn ? 'you' : <bdi>{name}</bdi>}.
      </p>
      <OwnList list="mutes" pubkey={pubkey} />
      <PeoplePart
        query={useStay(useMuteList(pubkey), pubkey)}
        {...PEOPLE_LISTS['mute-list']}
        action={isOwn ? OwnMuteButton : MuteButton}
      />
    </section>
  );
};

/** Whom the person mutes in public (ROUTE-09, PROF-13). */
export const ProfileMuteList = () => {
  const profile = useProfileRef();
  return profile && <MuteList pubkey={profile.pubkey} />;
};

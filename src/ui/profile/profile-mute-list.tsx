import { useState } from 'react';
import type { Mutes } from '#domain/social/muted.ts';
import { useDisplayName } from '#ui/queries.ts';
import { OwnList } from '#ui/social/own-list.tsx';
import { MuteButton } from '#ui/social/person-buttons.tsx';
import { useAccount, useMuted } from '#ui/system-context.ts';
import { profileTexts as texts } from '#ui/texts/profile.ts';
import { Around } from '#ui/kit/around.tsx';
import { PeoplePart } from './people-part.tsx';
import { useMuteList, useProfileRef } from './profile-queries.ts';
import { useStay } from './use-stay.ts';

const isPrivate = ({ privately = [] }: Mutes, pubkey: string): boolean => privately.includes(pubkey);

const OwnMuteButton = ({ pubkey }: { pubkey: string }) => {
  const privately = isPrivate(useMuted(), pubkey);
  // their row stays once they are unmuted: who was muted privately is not muted for all to see from there
  const [wasPrivate, setWasPrivate] = useState(privately);
  if (privately && !wasPrivate) setWasPrivate(true);
  return (
    <>
      {privately && <span className="tag">{texts.mutes.private}</span>}
      <MuteButton pubkey={pubkey} own privately={wasPrivate} />
    </>
  );
};

const OwnNote = () => {
  const { privately = [], others, isSealed = false } = useMuted();
  return [
    privately.length > 0 ? texts.mutes.ownPrivate : texts.mutes.own,
    others && texts.mutes.others(others),
    isSealed && texts.mutes.sealed,
  ]
    .filter(Boolean)
    .join(' ');
};

const MuteList = ({ pubkey }: { pubkey: string }) => {
  const { pubkey: self } = useAccount();
  const name = useDisplayName(pubkey);
  const isOwn = pubkey === self;
  return (
    <section aria-labelledby="profile-part">
      <h2 id="profile-part" className="vh">
        {texts.tabs['mute-list']}
      </h2>
      <p className="people__note">
        {isOwn ? (
          <OwnNote />
        ) : (
          <Around parts={texts.mutes.of}>
            <bdi>{name}</bdi>
          </Around>
        )}
      </p>
      <OwnList list="mutes" pubkey={pubkey} />
      <PeoplePart
        {...useStay(useMuteList(pubkey), pubkey)}
        {...texts.people['mute-list']}
        label={texts.tabs['mute-list']}
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

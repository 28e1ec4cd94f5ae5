import type { ProfileRef } from '#domain/protocol/event.ts';
import { encodeNpub, encodeProfile, shortNpub } from '#domain/protocol/identifiers.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { useAfterClosing, useOverlay } from '#ui/overlay.ts';
import { MuteItems } from '#ui/social/mute-items.tsx';
import { useAccount } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { useProfileRef } from './profile-queries.ts';

type Props = { profile: ProfileRef; onClose: () => void };

/** What one can do about somebody else. */
const PersonItems = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => (
  <div className="list">
    <MuteItems pubkey={pubkey} afterClosing={useAfterClosing(onClose)} />
  </div>
);

const Menu = ({ profile: { pubkey, relays }, onClose }: Props) => {
  const { pubkey: self } = useAccount();
  const name = useNameInText(pubkey);
  const link = new URL(`/npub/${encodeProfile(pubkey, relays)}`, document.baseURI).href;
  return (
    <Sheet title={name} onClose={onClose} foot={<Button onClick={onClose}>{texts.shell.close}</Button>}>
      <div className="list">
        <CopyItem icon="copy" label={profileTexts.copyNpub} hint={shortNpub(pubkey)} text={encodeNpub(pubkey)} />
        <CopyItem icon="link" label={profileTexts.copyLink} text={link} />
      </div>
      {pubkey !== self && <PersonItems pubkey={pubkey} onClose={onClose} />}
    </Sheet>
  );
};

/** What else one can do with the profile that is open (`profileMenu=true`). */
export const ProfileMenu = () => {
  const profile = useProfileRef();
  const { close } = useOverlay('profileMenu');
  return profile && <Menu profile={profile} onClose={close} />;
};

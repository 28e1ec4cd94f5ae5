import { useState } from 'react';
import type { ProfileRef } from '#domain/event.ts';
import { encodeNpub, encodeProfile, shortNpub } from '#domain/identifiers.ts';
import { Button } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { MenuItem } from '#ui/kit/menu-item.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useCopy } from '#ui/kit/use-copy.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { socialTexts as words } from '#ui/texts/social.ts';
import { useMuteToggle } from '#ui/social/use-toggles.ts';
import { useAccount } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';

type Props = { profile: ProfileRef };
type SheetProps = Props & { onClose: () => void; onCopy: (text: string) => void };

const MenuSheet = ({ profile, onClose, onCopy }: SheetProps) => {
  const { pubkey: self } = useAccount();
  const name = useNameInText(profile.pubkey);
  const muting = useMuteToggle(profile.pubkey);
  const npub = encodeNpub(profile.pubkey);
  const link = `${location.origin}/npub/${encodeProfile(profile.pubkey, profile.relays)}`;
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Sheet
      title={name}
      onClose={onClose}
      foot={
        <Button block onClick={onClose}>
          {texts.shell.close}
        </Button>
      }
    >
      <div className="list">
        <MenuItem
          icon="copy"
          label={profileTexts.copyNpub}
          hint={shortNpub(profile.pubkey)}
          onPress={then(() => onCopy(npub))}
        />
        <MenuItem icon="link" label={profileTexts.copyLink} onPress={then(() => onCopy(link))} />
      </div>
      {profile.pubkey !== self && (
        <div className="list">
          <MenuItem
            icon="mute"
            label={muting.isMuted ? words.unmute : words.mute}
            hint={muting.isMuted ? words.unmuteHint : words.muteHint}
            onPress={then(muting.toggle)}
          />
          {muting.hide && (
            <MenuItem
              icon="eyeoff"
              label={words.mutePrivately}
              hint={words.mutePrivatelyHint}
              onPress={then(muting.hide)}
            />
          )}
        </div>
      )}
    </Sheet>
  );
};

/** What else one can do with a profile. */
export const ProfileMenu = ({ profile }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { result, copy } = useCopy();
  return (
    <>
      <output className="pf__said">
        {result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied)}
      </output>
      <IconButton icon="more" label={profileTexts.more} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <MenuSheet profile={profile} onClose={() => setOpen(false)} onCopy={copy} />}
    </>
  );
};

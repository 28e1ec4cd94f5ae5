import { useId } from 'react';
import type { ProfileRef } from '#domain/event.ts';
import { encodeNpub, encodeProfile } from '#domain/identifiers.ts';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useCopy } from '#ui/kit/use-copy.ts';
import { socialTexts as words } from '#ui/texts/social.ts';
import { useMuteToggle } from '#ui/social/use-toggles.ts';
import { useAccount } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';

type ActionProps = { icon: IconName; label: string; menuId: string; onPress: () => void };

const Action = ({ icon, label, menuId, onPress }: ActionProps) => (
  <button type="button" className="item" popoverTarget={menuId} popoverTargetAction="hide" onClick={onPress}>
    <Icon name={icon} size="s" />
    {label}
  </button>
);

/** What else one can do with a profile. */
export const ProfileMenu = ({ profile }: { profile: ProfileRef }) => {
  const menuId = useId();
  const { result, copy } = useCopy();
  const { pubkey: self } = useAccount();
  const muting = useMuteToggle(profile.pubkey);
  const link = () => `${location.origin}/npub/${encodeProfile(profile.pubkey, profile.relays)}`;
  return (
    <>
      <output className="pf__said">
        {result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied)}
      </output>
      <button
        type="button"
        className="tap pf__more"
        aria-label={profileTexts.more}
        title={profileTexts.more}
        popoverTarget={menuId}
      >
        <Icon name="more" />
      </button>
      <div id={menuId} popover="auto" className="pf__menu list">
        <Action
          icon="copy"
          label={profileTexts.copyNpub}
          menuId={menuId}
          onPress={() => copy(encodeNpub(profile.pubkey))}
        />
        <Action icon="link" label={profileTexts.copyLink} menuId={menuId} onPress={() => copy(link())} />
        {profile.pubkey !== self && (
          <Action
            icon="mute"
            label={muting.isMuted ? words.unmute : words.mute}
            menuId={menuId}
            onPress={muting.toggle}
          />
        )}
        {profile.pubkey !== self && muting.hide && (
          <Action icon="eyeoff" label={words.mutePrivately} menuId={menuId} onPress={muting.hide} />
        )}
      </div>
    </>
  );
};

import { MenuItem } from '#ui/kit/menu-item.tsx';
import { socialTexts as words } from '#ui/texts/social.ts';
import { useMuteToggle } from './use-toggles.ts';

type Props = {
  pubkey: string;
  /** whom it is about, where the menu does not say so */
  name?: string;
  /** does the act once the menu has closed */
  afterClosing: (act: () => void) => void;
};

/** What mutes and unmutes a person, in a menu. */
export const MuteItems = ({ pubkey, name, afterClosing }: Props) => {
  const { isMuted, toggle, hide } = useMuteToggle(pubkey);
  const act = isMuted ? words.unmute : words.mute;
  return (
    <>
      <MenuItem
        icon="mute"
        label={name === undefined ? act : words.someone(act, name)}
        hint={isMuted ? words.unmuteHint : words.muteHint}
        onPress={() => afterClosing(toggle)}
      />
      {hide && (
        <MenuItem
          icon="eyeoff"
          label={words.mutePrivately}
          hint={words.mutePrivatelyHint}
          onPress={() => afterClosing(hide)}
        />
      )}
    </>
  );
};

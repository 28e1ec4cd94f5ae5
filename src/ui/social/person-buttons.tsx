import { Button } from '#ui/kit/button.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useFollowToggle, useMuteToggle } from './use-toggles.ts';

type Props = { pubkey: string; large?: boolean };

/** Follows somebody, or no longer; nobody follows themselves. */
export const FollowButton = ({ pubkey, large = false }: Props) => {
  const { pubkey: self } = useAccount();
  const name = useDisplayName(pubkey);
  const { isFollowed, toggle } = useFollowToggle(pubkey);
  if (pubkey === self) return null;
  return (
    <Button
      look={isFollowed ? 'line' : 'primary'}
      {...(!large && { size: 's' })}
      {...(large && isFollowed && { icon: 'check' })}
      aria-label={isFollowed ? texts.undoing(texts.following, name, texts.unfollow) : texts.someone(texts.follow, name)}
      onClick={toggle}
    >
      {isFollowed ? texts.following : texts.follow}
    </Button>
  );
};

type MuteProps = {
  pubkey: string;
  /** in the user's own list */
  own?: boolean;
  /** where that is possible, so that nobody else can see it */
  privately?: boolean;
};

/** Mutes somebody, or no longer. */
export const MuteButton = ({ pubkey, own = false, privately = false }: MuteProps) => {
  const { pubkey: self } = useAccount();
  const name = useDisplayName(pubkey);
  const { isMuted, toggle, hide } = useMuteToggle(pubkey);
  if (pubkey === self) return null;
  const unmute = own ? texts.someone(texts.unmute, name) : texts.undoing(texts.muted, name, texts.unmute);
  const openly = own ? texts.mute : texts.muteToo;
  const mute = privately && hide ? texts.mutePrivately : openly;
  return (
    <Button
      look="line"
      size="s"
      aria-label={isMuted ? unmute : texts.someone(mute, name)}
      onClick={privately && hide ? hide : toggle}
    >
      {isMuted ? (own ? texts.unmuteInRow : texts.muted) : mute}
    </Button>
  );
};

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

/** Mutes somebody, or no longer. `own`: in the user's own list. */
export const MuteButton = ({ pubkey, own = false }: { pubkey: string; own?: boolean }) => {
  const { pubkey: self } = useAccount();
  const name = useDisplayName(pubkey);
  const { isMuted, toggle } = useMuteToggle(pubkey);
  if (pubkey === self) return null;
  const unmute = own ? texts.someone(texts.unmute, name) : texts.undoing(texts.muted, name, texts.unmute);
  const mute = own ? texts.mute : texts.muteToo;
  return (
    <Button look="line" size="s" aria-label={isMuted ? unmute : texts.someone(mute, name)} onClick={toggle}>
      {isMuted ? (own ? texts.unmute : texts.muted) : mute}
    </Button>
  );
};

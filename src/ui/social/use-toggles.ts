import { useMuted } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useAct } from './use-act.ts';
import { useIsFollowed } from './use-people.ts';

/** Whether the user follows somebody, and a function that changes it. `pubkey` in hex. */
export const useFollowToggle = (pubkey: string): { readonly isFollowed: boolean; readonly toggle: () => void } => {
  const act = useAct();
  const isFollowed = useIsFollowed(pubkey);
  const toggle = () => {
    if (isFollowed) act('follows', { type: 'people.remove', pubkey }, texts.unfollow);
    else act('follows', { type: 'people.add', pubkey }, texts.follow);
  };
  return { isFollowed, toggle };
};

/** Whether the user mutes somebody, and a function that changes it. `pubkey` in hex. */
export const useMuteToggle = (pubkey: string): { readonly isMuted: boolean; readonly toggle: () => void } => {
  const act = useAct();
  const isMuted = useMuted().has(pubkey);
  const toggle = () => {
    if (isMuted) act('mutes', { type: 'people.remove', pubkey }, texts.unmute);
    else act('mutes', { type: 'people.add', pubkey }, texts.mute);
  };
  return { isMuted, toggle };
};

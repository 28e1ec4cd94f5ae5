import { useMuted, useSystem } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { askedToMute } from './mute-asked.ts';
import { useGatedAct } from './use-act.ts';
import { useIsFollowed } from './use-people.ts';

/** Whether the user follows somebody, and a function that changes it. `pubkey` in hex. */
export const useFollowToggle = (pubkey: string): { readonly isFollowed: boolean; readonly toggle: () => void } => {
  const act = useGatedAct();
  const isFollowed = useIsFollowed(pubkey);
  const toggle = () => {
    if (isFollowed) act('follows', { type: 'list.edit', edit: { pubkey, wanted: false } }, texts.unfollow);
    else act('follows', { type: 'list.edit', edit: { pubkey, wanted: true } }, texts.follow);
  };
  return { isFollowed, toggle };
};

type MuteToggle = {
  readonly isMuted: boolean;
  readonly toggle: () => void;
  /** Mutes them in the encrypted part of the list; undefined when that is not possible now. */
  readonly hide: (() => void) | undefined;
};

/** Whether the user mutes somebody, and functions that change it. `pubkey` in hex. */
export const useMuteToggle = (pubkey: string): MuteToggle => {
  const act = useGatedAct();
  const { session } = useSystem();
  const isMuted = useMuted().has(pubkey);
  const edit = (wanted: boolean, title: string, hidden?: true) => {
    askedToMute(pubkey, wanted);
    act('mutes', { type: 'list.edit', edit: { pubkey, wanted, ...(hidden && { hidden }) } }, title);
  };
  const toggle = () => (isMuted ? edit(false, texts.unmute) : edit(true, texts.mute));
  const hide = () => edit(true, texts.mute, true);
  return { isMuted, toggle, hide: isMuted || !session()?.signer()?.nip44 ? undefined : hide };
};

import { useNameInText } from '#ui/name-in-text.ts';
import { useMuted } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useMuteAsked } from './mute-asked.ts';

const Words = ({ pubkey, wanted }: { pubkey: string; wanted: boolean }) => {
  const name = useNameInText(pubkey);
  return wanted ? texts.nowMuted(name) : texts.nowUnmuted(name);
};

/** Says that somebody is muted or no longer muted: what was pressed for it may be gone. It is there before its text is. */
export const MuteTold = () => {
  const asked = useMuteAsked();
  const muted = useMuted();
  const isDone = asked && muted.has(asked.pubkey) === asked.wanted;
  return <output className="vh">{isDone && <Words {...asked} />}</output>;
};

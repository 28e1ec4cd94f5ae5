import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useAccount, usePreference } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';

/** Lets only people the user follows into the feed (SET-05, FEED-07); a visitor follows nobody. `label`: its name. */
export const FollowOnlySwitch = ({
  label = texts.followOnly.label,
  count,
}: {
  label?: string;
  count?: string | undefined;
}) => {
  const { pubkey } = useAccount();
  const [followOnly, setFollowOnly] = usePreference('filterByFollow');
  const isVisitor = pubkey === undefined;
  return (
    <SwitchRow
      label={label}
      hint={isVisitor ? texts.followOnly.disabled : (count ?? texts.followOnly.hint)}
      checked={followOnly && !isVisitor}
      disabled={isVisitor}
      onChange={setFollowOnly}
    />
  );
};

import type { FeedCounts } from '#domain/feed/feed-counts.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { FollowOnlySwitch } from '#ui/social/follow-only-switch.tsx';
import { useAccount, usePreference } from '#ui/system-context.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';
import { HashtagFilter } from './hashtag-filter.tsx';
import { Section } from './section.tsx';
import { useFeedCounts } from './use-feed-counts.ts';

/** How many of the notes read so far a filter is about; undefined while none were. */
const countText = (count: number, read: number, say: (count: number, read: number) => string): string | undefined =>
  read === 0 ? undefined : say(count, read);

/** Replies and reposts, each with how many of the notes there are (SET-04). */
const KindSwitches = ({ read, replies, reposts, reposted }: FeedCounts) => {
  const [showReplies, setShowReplies] = usePreference('showReplies');
  const [showReposts, setShowReposts] = usePreference('showReposts');
  const ofReplies = countText(replies, read, showReplies ? texts.areReplies : texts.hides);
  const ofReposts = countText(showReposts ? reposted : reposts, read, showReposts ? texts.areReposts : texts.hides);
  return (
    <>
      <SwitchRow
        label={texts.showReplies}
        {...(ofReplies !== undefined && { hint: ofReplies })}
        checked={showReplies}
        onChange={setShowReplies}
      />
      <SwitchRow
        label={texts.showReposts}
        {...(ofReposts !== undefined && { hint: ofReposts })}
        checked={showReposts}
        onChange={setShowReposts}
      />
    </>
  );
};

/** Follow Only, with how many of the notes are by others (SET-05). */
const FollowOnly = ({ read, unfollowed }: FeedCounts) => {
  const { pubkey } = useAccount();
  const [followOnly] = usePreference('filterByFollow');
  const count =
    pubkey === undefined ? undefined : countText(unfollowed, read, followOnly ? texts.hides : texts.byOthers);
  return <FollowOnlySwitch count={count} />;
};

/** The filter that cannot be switched off (SET-06). */
const AlwaysOn = ({ read, nsfw }: FeedCounts) => (
  <div className="item">
    <span className="item__txt">
      <b id="nsfw">{texts.nsfw}</b>
      <small id="nsfw-why">
        {texts.nsfwWhy}
        {nsfw > 0 && ` ${texts.hides(nsfw, read)}.`}
      </small>
    </span>
    <span
      className="tag tag--ok"
      role="switch"
      aria-checked="true"
      aria-disabled="true"
      aria-labelledby="nsfw"
      aria-describedby="nsfw-why"
    >
      <Icon name="lock" size="xs" />
      {texts.alwaysOn}
    </span>
  </div>
);

/** How many notes are hidden because of whom or what the user mutes. */
const Muted = ({ read, muted }: FeedCounts) => muted > 0 && <p className="hint">{texts.mutedCount(muted, read)}</p>;

/** What the feed lets in (SET-04 to SET-07). */
export const FiltersSection = () => {
  const counts = useFeedCounts();
  return (
    <Section id="filters" title={texts.filters}>
      <div className="list">
        <KindSwitches {...counts} />
        <FollowOnly {...counts} />
        <AlwaysOn {...counts} />
      </div>
      <Muted {...counts} />
      <HashtagFilter {...counts} />
    </Section>
  );
};

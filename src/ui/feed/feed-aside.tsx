import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { FloatingWriteButton, WriteButton } from '#ui/publish/write-button.tsx';
import { FollowOnlySwitch } from '#ui/social/follow-only-switch.tsx';
import { socialTexts } from '#ui/texts/social.ts';
import { usePreference } from '#ui/system-context.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { RelayLines } from './relay-lines.tsx';
import './feed.css';

/** Beside the feed from 1000 px: quick filters and the relays. */
export const FeedAside = () => {
  const [showReplies, setShowReplies] = usePreference('showReplies');
  const [showReposts, setShowReposts] = usePreference('showReposts');
  return (
    <>
      <aside className="aside" aria-label={feedTexts.tools}>
        <WriteButton />
        <section className="stack feed__tool" aria-labelledby="feed-filters">
          <h2 className="t-sm c-2" id="feed-filters">
            {feedTexts.filters}
          </h2>
          <div className="list">
            <SwitchRow label={feedTexts.showReplies} checked={showReplies} onChange={setShowReplies} />
            <SwitchRow label={feedTexts.showReposts} checked={showReposts} onChange={setShowReposts} />
            <FollowOnlySwitch label={socialTexts.followOnly.aside} />
          </div>
        </section>
        <section className="stack feed__tool" aria-labelledby="feed-relays">
          <h2 className="t-sm c-2" id="feed-relays">
            {feedTexts.relays}
          </h2>
          <RelayLines />
        </section>
      </aside>
      <FloatingWriteButton />
    </>
  );
};

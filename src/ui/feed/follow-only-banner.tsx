import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { feedTexts } from '#ui/texts/feed.ts';

/** Whoever follows nobody is led to people they could follow. */
const Nobody = () => {
  const open = useOpenOverlay();
  return (
    <span className="spread">
      {feedTexts.followOnlyNobody}
      <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ welcome: 'follow' })}>
        {feedTexts.findPeople}
      </Button>
    </span>
  );
};

/** Says above the notes why they are not only of people the user follows. */
export const FollowOnlyBanner = ({ problem }: { problem: 'nobody' | 'unread' }) => (
  <div className="padx feed__lead">
    <Banner icon="users" title={feedTexts.followOnlyIdle}>
      {problem === 'nobody' ? <Nobody /> : feedTexts.followOnlyUnread}
    </Banner>
  </div>
);

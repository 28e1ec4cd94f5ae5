import { Banner } from '#ui/kit/banner.tsx';
import { feedTexts } from '#ui/texts/feed.ts';

/** Says above the notes why they are not only of people the user follows. */
export const FollowOnlyBanner = ({ problem }: { problem: 'nobody' | 'unread' }) => (
  <div className="padx feed__lead">
    <Banner icon="users" title={feedTexts.followOnlyIdle}>
      {problem === 'nobody' ? feedTexts.followOnlyNobody : feedTexts.followOnlyUnread}
    </Banner>
  </div>
);

import { Banner } from '#ui/kit/banner.tsx';
import { texts } from '#ui/texts/app.ts';

/** Says above the notes why they are not only of people the user follows. */
export const FollowOnlyBanner = ({ problem }: { problem: 'nobody' | 'unread' }) => (
  <div className="padx feed__lead">
    <Banner icon="users" title={texts.feed.followOnlyIdle}>
      {problem === 'nobody' ? texts.feed.followOnlyNobody : texts.feed.followOnlyUnread}
    </Banner>
  </div>
);

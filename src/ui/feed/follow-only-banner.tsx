import { Banner } from '#ui/kit/banner.tsx';

const TEXTS = {
  title: 'Follow Only is not in effect',
  nobody: 'You follow nobody yet, so notes of everybody are shown.',
  unread: 'No relay told whom you follow, so notes of everybody are shown.',
};

/** Says above the notes why they are not only of people the user follows. */
export const FollowOnlyBanner = ({ problem }: { problem: 'nobody' | 'unread' }) => (
  <div className="padx feed__lead">
    <Banner icon="users" title={TEXTS.title}>
      {TEXTS[problem]}
    </Banner>
  </div>
);

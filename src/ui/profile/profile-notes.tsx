import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { ProfileRef } from '#domain/event.ts';
import { FeedList } from '#ui/feed/feed-list.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { useProfileNotes, useProfileRef } from './profile-queries.ts';

const SKELETONS = 4;
const TAGS = ['no relays', 'failed', 'offline', 'empty', 'more failed', 'paging', 'end'] as const;

/** How loading stands: the first of the tags that holds, else loading or ready for more. */
type Progress = (typeof TAGS)[number] | 'loading' | 'ready';
type ProgressProps = { progress: Progress; onRetry: () => void };

const useProgress = (): Progress =>
  useSelector(useArea('profile'), (snapshot) => {
    const tag = TAGS.find((name) => snapshot.hasTag(name));
    return tag ?? (snapshot.hasTag('live') ? 'ready' : 'loading');
  });

const RetryButton = ({ onRetry }: Pick<ProgressProps, 'onRetry'>) => (
  <Button look="line" size="s" onClick={onRetry}>
    {texts.error.retry}
  </Button>
);

/** What stands in the place of notes that are not there. */
const NoNotes = ({ progress, onRetry }: ProgressProps) => {
  switch (progress) {
    case 'no relays':
      return <EmptyState art="mast" title={texts.relays.none} />;
    case 'failed':
    case 'offline':
      return (
        <EmptyState art="mast" title={profileTexts.notes.failed} action={<RetryButton onRetry={onRetry} />}>
          {profileTexts.unanswered}
        </EmptyState>
      );
    case 'empty':
    case 'end':
      return <EmptyState art="bird" title={profileTexts.notes.none} />;
    default:
      return (
        <div className="feed">
          <output className="vh">{texts.shell.loading}</output>
          <NoteSkeletons count={SKELETONS} />
        </div>
      );
  }
};

/** What stands below the notes that are there. */
const ListEnd = ({ progress, onRetry }: ProgressProps) => {
  switch (progress) {
    case 'failed':
    case 'more failed':
      return (
        <div className="pf__list">
          <Banner tone="warn" icon="alert" title={profileTexts.notes.failed}>
            <RetryButton onRetry={onRetry} />
          </Banner>
        </div>
      );
    case 'offline':
    case 'no relays':
      return <p className="pf__end">{profileTexts.notes.later}</p>;
    case 'end':
    case 'empty':
      return <p className="pf__end">{profileTexts.notes.end}</p>;
    default:
      return (
        <div className="feed">
          <NoteSkeletons count={1} />
        </div>
      );
  }
};

const Notes = ({ profile: { pubkey, relays } }: { profile: ProfileRef }) => {
  const actor = useArea('profile');
  const progress = useProgress();
  const { items = [] } = useProfileNotes(pubkey) ?? {};
  useEffect(() => {
    actor.send({ type: 'profile.open', pubkey, relays });
    return () => actor.send({ type: 'profile.close' });
  }, [actor, pubkey, relays]);
  const loadMore = useCallback(() => actor.send({ type: 'profile.more' }), [actor]);
  const refresh = () => actor.send({ type: 'profile.refresh' });
  if (items.length === 0) return <NoNotes progress={progress} onRetry={refresh} />;
  return (
    <>
      <FeedList
        name={`profile/${pubkey}`}
        items={items}
        hasMore={progress !== 'end' && progress !== 'empty'}
        busy={progress === 'loading' || progress === 'paging'}
        stuck={progress !== 'ready'}
        onMore={loadMore}
      />
      <ListEnd progress={progress} onRetry={progress === 'more failed' ? loadMore : refresh} />
    </>
  );
};

/** The notes of a person, newest first (ROUTE-06, PROF-07). */
export const ProfileNotes = () => {
  const profile = useProfileRef();
  return (
    profile && (
      <section aria-labelledby="profile-part">
        <h2 id="profile-part" className="vh">
          {profileTexts.tabs.notes}
        </h2>
        <Notes profile={profile} />
      </section>
    )
  );
};

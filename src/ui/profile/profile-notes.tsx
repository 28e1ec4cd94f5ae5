import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { ProfileRef } from '#domain/protocol/event.ts';
import type { ProfilePart } from '#domain/cache/query-keys.ts';
import { isHidden } from '#domain/social/muted.ts';
import { FeedList } from '#ui/feed/feed-list.tsx';
import { useLooking } from '#ui/feed/use-looking.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { useArea, useMuted } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { ListFailed } from './list-failed.tsx';
import { useProfileNotes, useProfileRef } from './profile-queries.ts';

const SKELETONS = 4;
const TAGS = ['no relays', 'failed', 'offline', 'empty', 'more failed', 'paging', 'end'] as const;

/** How loading stands: the first of the tags that holds, else loading or ready for more. */
type Progress = (typeof TAGS)[number] | 'loading' | 'ready';
type ProgressProps = { part: ProfilePart; progress: Progress; onRetry: () => void };

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

type FurtherProps = { onFurther: (() => void) | undefined };

/** Nothing more of the part was among the last pages: somebody must want to look further. */
const Further = ({ onFurther }: { onFurther: () => void }) => (
  <output className="feed__end">
    <span>{profileTexts.notes.noneYet}</span>
    <Button look="line" size="s" onClick={onFurther}>
      {profileTexts.notes.lookFurther}
    </Button>
  </output>
);

/** What stands in the place of notes that are not there. */
const NoNotes = ({ part, progress, onRetry, onFurther }: ProgressProps & FurtherProps) => {
  if (onFurther && progress === 'ready') return <Further onFurther={onFurther} />;
  switch (progress) {
    case 'no relays':
    case 'failed':
    case 'offline':
    case 'more failed':
      return <ListFailed title={profileTexts.notes.failed} why={profileTexts.notes.unanswered} onRetry={onRetry} />;
    case 'empty':
    case 'end':
      return <EmptyState art="bird" title={profileTexts.notes.none[part]} />;
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
const ListEnd = ({ progress, onRetry, onFurther }: Omit<ProgressProps, 'part'> & FurtherProps) => {
  if (onFurther && progress === 'ready') return <Further onFurther={onFurther} />;
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
      return <p className="pf__end">{profileTexts.notes.later}</p>;
    case 'no relays':
      return <p className="pf__end">{relayTexts.none}</p>;
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

type PartProps = { part: ProfilePart };

const Notes = ({ profile: { pubkey, relays }, part }: PartProps & { profile: ProfileRef }) => {
  const actor = useArea('profile');
  const progress = useProgress();
  const { items: read, hasMore = true } = useProfileNotes(pubkey, part) ?? {};
  const muted = useMuted();
  // the other parts are by the person alone, whom the reader wants to see here
  const items = useMemo(
    () => (part === 'likes' ? read?.filter(({ note }) => !isHidden(muted, note)) : read) ?? [],
    [part, read, muted],
  );
  const { isPaused, asked, goOn } = useLooking(items.length, items.length);
  useEffect(() => {
    actor.send({ type: 'profile.open', pubkey, part, relays });
    return () => actor.send({ type: 'profile.close' });
  }, [actor, pubkey, part, relays]);
  const loadMore = useCallback(() => {
    asked();
    actor.send({ type: 'profile.more' });
    // oxlint-disable-next-line react/exhaustive-deps -- counts in a state of its own
  }, [actor]);
  const isEmpty = items.length === 0;
  const wantsMore = isEmpty && progress === 'ready' && !isPaused;
  useEffect(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, loadMore]);
  const refresh = () => actor.send({ type: 'profile.refresh' });
  const onFurther = isPaused && hasMore ? goOn : undefined;
  if (isEmpty) return <NoNotes part={part} progress={progress} onRetry={refresh} onFurther={onFurther} />;
  return (
    <>
      <FeedList
        name={part === 'notes' ? `profile/${pubkey}` : `profile/${pubkey}/${part}`}
        items={items}
        hasMore={progress !== 'end' && progress !== 'empty'}
        busy={progress === 'loading' || progress === 'paging'}
        stuck={progress !== 'ready' || isPaused}
        onMore={loadMore}
      />
      <ListEnd progress={progress} onRetry={progress === 'more failed' ? loadMore : refresh} onFurther={onFurther} />
    </>
  );
};

const Part = ({ part }: PartProps) => {
  const profile = useProfileRef();
  return (
    profile && (
      <section aria-labelledby="profile-part">
        <h2 id="profile-part" className="vh">
          {profileTexts.tabs[part]}
        </h2>
        <Notes key={part} profile={profile} part={part} />
      </section>
    )
  );
};

/** The notes of a person that answer no other, newest first (ROUTE-06, PROF-07). */
export const ProfileNotes = () => <Part part="notes" />;

/** What a person answered to others. */
export const ProfileReplies = () => <Part part="replies" />;

/** The notes of a person with pictures or videos. */
export const ProfileMedia = () => <Part part="media" />;

/** The notes a person likes. */
export const ProfileLikes = () => <Part part="likes" />;

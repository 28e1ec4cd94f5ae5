import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { useActing, useArea } from '#ui/system-context.ts';
import { PostAcks } from './post-acks.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import { useJob } from './use-job.ts';

const Post = ({ id, newest }: { id: string; newest: boolean }) => {
  const job = useJob(id);
  const info = useActing().publishing.job(id);
  return job && info ? <PostAcks job={job} info={info} newest={newest} /> : null;
};

const Strip = ({ shown }: { shown: readonly string[] }) => {
  useRootMark('posts');
  return (
    <section className="posts" aria-label={publishTexts.acks.name}>
      {shown.map((id, at) => (
        <Post key={id} id={id} newest={at === 0} />
      ))}
    </section>
  );
};

/** The posts that are under way or want attention, the newest first, above the dock of every screen but the one where they are written. */
export const PostStrip = () => {
  const { publishing } = useActing();
  const jobs = useSelector(useArea('publish-desk'), ({ context }) => context.jobs);
  const isWriting = useLocation({ select: ({ pathname }) => pathname === '/create' });
  // a reaction is told where it is made
  const shown = jobs.filter((id) => (publishing.job(id)?.what ?? 'reaction') !== 'reaction').toReversed();
  if (shown.length === 0 || isWriting) return null;
  return <Strip shown={shown} />;
};

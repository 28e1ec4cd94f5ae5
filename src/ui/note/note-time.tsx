import { absoluteTime, isoTime, relativeTime } from '#domain/time.ts';
import { useCoarseNow } from './minute-clock.ts';

/** How old something is, with the whole date for pointers and screen readers. `at` in seconds. */
export const NoteTime = ({ at, className }: { at: number; className?: string }) => {
  const now = useCoarseNow();
  return (
    <time dateTime={isoTime(at)} title={absoluteTime(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  );
};

import type { PointerEvent } from 'react';
import { isoTime } from '#domain/note/time.ts';
import { dateLabel, timeLabel } from '#ui/texts/formats.ts';
import { useCoarseNow } from './minute-clock.ts';

/** How old something is, in machine form the whole date, which pointers see as title. `at` in seconds. */
export const NoteTime = ({ at, className }: { at: number; className?: string }) => {
  const now = useCoarseNow();
  // the browser's date formats take long to load, and the first notes shall not wait for them
  const showDate = ({ currentTarget }: PointerEvent<HTMLElement>) => (currentTarget.title ||= dateLabel(at));
  return (
    <time dateTime={isoTime(at)} className={className} onPointerEnter={showDate}>
      {timeLabel(at, now)}
    </time>
  );
};

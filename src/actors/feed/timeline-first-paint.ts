import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { requestFrame } from '#store/events/frames.ts';

/** the first notes are shown when a page of them is there, at the first EOSE, or so long after the first */
export const FIRST_PAINT_MS = 150;

type Options = {
  /** rows that could be shown */
  readonly count: () => number;
  readonly paint: () => void;
};

/**
 * Says when to show a first page that is still on its way: once a page is there, at the first EOSE, or 150 ms after the
 * first note; from then on at most once per frame.
 */
export const createFirstPaint = ({ count, paint }: Options) => {
  let state: 'nothing' | 'waiting' | 'painted' | 'scheduled' | 'stopped' = 'nothing';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const paintNow = () => {
    clearTimeout(timer);
    if (state === 'stopped' || count() === 0) return;
    state = 'painted';
    paint();
  };

  return {
    /** another row could be shown */
    added(): void {
      if (state === 'painted') {
        state = 'scheduled';
        requestFrame(paintNow);
      } else if (state === 'waiting' || state === 'nothing') {
        if (count() >= NOTES_PAGE_SIZE) return paintNow();
        if (state === 'nothing') timer = setTimeout(paintNow, FIRST_PAINT_MS);
        state = 'waiting';
      }
    },
    /** a relay has sent all it was asked for */
    answered: paintNow,
    stop(): void {
      clearTimeout(timer);
      state = 'stopped';
    },
  };
};

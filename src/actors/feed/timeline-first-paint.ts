import { NOTES_PAGE_SIZE, FIRST_PAINT_MS } from '#domain/feed/feed-limits.ts';
import { requestFrame } from '#store/events/frames.ts';

type Options = {
  /** how many relays are asked */
  readonly relays: number;
  /** rows that could be shown */
  readonly count: () => number;
  readonly paint: () => void;
};

/**
 * Says when to show a first page that is still on its way: once a page is there, at the first EOSE, or 150 ms after the
 * first note; from then on, too, at most once per frame. Relays that answer at nearly the same time are shown together, so
 * that the notes of one do not push those of the other down.
 */
export const createFirstPaint = ({ relays, count, paint }: Options) => {
  let state: 'nothing' | 'waiting' | 'painted' | 'scheduled' | 'stopped' = 'nothing';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const paintNow = () => {
    clearTimeout(timer);
    if (state === 'stopped') return;
    state = 'painted';
    paint();
  };
  const paintSoon = () => {
    if (state === 'scheduled' || state === 'stopped' || count() === 0) return;
    clearTimeout(timer);
    // of one alone nothing can come between
    if (state !== 'painted' && relays === 1) return paintNow();
    state = 'scheduled';
    requestFrame(paintNow);
  };

  return {
    /** another row could be shown */
    added(): void {
      if (state === 'painted' || count() >= NOTES_PAGE_SIZE) return paintSoon();
      if (state === 'nothing') timer = setTimeout(paintNow, FIRST_PAINT_MS);
      if (state === 'nothing') state = 'waiting';
    },
    /** a relay has sent all it was asked for */
    answered: paintSoon,
    /** what was read before is shown at once */
    begin(): void {
      if (count() > 0) paintNow();
    },
    stop(): void {
      clearTimeout(timer);
      state = 'stopped';
    },
  };
};

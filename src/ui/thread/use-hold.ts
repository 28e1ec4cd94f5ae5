import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ThreadPlace } from '#domain/thread/thread-tree.ts';
import { SCROLL_INPUTS } from '#ui/kit/scroll-inputs.ts';
import { useSystem } from '#ui/system-context.ts';

/** Gives a thread room at its end where it cannot be scrolled so far. */
const makeRoom = (thread: HTMLElement, scroller: HTMLElement, px: number): void => {
  // the first may only fill what the screen leaves empty
  for (let round = 0; round < 2; round += 1) {
    const missing = px - (scroller.scrollHeight - scroller.clientHeight);
    if (missing > 0) thread.style.minBlockSize = `${thread.offsetHeight + missing}px`;
  }
};

type Hold = {
  readonly start: () => void;
  readonly put: () => void;
  readonly again: () => void;
  readonly end: () => void;
};

/** `above` is all that stands over the note, and grows. */
const createHold = (above: HTMLElement, scroller: HTMLElement): Hold => {
  /** of the note, below the upper edge; undefined while nothing is held */
  let place: number | undefined;
  let at = 0;
  let isTouched = false;
  const put = () => {
    if (place === undefined) return;
    const px = above.offsetHeight - place;
    makeRoom(above.parentElement!, scroller, px);
    scroller.scrollTop = px;
    at = scroller.scrollTop;
  };
  const keep = (px: number) => {
    place = px;
    // the browser would add its own way to this one
    scroller.style.overflowAnchor = 'none';
    put();
  };
  const leave = () => {
    place = undefined;
    scroller.style.overflowAnchor = '';
  };
  const touched = () => (isTouched = true);
  const scrolled = () => {
    if (place === undefined || Math.abs(scroller.scrollTop - at) <= 1) return;
    // a screen that is opened goes to its top by itself; any other way is that of the reader, also by a scroll bar
    if (!isTouched && scroller.scrollTop === 0) put();
    else leave();
  };
  const growth = new ResizeObserver(put);
  growth.observe(above);
  for (const input of SCROLL_INPUTS) window.addEventListener(input, touched, { passive: true, capture: true });
  window.addEventListener('scroll', scrolled, { passive: true, capture: true });
  return {
    // what it answers stays in sight if that leaves half of the screen
    start: () => keep(above.offsetHeight > scroller.clientHeight / 2 ? 0 : above.offsetHeight),
    put,
    again: () => keep(above.offsetHeight - scroller.scrollTop),
    end: () => {
      leave();
      growth.disconnect();
      for (const input of SCROLL_INPUTS) window.removeEventListener(input, touched, { capture: true });
      window.removeEventListener('scroll', scrolled, { capture: true });
    },
  };
};

/**
 * Shows the note of a thread at the start and keeps it where it stands while what it answers comes in above, until the reader
 * scrolls; `holdAgain` keeps it where it stands now. A place that is brought back (PWA-21) goes before it.
 */
export const useHold = (
  above: RefObject<HTMLElement | null>,
  places: readonly ThreadPlace[],
): { readonly holdAgain: () => void } => {
  const { scroll } = useSystem();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const held = useRef<Hold>(undefined);
  useLayoutEffect(() => {
    const node = above.current!;
    const sheet = node.closest<HTMLElement>('.scroll');
    const hold = createHold(node, sheet ?? document.documentElement);
    held.current = hold;
    if (sheet !== null || scroll.read(path) === undefined) hold.start();
    return hold.end;
    // a thread is drawn anew for another note
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // what came is laid out in one go with where it stands; what grows later is seen by the observer
  useLayoutEffect(() => held.current?.put(), [places]);
  return { holdAgain: () => held.current?.again() };
};

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SINGLE_EVENT_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { SCROLL_INPUTS } from '#ui/kit/scroll-inputs.ts';
import { useSystem } from '#ui/system-context.ts';

type Way = {
  readonly stop: () => void;
  /** the window is where it was put, which may be as far as the page went by then */
  readonly isOnIt: () => boolean;
};

const NO_WAY: Way = { stop: () => {}, isOnIt: () => false };

/** Scrolls there, again while the page grows, for as long as relays may take, until a person scrolls. */
const scrollThere = (px: number, isPart: boolean): Way => {
  let at: number | undefined;
  const go = () => {
    window.scrollTo(0, px);
    at = window.scrollY;
  };
  const growth = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - px) > 1) go();
    // another part is shorter for a while, and its list goes to the top
    else if (!isPart) stop();
  });
  const timer = setTimeout(() => stop(), SINGLE_EVENT_TIMEOUT_MS);
  const stop = () => {
    at = undefined;
    growth.disconnect();
    clearTimeout(timer);
    for (const event of SCROLL_INPUTS) window.removeEventListener(event, stop);
  };
  go();
  // the top is there at once, and a thread leaves it for its note
  if (px > 0) growth.observe(document.body);
  for (const event of SCROLL_INPUTS) window.addEventListener(event, stop, { passive: true });
  return { stop, isOnIt: () => at !== undefined && (isPart || Math.abs(window.scrollY - at) <= 1) };
};

/** The same for all parts of a profile. */
const screenOf = (path: string): string => path.replace(/^(\/npub\/[^/]+).*/, '$1');

/**
 * Brings the window back to where it was when a path was left, else to the top (PWA-21, PWA-22). The feed brings back its
 * own rows.
 */
export const useScrollRestore = (): void => {
  const router = useRouter();
  const { scroll } = useSystem();
  useEffect(() => {
    let path = router.state.location.pathname;
    let way = NO_WAY;
    const keep = () => {
      // neither a page on its way out nor one that is not there yet is a place that anybody went to
      const isLeaving = router.state.location.pathname !== path;
      if (!isLeaving && !way.isOnIt()) scroll.keep(path, window.scrollY);
    };
    const forget = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation && !pathChanged) return;
      scroll.flush();
      const left = path;
      path = toLocation.pathname;
      const isPart = fromLocation !== undefined && screenOf(left) === screenOf(path);
      const px = scroll.read(path);
      way.stop();
      way = path === '/' && (px !== undefined || !fromLocation) ? NO_WAY : scrollThere(px ?? 0, isPart);
    });
    // before a list puts new rows in: to ask for the place after that would lay the page out twice
    window.addEventListener('scroll', keep, { passive: true, capture: true });
    return () => {
      way.stop();
      forget();
      window.removeEventListener('scroll', keep, { capture: true });
      scroll.flush();
    };
  }, [router, scroll]);
};

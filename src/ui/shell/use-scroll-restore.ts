import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSystem } from '#ui/system-context.ts';

/** How long after a return the page may still grow until the place is reached. */
const GROWTH_MS = 2_000;

/** Scrolls there, again while the page grows, until a person scrolls. Returns a function that stops it. */
const scrollThere = (px: number): (() => void) => {
  const events = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  const growth = new ResizeObserver(() => {
    if (Math.abs(window.scrollY - px) > 1) window.scrollTo(0, px);
    else stop();
  });
  const timer = setTimeout(() => stop(), GROWTH_MS);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of events) window.removeEventListener(event, stop);
  };
  window.scrollTo(0, px);
  growth.observe(document.body);
  for (const event of events) window.addEventListener(event, stop, { passive: true });
  return stop;
};

/**
 * Brings the window back to where it was when a path was left, else to the top (PWA-21, PWA-22). The feed brings back its
 * own rows.
 */
export const useScrollRestore = (): void => {
  const router = useRouter();
  const { scroll } = useSystem();
  useEffect(() => {
    let path = router.state.location.pathname;
    let stop = () => {};
    const keep = () => scroll.keep(path, window.scrollY);
    const forget = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation && !pathChanged) return;
      scroll.flush();
      path = toLocation.pathname;
      stop();
      stop = path === '/' ? () => {} : scrollThere(scroll.read(path) ?? 0);
    });
    window.addEventListener('scroll', keep, { passive: true });
    return () => {
      stop();
      forget();
      window.removeEventListener('scroll', keep);
      scroll.flush();
    };
  }, [router, scroll]);
};

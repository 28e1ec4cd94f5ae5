import { useEffect, useEffectEvent, type RefObject } from 'react';

/** how much of it is seen, and for how long, until somebody looks at it rather than scrolls by */
const SEEN_PART = 0.6;
export const REST_MS = 1_000;

/** Calls back when something has come to rest on the screen, each time that it does. */
export const useRest = (place: RefObject<Element | null>, act: () => void): void => {
  const rest = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => rest(), REST_MS);
      },
      { threshold: SEEN_PART },
    );
    if (place.current) observer.observe(place.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [place]);
};

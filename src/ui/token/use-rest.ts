import { useEffect, useEffectEvent, type RefObject } from 'react';
import { TOKEN_REST_MS } from '#domain/ecash/ecash-limits.ts';

/** how much of it is seen when somebody looks at it rather than scrolls by */
const SEEN_PART = 0.6;

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
        if (entry?.isIntersecting) timer = setTimeout(() => rest(), TOKEN_REST_MS);
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

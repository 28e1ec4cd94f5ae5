import { useEffect, useState } from 'react';

/** A band near the top of the window: the section in it is the one somebody looks at. */
const BAND = { rootMargin: '-15% 0px -80% 0px' } as const;

/** The id of the section in sight; `ids` are those of the sections, always the same list. */
export const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const shown = entries.find(({ isIntersecting }) => isIntersecting);
      if (shown) setCurrent(shown.target.id);
    }, BAND);
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
};

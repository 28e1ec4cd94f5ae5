import { useEffect, useRef, useState } from 'react';

/** So far down the window a section counts as the one somebody looks at. */
const LINE = 0.2;
/** Signs that a person scrolls. */
const SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;

const sectionAt = (scroller: Element, ids: readonly string[]): string | undefined => {
  const { top, height } = scroller.getBoundingClientRect();
  const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
  const passed = ids.filter((id) => {
    const section = document.getElementById(id);
    return section && section.getBoundingClientRect().top <= top + height * LINE;
  });
  return isAtEnd ? ids.at(-1) : (passed.at(-1) ?? ids[0]);
};

/**
 * The id of the section in sight, and a function that says which one was chosen: that one stays marked until somebody
 * scrolls on, also where the end of the page does not let it come to the top. `ids` are always the same list.
 */
export const useCurrentSection = (ids: readonly string[]): readonly [string | undefined, (id: string) => void] => {
  const [current, setCurrent] = useState(ids[0]);
  const wasChosen = useRef(false);
  useEffect(() => {
    const scroller = document.getElementById(ids[0] ?? '')?.closest('.scroll');
    if (!scroller) return undefined;
    const look = () => {
      if (!wasChosen.current) setCurrent(sectionAt(scroller, ids));
    };
    const free = () => void (wasChosen.current = false);
    scroller.addEventListener('scroll', look, { passive: true });
    for (const scroll of SCROLLS) scroller.addEventListener(scroll, free, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', look);
      for (const scroll of SCROLLS) scroller.removeEventListener(scroll, free);
    };
  }, [ids]);
  const choose = (id: string) => {
    wasChosen.current = true;
    setCurrent(id);
  };
  return [current, choose];
};

import { useEffect, useRef, useState } from 'react';
import { useOpenOverlay } from '#ui/overlay.ts';

/** Does something as long as this view is there: what was begun in it may end after it was closed. */
const useWhileThere = () => {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  return (act: () => void) => {
    if (isThere.current) act();
  };
};

/** Opens what follows from this sheet in its place, so that closing that leads back to where the sheet was opened. */
export const useFollowUp = (): ((money: string) => void) => {
  const open = useOpenOverlay();
  const whileThere = useWhileThere();
  return (money) => whileThere(() => open({ money }, '', true));
};

/** What a sheet began, by its name, once it did; `onBegun` has the address name it. */
export const useBegun = (onBegun: (id: string) => void) => {
  const [id, note] = useState<string>();
  const whileThere = useWhileThere();
  const begin = (begun: string) => {
    note(begun);
    whileThere(() => onBegun(begun));
  };
  return { id, begin, forget: () => note(undefined) };
};

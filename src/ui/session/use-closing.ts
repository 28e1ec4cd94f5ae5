import { useEffect, useEffectEvent, useRef } from 'react';

/** Closes a view once, as soon as it is done. */
export const useClosing = (done: boolean, close: () => void): void => {
  const left = useRef(false);
  const leave = useEffectEvent(() => {
    if (!left.current) close();
    left.current = true;
  });
  useEffect(() => {
    if (done) leave();
  }, [done]);
};

import { useEffect, useEffectEvent, useRef } from 'react';

/** Does it when the view is gone, also by the browser's way back; not when an effect only runs anew. */
export const useOnLeave = (act: () => void): void => {
  const isHere = useRef(false);
  const leave = useEffectEvent(act);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => {
        if (!isHere.current) leave();
      });
    };
  }, []);
};

import { useEffect } from 'react';

const listeners = new Set<() => void>();
let open = 0;

/** Whether a reply is written in a thread now. */
export const isAnswering = (): boolean => open > 0;

export const onAnswering = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Notes that a reply is written, as long as it is. */
export const useNoteAnswering = (isOpen: boolean): void =>
  useEffect(() => {
    if (!isOpen) return undefined;
    const change = (by: number) => {
      open += by;
      for (const listener of listeners) listener();
    };
    change(1);
    return () => change(-1);
  }, [isOpen]);

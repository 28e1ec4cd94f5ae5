/** Resolves as soon as something is so, looked at now and whenever something changed; rejects with the reason of the signal. */
export const untilSo = (
  isSo: () => boolean,
  onChange: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<void> => {
  let stop = () => {};
  const waiting = new Promise<void>((resolve, reject) => {
    const look = () => {
      if (signal.aborted) reject(signal.reason as Error);
      else if (isSo()) resolve();
    };
    const unsubscribe = onChange(look);
    signal.addEventListener('abort', look, { once: true });
    stop = () => {
      unsubscribe();
      signal.removeEventListener('abort', look);
    };
    look();
  });
  return waiting.finally(stop);
};

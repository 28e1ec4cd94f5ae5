import { useState } from 'react';
import { failureText } from './failure-text.ts';

/** An act of a button: busy until it is done, and what went wrong in words. */
export const useAct = (act: () => Promise<unknown>, onDone?: () => void) => {
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    tell(undefined);
    try {
      await act();
      onDone?.();
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { act: () => void begin(), isBusy, problem };
};

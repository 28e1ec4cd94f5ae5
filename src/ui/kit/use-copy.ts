import { useEffect, useRef, useState } from 'react';

export const COPIED_FEEDBACK_MS = 1_500;

/** Copies text; the result stands for 1.5 s (SET-33). */
export const useCopy = (): { result: 'copied' | 'failed' | undefined; copy: (text: string) => void } => {
  const [result, setResult] = useState<'copied' | 'failed'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (shown: 'copied' | 'failed') => {
    setResult(shown);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(undefined), COPIED_FEEDBACK_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      show('copied');
    } catch {
      show('failed');
    }
  };
  return { result, copy: (text) => void copy(text) };
};

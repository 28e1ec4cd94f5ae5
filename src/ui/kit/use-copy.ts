import { useEffect, useRef, useState } from 'react';
import { COPIED_FEEDBACK_MS } from '#domain/shell/shell-limits.ts';

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

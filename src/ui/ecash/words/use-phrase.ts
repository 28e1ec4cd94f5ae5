import { useCallback, useEffect, useRef, useState } from 'react';
import { WORDS_SHOWN_MS } from '#domain/ecash/ecash-limits.ts';
import { wordQuestions, type WordQuestion } from '#domain/ecash/words/word-check.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';

const RANGE = 2 ** 32;
const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / RANGE;

type Stands = 'hidden' | 'shown' | 'checked';

/**
 * The recovery phrase as long as it is shown. It never becomes state: what is drawn of it is read at that moment. It is
 * forgotten after a while, when the page is hidden, and with the view.
 */
export const usePhrase = () => {
  const ecash = useEcash();
  const kept = useRef<{ words: readonly string[]; questions: readonly WordQuestion[] }>({ words: [], questions: [] });
  const [stands, setStands] = useState<Stands>('hidden');
  const [count, setCount] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const forget = useCallback(() => {
    kept.current = { words: [], questions: [] };
    setStands('hidden');
  }, []);
  useEffect(
    () => () => {
      kept.current = { words: [], questions: [] };
    },
    [],
  );
  useEffect(() => {
    if (stands === 'hidden') return undefined;
    const timer = setTimeout(forget, WORDS_SHOWN_MS);
    const look = () => {
      if (document.visibilityState === 'hidden') forget();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [stands, forget]);
  const show = async (passphrase?: string) => {
    setBusy(true);
    tell(undefined);
    try {
      kept.current = { words: (await ecash.words(passphrase)).split(' '), questions: [] };
      setCount(kept.current.words.length);
      setStands('shown');
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    stands,
    isBusy,
    problem,
    /** how many words it has */
    count,
    show: (passphrase?: string) => void show(passphrase),
    showAgain: () => setStands('shown'),
    check() {
      kept.current = { ...kept.current, questions: wordQuestions(kept.current.words, random) };
      setStands('checked');
    },
    /** Reads it for a moment. */
    read: useCallback(() => kept.current, []),
  };
};

export type Phrase = ReturnType<typeof usePhrase>;

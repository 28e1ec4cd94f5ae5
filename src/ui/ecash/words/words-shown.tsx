import { useEffect, useState } from 'react';
import { WORDS_SHOWN_MS } from '#domain/ecash/ecash-limits.ts';
import { MINUTE, SECOND, toSeconds } from '#domain/units.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { useCopy } from '#ui/kit/use-copy.ts';
import { texts as common } from '#ui/texts/app.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { SecretText } from './secret-text.tsx';
import { type Phrase } from './use-phrase.ts';

const { words: texts } = ecashTexts;

const pad = (value: number): string => String(value).padStart(2, '0');

/** '4:59' until the words are hidden again. */
const useTimeLeft = (): string => {
  const [left, setLeft] = useState(WORDS_SHOWN_MS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - SECOND)), SECOND);
    return () => clearInterval(timer);
  }, []);
  return `${Math.floor(left / MINUTE)}:${pad(toSeconds(left % MINUTE))}`;
};

const Copy = ({ read }: Pick<Phrase, 'read'>) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? common.shell.copied : common.shell.notCopied);
  return (
    <Button look="line" icon={result === 'copied' ? 'check' : 'copy'} onClick={() => copy(read().words.join(' '))}>
      {said ?? texts.copy}
      <output className="vh">{said}</output>
    </Button>
  );
};

/** Alone on what is printed. */
const List = ({ count, read }: Pick<Phrase, 'count' | 'read'>) => {
  useRootMark('words');
  return (
    <ol className="words" aria-label={texts.list}>
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>
          <SecretText read={() => read().words[at] ?? ''} />
        </li>
      ))}
    </ol>
  );
};

/** The words in their order, to be written down. */
export const WordsShown = ({ count, read }: Pick<Phrase, 'count' | 'read'>) => (
  <>
    <Banner tone="warn" icon="alert" title={texts.warn}>
      {texts.warnWhy}
    </Banner>
    <List count={count} read={read} />
    <p className="hint">{texts.hint}</p>
    <div className="two">
      <Copy read={read} />
      <Button look="line" icon="file" onClick={() => window.print()}>
        {texts.print}
      </Button>
    </div>
    <p className="hint">{texts.hides(useTimeLeft())}</p>
  </>
);

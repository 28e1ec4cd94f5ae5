import { useEffect, useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref } from 'react';
import { PHRASE_LENGTHS, splitWords } from '#domain/ecash/words/word-check.ts';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import '#ui/ecash/ecash.css';

const { restore: texts } = ecashTexts;

/** Reads the phrase out of its fields; nobody keeps it. */
export type PhraseFields = {
  read(): { readonly words: readonly string[]; readonly missing: number | undefined };
  clear(): void;
};

const MOST = PHRASE_LENGTHS.at(-1)!;
const PLACES = Array.from({ length: MOST }, (_, at) => at);

const lengthFor = (count: number): number | undefined => PHRASE_LENGTHS.find((length) => length === count);

const inputsOf = (list: HTMLOListElement | null) => [...(list?.querySelectorAll('input') ?? [])];

const empty = (inputs: readonly HTMLInputElement[]) => inputs.forEach((input) => (input.value = ''));

/** The fields: how many there are, and what is put into them at once. They are emptied when they go. */
const useFields = (ref: Ref<PhraseFields>) => {
  const list = useRef<HTMLOListElement>(null);
  const [length, setLength] = useState<number>(PHRASE_LENGTHS[0]);
  useImperativeHandle(ref, () => ({
    read() {
      const shown = inputsOf(list.current).slice(0, length);
      const words = shown.map(({ value }) => splitWords(value)[0] ?? '');
      const missing = words.indexOf('');
      return { words, missing: missing === -1 ? undefined : missing + 1 };
    },
    clear: () => empty(inputsOf(list.current)),
  }));
  useEffect(() => {
    const inputs = inputsOf(list.current);
    return () => empty(inputs);
  }, []);
  const write = (words: readonly string[], from: number) => {
    const count = from === 0 ? lengthFor(words.length) : undefined;
    if (count !== undefined) setLength(count);
    const inputs = inputsOf(list.current);
    words.slice(0, MOST - from).forEach((word, at) => (inputs[from + at]!.value = word));
  };
  const take = (event: ClipboardEvent, at: number) => {
    const words = splitWords(event.clipboardData.getData('text'));
    if (words.length < 2) return;
    event.preventDefault();
    write(words, at);
  };
  return { list, length, setLength, write, take };
};

/** Puts all words of the clipboard into the fields. */
const Paste = ({
  disabled,
  onWords,
  onFail,
}: {
  disabled: boolean;
  onWords: (words: readonly string[]) => void;
  onFail: () => void;
}) => {
  const paste = async () => {
    try {
      onWords(splitWords(await navigator.clipboard.readText()));
    } catch {
      onFail();
    }
  };
  return (
    <Button look="ghost" size="s" icon="paste" disabled={disabled} onClick={() => void paste()}>
      {texts.paste}
    </Button>
  );
};

const Count = ({
  value,
  disabled,
  onChange,
}: {
  value: number;
  disabled: boolean;
  onChange: (count: number) => void;
}) => (
  <label className="row t-sm c-2">
    {texts.count}
    <select
      className="input words__count"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {PHRASE_LENGTHS.map((count) => (
        <option key={count} value={count}>
          {whole(count)}
        </option>
      ))}
    </select>
  </label>
);

type Props = { id: string; problem: string | undefined; disabled: boolean; ref: Ref<PhraseFields> };

/**
 * One field for each word of a phrase. React never holds what is typed. Several words that are pasted into one go on in those
 * behind it.
 */
export const WordsFields = ({ id, problem, disabled, ref }: Props) => {
  const { list, length, setLength, write, take } = useFields(ref);
  const [isUnread, tell] = useState(false);
  return (
    <>
      <div className="spread">
        <h2 id={`${id}-title`}>{texts.phrase}</h2>
        <Paste
          disabled={disabled}
          onWords={(words) => {
            tell(false);
            write(words, 0);
          }}
          onFail={() => tell(true)}
        />
      </div>
      <ol ref={list} className="words words--in" aria-labelledby={`${id}-title`}>
        {PLACES.map((at) => (
          <li key={at} hidden={at >= length}>
            <input
              className="input"
              aria-label={ecashTexts.words.word(whole(at + 1))}
              aria-describedby={problem === undefined ? undefined : `${id}-problem`}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              disabled={disabled}
              onPaste={(event) => take(event, at)}
            />
          </li>
        ))}
      </ol>
      <Count value={length} disabled={disabled} onChange={setLength} />
      {problem === undefined ? (
        <p className="hint">{texts.notes}</p>
      ) : (
        <Problem id={`${id}-problem`}>{problem}</Problem>
      )}
      {isUnread && <Problem>{texts.cannotPaste}</Problem>}
    </>
  );
};

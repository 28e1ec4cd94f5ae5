import { Problem } from '#ui/kit/problem.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { SecretText } from './secret-text.tsx';
import type { Phrase } from './use-phrase.ts';

const { words: texts } = ecashTexts;

/** Which choice was picked for each question, by its place; nothing that tells a word. */
export type Picked = Readonly<Record<number, number>>;

/** How many of the picked words are those of the phrase. */
export const rightOnes = ({ read }: Pick<Phrase, 'read'>, picked: Picked): number => {
  const { words, questions } = read();
  return questions.filter(({ place, choices }) => {
    const choice = picked[place];
    return choice !== undefined && choices[choice] === words[place - 1];
  }).length;
};

type Props = { phrase: Phrase; picked: Picked; onPick: (picked: Picked) => void; problem: string | undefined };

/** Asks for three words of the paper. */
export const WordsCheck = ({ phrase, picked, onPick, problem }: Props) => {
  const { questions } = phrase.read();
  const right = rightOnes(phrase, picked);
  const isDone = right === questions.length;
  const isWrong = !isDone && Object.keys(picked).length === questions.length;
  return (
    <>
      <p className="sheet__lead">{texts.checkLead}</p>
      <div className="pick3">
        {questions.map(({ place, choices }) => (
          <fieldset key={place} className="field">
            <legend className="field__label">{texts.word(whole(place))}</legend>
            <div className="chips">
              {choices.map((_, choice) => (
                <label key={choice} className="chip">
                  <input
                    className="vh"
                    type="radio"
                    name={`word ${place}`}
                    checked={picked[place] === choice}
                    onChange={() => onPick({ ...picked, [place]: choice })}
                  />
                  <SecretText
                    read={() => phrase.read().questions.find((one) => one.place === place)?.choices[choice] ?? ''}
                  />
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <output className="t-sm c-2 row">
        <i className="light light--l" data-s={isDone ? 'ok' : 'wait'} />
        {texts.right(whole(right), whole(questions.length))}
      </output>
      {isWrong && <Problem>{texts.wrong}</Problem>}
      {problem !== undefined && <Problem>{problem}</Problem>}
    </>
  );
};

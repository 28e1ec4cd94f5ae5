import { useId } from 'react';
import { MEMO_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';

type Props = { value: string; onChange: (text: string) => void; hint?: string };

/** What the other side reads. */
export const Memo = ({ value, onChange, hint = texts.memoHint }: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {texts.memo} <small>{hint}</small>
      </label>
      <input
        className="input"
        id={id}
        value={value}
        maxLength={MEMO_MAX_CHARACTERS}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};

import { useId } from 'react';
import { MEMO_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { ecashMovesTexts as texts } from '#ui/texts/ecash-moves.ts';

type Props = {
  value: string;
  onChange: (text: string) => void;
  label?: string;
  hint?: string;
  /** characters */
  most?: number;
};

/** What the other side reads. */
export const Memo = ({
  value,
  onChange,
  label = texts.memo,
  hint = texts.memoHint,
  most = MEMO_MAX_CHARACTERS,
}: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <small>{hint}</small>
      </label>
      <input
        className="input"
        id={id}
        value={value}
        maxLength={most}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};

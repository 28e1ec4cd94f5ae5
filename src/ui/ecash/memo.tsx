import { useId } from 'react';
import { movingTexts as texts } from '#ui/texts/moving.ts';

/** not in the specification: characters; invoices and tokens grow with it */
const MEMO_MAX = 100;

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
        maxLength={MEMO_MAX}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};

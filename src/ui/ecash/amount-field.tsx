import { useId, type FocusEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { readSats, withoutMarks } from '#domain/money/sats.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';

type Props = {
  /** as it was typed; `readSats` says what it is */
  value: string;
  onChange: (text: string) => void;
  /** what it comes to, below the field */
  hint?: ReactNode;
  problem?: string | undefined;
  /** keys of its own stand below it */
  hasKeypad?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** An amount of sats in large digits. Whole numbers are grouped once they are typed. */
export const AmountField = ({ value, onChange, hint, problem, hasKeypad = false, ref }: Props) => {
  const id = useId();
  const group = () => {
    const sats = readSats(value);
    if (sats !== undefined) onChange(whole(sats));
  };
  const ungroup = ({ target }: FocusEvent<HTMLInputElement>) => {
    const bare = withoutMarks(value);
    if (bare === value) return;
    // who comes by Tab finds all of it selected, and writes over it
    const isAll = target.selectionStart === 0 && target.selectionEnd === value.length;
    flushSync(() => onChange(bare));
    if (isAll) target.select();
  };
  return (
    <div className="field">
      <label className="vh" htmlFor={id}>
        {texts.amount}
      </label>
      <input
        ref={ref}
        className="amount-in"
        id={id}
        inputMode={hasKeypad ? 'none' : 'numeric'}
        autoComplete="off"
        placeholder="0"
        value={value}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
        onFocus={hasKeypad ? undefined : ungroup}
        onBlur={group}
      />
      <p className="center t-sm c-3" id={`${id}-hint`}>
        {hint ?? texts.sats}
      </p>
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </div>
  );
};

import { useId, type ReactNode, type Ref } from 'react';
import { Problem } from '#ui/kit/problem.tsx';
import { useGrouped } from '#ui/money/use-grouped.ts';
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
  const { onPointerDown, onFocus, onBlur } = useGrouped(value, onChange);
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
        onPointerDown={onPointerDown}
        onFocus={hasKeypad ? undefined : onFocus}
        onBlur={onBlur}
      />
      <p className="center t-sm c-3" id={`${id}-hint`}>
        {hint ?? texts.sats}
      </p>
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </div>
  );
};

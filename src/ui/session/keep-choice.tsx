import { useId } from 'react';
import { useSession } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { problemText } from '#ui/texts/problem-text.ts';

type Props = { checked: boolean; why: string; onChange: (checked: boolean) => void };

/** Whether a key is saved on this device; not offered, and why, where it cannot be encrypted (KEY-03, KEY-04). */
export const KeepChoice = ({ checked, why, onChange }: Props) => {
  const problem = useSession().savingProblem();
  const id = useId();
  return (
    <label className="checkline" aria-disabled={problem !== undefined || undefined}>
      <input
        className="check"
        type="checkbox"
        checked={checked && problem === undefined}
        disabled={problem !== undefined}
        aria-labelledby={id}
        aria-describedby={`${id}-why`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="item__txt">
        <b id={id}>{texts.nsec.keep}</b>
        <small id={`${id}-why`}>{problem === undefined ? why : problemText({ code: 'key', key: problem })}</small>
      </span>
    </label>
  );
};

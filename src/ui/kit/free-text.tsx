import { useId } from 'react';
import { Problem } from './problem.tsx';
import { useNoSecret } from './use-no-secret.ts';

type Props = {
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  /** characters */
  most: number;
  problem?: string | undefined;
};

/** A line of one's own words that others get. */
export const FreeText = ({ label, hint, value, onChange, most, problem }: Props) => {
  const id = useId();
  const [type, secret, onKeyDown] = useNoSecret(onChange);
  const told = secret ?? problem;
  return (
    <div className="field">
      <label htmlFor={id}>
        <span id={`${id}-name`}>{label}</span> <small id={`${id}-hint`}>{hint}</small>
      </label>
      <input
        className="input"
        id={id}
        aria-labelledby={`${id}-name`}
        dir="auto"
        value={value}
        maxLength={most}
        autoComplete="off"
        aria-invalid={told !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {told !== undefined && <Problem id={`${id}-problem`}>{told}</Problem>}
    </div>
  );
};

import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  icon?: IconName;
  label: string;
  /** a second line; says why, when the switch is disabled */
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A setting that acts at once; a row of a `.list`. */
export const SwitchRow = ({ icon, label, hint, checked, disabled = false, onChange }: Props) => {
  const id = useId();
  return (
    <label className="item" aria-disabled={disabled || undefined}>
      {icon && <Icon name={icon} />}
      <span className="item__txt">
        <b id={id}>{label}</b>
        {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <input
        className="switch"
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
};

import { Icon, type IconName } from './icon.tsx';
import './choice-row.css';

type Props = {
  icon: IconName;
  tone?: 'accent' | 'bad';
  title: string;
  /** a second line; says why, when the choice is disabled */
  why?: string | undefined;
  disabled?: boolean;
  /** what it leads to cannot be taken back */
  danger?: boolean;
  /** opens another dialog */
  opens?: boolean;
  onPress: () => void;
};

/** One way to go on, a row of a `.list`. */
export const ChoiceRow = ({
  icon,
  tone,
  title,
  why,
  disabled = false,
  danger = false,
  opens = true,
  onPress,
}: Props) => (
  <button
    type="button"
    className={danger ? 'item opt item--danger' : 'item opt'}
    disabled={disabled}
    aria-haspopup={opens ? 'dialog' : undefined}
    onClick={onPress}
  >
    <span className={tone ? `item__ico item__ico--${tone}` : 'item__ico'}>
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{title}</b>
      {why !== undefined && <small>{why}</small>}
    </span>
    {!disabled && <Icon name="next" size="s" />}
  </button>
);

import { Icon, type IconName } from './icon.tsx';

type ChipProps = { label: string; icon?: IconName; pressed?: boolean; onPress: () => void };

/** A choice that is on or off. */
export const Chip = ({ label, icon, pressed, onPress }: ChipProps) => (
  <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
    {icon !== undefined && <Icon name={icon} size="xs" />}
    <bdi>{label}</bdi>
  </button>
);

type RemovableProps = { label: string; icon?: IconName; removeLabel: string; onRemove: () => void };

/** Something in a list of short words that can be taken out. */
export const RemovableChip = ({ label, icon, removeLabel, onRemove }: RemovableProps) => (
  <li className="chip chip--rm">
    {icon !== undefined && <Icon name={icon} size="xs" />}
    <bdi>{label}</bdi>
    <button type="button" className="chip__x" aria-label={removeLabel} onClick={onRemove}>
      <Icon name="close" size="xs" />
    </button>
  </li>
);

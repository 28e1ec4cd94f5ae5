import { Icon, type IconName } from './icon.tsx';

type Props = { icon: IconName; label: string; hint?: string | undefined; onPress: () => void };

/** One thing to do in the list of a sheet that an ellipsis opens. */
export const MenuItem = ({ icon, label, hint, onPress }: Props) => (
  <button type="button" className="item" onClick={onPress}>
    <span className="item__ico">
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{label}</b>
      {hint !== undefined && <small>{hint}</small>}
    </span>
  </button>
);

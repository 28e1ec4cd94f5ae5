import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'children' | 'aria-label'> & {
  icon: IconName;
  /** the name for screen readers and the tooltip */
  label: string;
  size?: 's';
};

/** A button of 44 px with an icon alone. */
export const IconButton = ({ icon, label, size, ...rest }: Props) => (
  <button {...rest} type="button" className="tap" aria-label={label} title={label}>
    <Icon name={icon} {...(size && { size })} />
  </button>
);

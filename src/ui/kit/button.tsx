import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> &
  Pick<ButtonLook, 'look' | 'size'> & {
    icon?: IconName;
    type?: 'button' | 'submit';
    /** at work: drawn so, and pressing it again does nothing */
    busy?: boolean;
  };

/** A button with words on it. */
export const Button = ({ look, size, icon, type = 'button', busy = false, onClick, children, ...rest }: Props) => (
  <button
    {...rest}
    type={type === 'submit' ? 'submit' : 'button'}
    className={buttonClass({ ...(look && { look }), ...(size && { size }) })}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {icon !== undefined && <Icon name={icon} size="s" />}
    {children}
  </button>
);

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  tone?: 'ok' | 'warn' | 'bad' | 'value';
  icon: IconName;
  title: string;
  children?: ReactNode;
};

/** A message in the flow, above what it is about; told politely when it appears. */
export const Banner = ({ tone, icon, title, children }: Props) => (
  <output className={tone === undefined ? 'banner' : `banner banner--${tone}`}>
    <Icon name={icon} />
    <b>{title}</b>
    {children !== undefined && <span>{children}</span>}
  </output>
);

import type { ReactNode } from 'react';
import { Icon } from '#ui/kit/icon.tsx';

type Props = { id?: string | undefined; hidden?: boolean; children: ReactNode };

/** What went wrong, told at once; `id` for the field it is about; `hidden`: nothing did, and the place is there already. */
export const Problem = ({ id, hidden, children }: Props) => (
  <p className="err" id={id} role="alert" hidden={hidden}>
    <Icon name="alert" size="s" />
    {children}
  </p>
);

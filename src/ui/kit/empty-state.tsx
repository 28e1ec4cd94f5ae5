import type { ReactNode } from 'react';

/** The drawings of `icons.svg`, 150 wide, with their heights. */
const heights = { mast: 110, nut: 100, bird: 130 };

type Props = {
  /** mast: relays; nut: an error; bird: nothing to show */
  art: keyof typeof heights;
  title: string;
  /** 1 where the title names the whole screen */
  level?: 1 | 2;
  /** one sentence */
  children?: ReactNode;
  /** at most one primary button or link */
  action?: ReactNode;
};

/** What stands where nothing can be shown: a drawing, why, and what to do. */
export const EmptyState = ({ art, title, level = 2, children, action }: Props) => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <svg className="empty__art" viewBox={`0 0 150 ${heights[art]}`} aria-hidden="true">
        <use href={`#art-${art}`} />
      </svg>
      <Heading>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className="row empty__acts">{action}</div>}
    </div>
  );
};

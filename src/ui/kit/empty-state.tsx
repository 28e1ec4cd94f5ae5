import { useId, type ReactNode } from 'react';
import { LogoShapes } from './logo.tsx';

const Mast = () => (
  <svg className="empty__art" viewBox="0 0 150 110" aria-hidden="true">
    <g stroke="var(--line-strong)" strokeWidth="3" fill="none" strokeLinecap="round">
      <path d="M75 40 55 104M75 40l20 64M66 70h18M61 86h28" />
      <path d="M50 46a32 32 0 0 1 0-32M100 14a32 32 0 0 1 0 32" strokeDasharray="1 8" />
    </g>
    <circle cx="75" cy="30" r="7" fill="none" stroke="var(--bad)" strokeWidth="3" />
  </svg>
);

const Nut = () => (
  <svg className="empty__art" viewBox="0 0 150 100" aria-hidden="true">
    <path d="M20 90h110" stroke="var(--line-strong)" strokeWidth="2.5" strokeLinecap="round" />
    <g fill="none" stroke="var(--value)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
      <path d="M75 26c22 7 36 24 36 38 0 12-12 20-36 20s-36-8-36-20c0-14 14-31 36-38z" />
      <path d="M41 70c18 9 50 9 68 0M75 26l-7 14 10 10-8 16" />
    </g>
  </svg>
);

const Bird = () => (
  <svg className="empty__art" viewBox="0 0 150 130" aria-hidden="true">
    <path d="M104 0C100 30 110 62 103 92c-3 14-1 26-3 38h42c-5-34 2-66-3-98-2-12 0-22 1-32z" fill="var(--overlay)" />
    <path
      d="M114 10c3 14-2 26 2 40M126 22c-3 16 3 30 0 46M112 74c3 12 0 22 1 34M128 88c-2 10 1 20 0 30"
      stroke="var(--line-strong)"
      strokeWidth="2.5"
      fill="none"
      strokeLinecap="round"
    />
    <g transform="translate(34 22) scale(1.3)">
      <LogoShapes outline={useId()} />
    </g>
  </svg>
);

const drawings = { mast: Mast, nut: Nut, bird: Bird };

type Props = {
  /** mast: relays; nut: an error; bird: nothing to show */
  art: keyof typeof drawings;
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
  const Drawing = drawings[art];
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Drawing />
      <Heading>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className="row empty__acts">{action}</div>}
    </div>
  );
};

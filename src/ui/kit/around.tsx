import type { ReactNode } from 'react';

type Props = {
  /** what stands before and after */
  parts: readonly string[];
  children: ReactNode;
};

/** A sentence around a part of its own, such as a name; where the part stands differs from language to language. */
export const Around = ({ parts: [before, after], children }: Props) => (
  <>
    {before}
    {children}
    {after}
  </>
);

import type { ReactNode } from 'react';

type Props = {
  id: string;
  title: string;
  /** stands at the end of the heading's line */ aside?: ReactNode;
  children: ReactNode;
};

/** One section of the settings, with its heading. */
export const Section = ({ id, title, aside, children }: Props) => (
  <section className="sect" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
    <div className="sect__head">
      <h2 id={`${id}-title`}>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

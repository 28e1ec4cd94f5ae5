import type { ReactNode } from 'react';

/** One section of the settings, with its heading. */
export const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="sect" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
    <div className="sect__head">
      <h2 id={`${id}-title`}>{title}</h2>
    </div>
    {children}
  </section>
);

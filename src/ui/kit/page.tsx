import { useEffect, type ReactNode } from 'react';
import { texts } from '#ui/texts/app.ts';

type Props = {
  /** names the screen: title of the window, and its heading where it shows none of its own */
  title: string;
  /** the screen shows its own `h1` */
  ownHeading?: boolean;
  /** beside the column, from 1000 px on */
  aside?: ReactNode;
  busy?: boolean;
  children: ReactNode;
};

/** The frame of every screen: one column, `main`, its heading and the title of the window. */
export const Page = ({ title, ownHeading = false, aside, busy, children }: Props) => {
  useEffect(() => {
    document.title = `${title} · ${texts.shell.name}`;
  }, [title]);
  return (
    <div className="page page--wide">
      <main className="col" id="main" tabIndex={-1} aria-busy={busy}>
        {!ownHeading && <h1 className="vh">{title}</h1>}
        {children}
      </main>
      {aside}
    </div>
  );
};

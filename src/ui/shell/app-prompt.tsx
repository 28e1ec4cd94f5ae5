import { useId, type ReactNode } from 'react';
import { Logo } from '#ui/kit/logo.tsx';
import './app-prompt.css';

type Props = {
  title: string;
  children: ReactNode;
  /** buttons; left out while nothing can be chosen */
  acts?: ReactNode;
  busy?: boolean;
};

/** A word of the app about itself above the dock, which takes no focus: one reads on and answers when one likes. */
export const AppPrompt = ({ title, children, acts, busy = false }: Props) => {
  const id = useId();
  return (
    <section className="toast prompt" aria-labelledby={id}>
      <div className="toast__top">
        <span className="apptile">
          <Logo className="apptile__l" />
        </span>
        <div className="grow">
          <h2 id={id}>{title}</h2>
          <p>{children}</p>
        </div>
      </div>
      <output className="vh">{title}</output>
      {acts !== undefined && <div className="toast__acts">{acts}</div>}
      {busy && (
        <div className="stripe stripe--wait stripe--s" aria-hidden="true">
          <i />
        </div>
      )}
    </section>
  );
};

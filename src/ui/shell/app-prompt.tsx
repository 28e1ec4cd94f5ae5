import { useId, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { Logo } from '#ui/kit/logo.tsx';
import { focusMain } from './focus.ts';
import './app-prompt.css';

type Props = {
  title: string;
  children: ReactNode;
  /** buttons; left out while nothing can be chosen */
  acts?: ReactNode;
  busy?: boolean;
};

/** Once the prompt is gone with the focus in it, that is where it was before. */
const useFocusBack = () => {
  const prompt = useRef<HTMLElement>(null);
  const before = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const self = prompt.current!;
    return () => {
      if (!self.contains(document.activeElement)) return;
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true });
      else focusMain();
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!prompt.current!.contains(relatedTarget as Node | null)) before.current = relatedTarget;
  };
  return { ref: prompt, onFocus };
};

/** A word of the app about itself above the dock, which takes no focus: one reads on and answers when one likes. */
export const AppPrompt = ({ title, children, acts, busy = false }: Props) => {
  const id = useId();
  return (
    <section className="toast prompt" aria-labelledby={id} {...useFocusBack()}>
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

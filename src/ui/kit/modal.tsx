import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';

type Props = {
  className: string;
  onClose: () => void;
  /** the name, when no title inside gives it */
  label?: string | undefined;
  labelledBy?: string | undefined;
  children: ReactNode;
};

/** Where the focus goes when what had it before the dialog is gone. */
const focusMain = () => {
  if (document.activeElement === document.body || document.activeElement === null)
    document.getElementById('main')?.focus({ preventScroll: true });
};

const isBackdrop = (event: MouseEvent<HTMLDialogElement>): boolean => {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX, clientY, target, currentTarget } = event;
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
};

/**
 * A native modal dialog: the page behind is inert and does not scroll, Esc and a press beside it close, the focus goes in
 * and back. It is open as long as it is mounted; `onClose` is a wish that its owner grants.
 */
export const Modal = ({ className, onClose, label, labelledBy, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      focusMain();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc closes
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (isBackdrop(event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
};

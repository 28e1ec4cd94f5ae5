import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { markRoot } from './root-mark.ts';
import { cameOnTop, wentAway } from './topmost.ts';

type Props = {
  className: string;
  onClose: () => void;
  /** the name, when no title inside gives it */
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** gets the focus at first; left out: the first control */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** Where the focus goes when what had it before the dialog is gone. */
const focusMain = (closed: HTMLElement) => {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || closed.contains(activeElement))
    document.getElementById('main')?.focus({ preventScroll: true });
};

const scrollBarRoom = (): string => `${window.innerWidth - document.documentElement.clientWidth}px`;

/** The page behind stops scrolling; the room of its scroll bar stays, so that nothing moves. */
const keepRoom = (room: string) => {
  const { style } = document.body;
  if (document.querySelector('dialog:modal') === null && style.getPropertyValue('--scroll-bar') !== room)
    style.setProperty('--scroll-bar', room);
};

const isBackdrop = (event: MouseEvent<HTMLDialogElement>): boolean => {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX, clientY, target, currentTarget } = event;
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
};

/** Which of several was asked for first, from 1; 0 is the page's own. Its code may come last, it lies below the others all the same. */
export const ModalRank = createContext(0);

/** Of those that are to be open. */
const ranks = new WeakMap<Element, number>();

/** What was asked for later lies above, and keeps the focus that it had. */
const stayBelow = (shown: HTMLDialogElement, rank: number, focused: HTMLElement | null) => {
  ranks.set(shown, rank);
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    if ((ranks.get(other) ?? 0) <= rank) continue;
    other.close();
    other.showModal();
    cameOnTop(other);
    if (other.contains(focused)) focused!.focus();
  }
};

/**
 * A native modal dialog: the page behind is inert and does not scroll, Esc and a press beside it close, the focus goes in
 * and back. It is open as long as it is mounted; `onClose` is a wish that its owner grants.
 */
export const Modal = ({ className, onClose, label, labelledBy, initialFocus, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const rank = use(ModalRank);
  // read before the dialog is in the page, which would be laid out for that and once more when it is shown
  const [room] = useState(scrollBarRoom);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const focused = document.activeElement as HTMLElement | null;
    keepRoom(room);
    const unmark = markRoot('modal');
    shown.showModal();
    cameOnTop(shown);
    initialFocus?.current?.focus();
    stayBelow(shown, rank, focused);
    return () => {
      ranks.delete(shown);
      shown.close();
      wentAway(shown);
      unmark();
      focusMain(shown);
    };
  }, [initialFocus, rank, room]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc closes
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClose={({ currentTarget: shown }) => {
        // of several Esc in a row a browser lets a page refuse only the first ones
        if (shown.open || !ranks.has(shown)) return;
        shown.showModal();
        cameOnTop(shown);
      }}
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

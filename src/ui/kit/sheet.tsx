import {
  createContext,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { texts } from '#ui/texts/app.ts';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

type Focus = RefObject<HTMLElement | null>;

type Place = {
  readonly titleId: string;
  /** Gives something the focus: at once, and when the dialog opens. */
  readonly begin: (at: HTMLElement | null) => void;
};

/** The dialog that sheets share which follow each other. */
const Shared = createContext<Place | undefined>(undefined);

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** 704 px instead of 480 from 768 px on */
  wide?: boolean;
  /** buttons below the body, the main one last */
  foot?: ReactNode;
  /** gets the focus at first; left out: the title */
  initialFocus?: Focus;
  children: ReactNode;
};

type ContentProps = Pick<Props, 'title' | 'onClose' | 'foot' | 'children'> & { titleId: string; heading: Focus };

const Content = ({ title, titleId, heading, onClose, foot, children }: ContentProps) => (
  <>
    <div className="sheet__head">
      <h2 ref={heading as RefObject<HTMLHeadingElement | null>} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <IconButton icon="close" label={texts.shell.close} onClick={onClose} />
    </div>
    <div className="sheet__body">{children}</div>
    {foot !== undefined && <div className="sheet__foot">{foot}</div>}
  </>
);

/** What takes the place of the sheet before it in the same dialog; what opens over it has a dialog of its own. */
const Turn = ({ focus, children }: { focus: Focus; children: ReactNode }) => {
  const { begin } = use(Shared)!;
  useLayoutEffect(() => begin(focus.current), [begin, focus]);
  return <Shared value={undefined}>{children}</Shared>;
};

/** A sheet from the bottom edge, from 768 px on a dialog in the middle. */
export const Sheet = ({ title, onClose, wide = false, foot, initialFocus, children }: Props) => {
  const shared = use(Shared);
  const id = useId();
  const heading = useRef<HTMLElement>(null);
  const titleId = shared?.titleId ?? id;
  const content = (
    <Content title={title} titleId={titleId} heading={heading} onClose={onClose} foot={foot}>
      {children}
    </Content>
  );
  const focus = initialFocus ?? heading;
  if (shared) return <Turn focus={focus}>{content}</Turn>;
  return (
    <Modal className={wide ? 'sheet sheet--wide' : 'sheet'} labelledBy={titleId} initialFocus={focus} onClose={onClose}>
      {content}
    </Modal>
  );
};

/** One dialog for sheets that take each other's place: it stays open, and only what it shows changes. */
export const OneSheet = ({ onClose, children }: Pick<Props, 'onClose' | 'children'>) => {
  const titleId = useId();
  const first = useRef<HTMLElement>(null);
  const begin = useCallback((at: HTMLElement | null) => {
    first.current = at;
    at?.focus();
  }, []);
  const place = useMemo(() => ({ titleId, begin }), [titleId, begin]);
  return (
    <Modal className="sheet" labelledBy={titleId} initialFocus={first} onClose={onClose}>
      <Shared value={place}>{children}</Shared>
    </Modal>
  );
};

import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { texts } from '#ui/texts/app.ts';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** 704 px instead of 480 from 768 px on */
  wide?: boolean;
  /** buttons below the body, the main one last */
  foot?: ReactNode;
  /** gets the focus at first; left out: the title */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A sheet from the bottom edge, from 768 px on a dialog in the middle. */
export const Sheet = ({ title, onClose, wide = false, foot, initialFocus, children }: Props) => {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Modal
      className={wide ? 'sheet sheet--wide' : 'sheet'}
      labelledBy={titleId}
      initialFocus={initialFocus ?? heading}
      onClose={onClose}
    >
      <div className="sheet__head">
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={texts.shell.close} onClick={onClose} />
      </div>
      <div className="sheet__body">{children}</div>
      {foot !== undefined && <div className="sheet__foot">{foot}</div>}
    </Modal>
  );
};

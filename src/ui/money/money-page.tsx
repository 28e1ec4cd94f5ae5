import { useId, type ReactNode } from 'react';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Modal } from '#ui/kit/modal.tsx';
import { whole } from '#ui/texts/formats.ts';
import './money.css';

type Props = {
  title: string;
  /** how many things it shows */
  count?: number;
  onClose: () => void;
  /** 'narrow' is one column also on wide screens */
  width?: 'wide' | 'narrow';
  /** buttons beside the title */
  aside?: ReactNode;
  /** buttons below what is scrolled, on wide screens above it */
  acts?: ReactNode;
  children: ReactNode;
};

/** A page about money, over the whole screen. */
export const MoneyPage = ({ title, count, onClose, width = 'wide', aside, acts, children }: Props) => {
  const titleId = useId();
  return (
    <Modal className={`full full--money full--${width}`} labelledBy={titleId} onClose={onClose}>
      <div className="dock">
        <BackButton onBack={onClose} />
        <h1>
          <span id={titleId}>{title}</span>
          {count !== undefined && count > 0 && <small className="num"> {whole(count)}</small>}
        </h1>
        {aside}
      </div>
      <div className="scroll">{children}</div>
      {acts}
    </Modal>
  );
};

import { useId, type ReactNode } from 'react';
import { BackButton } from './back-button.tsx';
import { Modal } from './modal.tsx';

type Props = { title: string; onClose: () => void; className?: string; children: ReactNode };

/** An overlay over the whole screen with Back and a title. */
export const FullSheet = ({ title, onClose, className, children }: Props) => {
  const titleId = useId();
  return (
    <Modal className={className === undefined ? 'full' : `full ${className}`} labelledBy={titleId} onClose={onClose}>
      <div className="dock">
        <BackButton onBack={onClose} />
        <h1 id={titleId}>{title}</h1>
      </div>
      <div className="scroll">{children}</div>
    </Modal>
  );
};

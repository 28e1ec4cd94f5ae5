import { useId, type ReactNode } from 'react';
import { BackButton } from './back-button.tsx';
import { Modal } from './modal.tsx';

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** where Back leads, when it is not 'Back' */
  backLabel?: string;
  /** buttons at the end of the dock */
  actions?: ReactNode;
  children: ReactNode;
};

/** A sheet over the whole screen, from 768 px on docked at the right with the page in sight. */
export const SideSheet = ({ title, onClose, backLabel, actions, children }: Props) => {
  const titleId = useId();
  return (
    <Modal className="sheet sheet--side" labelledBy={titleId} onClose={onClose}>
      <div className="dock">
        <BackButton {...(backLabel !== undefined && { label: backLabel })} onBack={onClose} />
        <h1 id={titleId}>{title}</h1>
        {actions}
      </div>
      <div className="scroll">{children}</div>
    </Modal>
  );
};

import { useId } from 'react';
import { Modal } from '#ui/kit/modal.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { setBeside, useBeside } from './beside.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { useInspector } from './use-inspector.ts';

/** The inspector over the whole screen (`inspect=true`). */
export const InspectorOverlay = () => {
  const { close } = useOverlay('inspect');
  const titleId = useId();
  const parts = useInspector();
  const standsBeside = useBeside();
  const toSide = () => {
    setBeside(true);
    close();
  };
  if (standsBeside) return null;
  return (
    <Modal className="full full--insp" labelledBy={titleId} onClose={close}>
      <InspectorScreen {...parts} titleId={titleId} onClose={close} onSide={toSide} />
    </Modal>
  );
};

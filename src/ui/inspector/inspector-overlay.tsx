import { Modal } from '#ui/kit/modal.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { setBeside, useBeside } from './beside.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { useInspector } from './use-inspector.ts';

/** The inspector over the whole screen (`inspect=true`). */
export const InspectorOverlay = () => {
  const { close } = useOverlay('inspect');
  const parts = useInspector();
  const standsBeside = useBeside();
  const toSide = () => {
    setBeside(true);
    close();
  };
  if (standsBeside) return null;
  return (
    <Modal className="full full--insp" label={inspectorTexts.name} onClose={close}>
      <InspectorScreen {...parts} onClose={close} onSide={toSide} />
    </Modal>
  );
};

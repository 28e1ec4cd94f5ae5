import { useEffect, useEffectEvent, useRef } from 'react';
import { Modal } from '#ui/kit/modal.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { setBeside, useBeside } from '#ui/shell/inspector-beside.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { useInspector } from './use-inspector.ts';

/** The inspector over the whole screen (`inspect=true`); where it stands beside the app, the address drops that. */
export const InspectorOverlay = () => {
  const { close } = useOverlay('inspect');
  const parts = useInspector();
  const standsBeside = useBeside();
  const hasLeft = useRef(false);
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!standsBeside || hasLeft.current) return;
    hasLeft.current = true;
    leave();
  }, [standsBeside]);
  if (standsBeside) return null;
  return (
    <Modal className="full full--insp" label={inspectorTexts.name} onClose={close}>
      <InspectorScreen {...parts} onClose={close} onSide={() => setBeside(true)} />
    </Modal>
  );
};

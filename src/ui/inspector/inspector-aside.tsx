import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { AppSearch } from '#ui/search-params.ts';
import { Modal } from '#ui/kit/modal.tsx';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { useMedia } from '#ui/kit/use-media.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { focusMain } from '#ui/shell/focus.ts';
import { useArea } from '#ui/system-context.ts';
import { HAS_ROOM, setBeside, useBeside } from '#ui/shell/inspector-beside.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { holdsRecording, useInspector } from './use-inspector.ts';

const close = () => setBeside(false);

/** Where it had the focus when it goes, the content of the screen gets it. */
const useFocusLeft = (): RefObject<HTMLElement | null> => {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shown = box.current;
    return () => {
      if (shown?.contains(document.activeElement)) focusMain();
    };
  }, []);
  return box;
};

const Beside = () => {
  const parts = useInspector();
  const box = useFocusLeft();
  useRootMark('beside');
  return (
    <aside ref={box} className="full full--insp full--beside" aria-label={inspectorTexts.name}>
      <InspectorScreen {...parts} onClose={close} />
    </aside>
  );
};

/** Until there is room for both again it lies over the app. */
const Over = () => {
  const parts = useInspector();
  return (
    <Modal className="full full--insp" label={inspectorTexts.name} onClose={close}>
      <InspectorScreen {...parts} onClose={close} />
    </Modal>
  );
};

/** Says that a recording runs, or is not saved, while the inspector is out of sight, and leads back to it. */
const StillRecording = () => {
  const open = useOpenOverlay();
  const recording = useSelector(useArea('inspector'), (snapshot) => snapshot.hasTag('recording'));
  const texts = inspectorTexts.record;
  return (
    <button type="button" className="recchip" onClick={() => open({ inspect: true })}>
      {recording && <i className="recdot" />}
      {recording ? texts.still : texts.unsaved}
      <span className="vh">{texts.back}</span>
    </button>
  );
};

/** What is there of the inspector beside and over the app while one uses it; the browser asks before it loses a recording. */
export const InspectorAside = () => {
  const { inspect }: AppSearch = useSearch({ strict: false });
  const held = useSelector(useArea('inspector'), holdsRecording);
  const wanted = useBeside();
  const hasRoom = useMedia(HAS_ROOM);
  useEffect(() => {
    if (!held) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [held]);
  if (wanted) return hasRoom ? <Beside /> : <Over />;
  return held && !inspect && <StillRecording />;
};

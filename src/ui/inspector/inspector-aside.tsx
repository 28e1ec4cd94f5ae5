import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { AppSearch } from '#ui/search-params.ts';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { setBeside, useBeside } from './beside.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { useInspector } from './use-inspector.ts';

const Beside = () => {
  const parts = useInspector();
  useRootMark('beside');
  return (
    <aside className="full full--insp full--beside" aria-label={inspectorTexts.name}>
      <InspectorScreen {...parts} onClose={() => setBeside(false)} />
    </aside>
  );
};

/** Says that a recording runs while the inspector is out of sight, and leads back to it. */
const StillRecording = () => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="recchip" onClick={() => open({ inspect: true })}>
      <i className="recdot" />
      {inspectorTexts.record.still}
      <span className="vh">{inspectorTexts.record.back}</span>
    </button>
  );
};

/** What is there of the inspector beside and over the app while one uses it. */
export const InspectorAside = () => {
  const { inspect }: AppSearch = useSearch({ strict: false });
  const recording = useSelector(useArea('inspector'), (snapshot) => snapshot.hasTag('recording'));
  if (useBeside()) return <Beside />;
  return recording && !inspect && <StillRecording />;
};

import { useEffect, useEffectEvent } from 'react';
import type { Inspector } from '#ports/inspector.ts';
import { useArea, useSystem, type System } from '#ui/system-context.ts';
import { isBeside } from '#ui/shell/inspector-beside.ts';
import type { Inspecting } from './inspector-context.ts';

const running = (system: System): Inspector => {
  const inspector = system.inspector();
  if (inspector === undefined) throw new Error("The part 'inspector' is not running");
  return inspector;
};

/** The inspector, open or not; suspends until it runs. */
export const useRunningInspector = (): Pick<Inspecting, 'inspector' | 'ref'> => {
  const ref = useArea('inspector');
  return { inspector: running(useSystem()), ref };
};

/** Whether a recording runs, or is not saved yet. */
export const holdsRecording = (snapshot: { hasTag(tag: 'recording' | 'recorded'): boolean }): boolean =>
  snapshot.hasTag('recording') || snapshot.hasTag('recorded');

/**
 * The inspector, open for as long as this view is shown. While a recording runs or is not saved, or it stands beside the app,
 * it goes on without the view.
 */
export const useInspector = (): Pick<Inspecting, 'inspector' | 'ref'> => {
  const { inspector, ref } = useRunningInspector();
  const leave = useEffectEvent(() => {
    if (!isBeside() && !holdsRecording(ref.getSnapshot())) ref.send({ type: 'inspector.close' });
  });
  useEffect(() => {
    ref.send({ type: 'inspector.open' });
    return () => leave();
  }, [ref]);
  return { inspector, ref };
};

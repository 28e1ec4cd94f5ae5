import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Modal } from '#ui/kit/modal.tsx';
import { useOpenOverlay, useOverlay, wasOpenedHere } from '#ui/overlay.ts';
import { setBeside, useBeside } from '#ui/shell/inspector-beside.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import type { Inspecting } from './inspector-context.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { useInspector } from './use-inspector.ts';

/** A recording that is open has an entry of its own in the history: the way back leads from it to the page as it is. */
const useReplayEntry = (ref: Inspecting['ref'], isReplay: boolean, standsBeside: boolean) => {
  const router = useRouter();
  const open = useOpenOverlay();
  const isOpen = useSelector(ref, ({ context }) => context.isOpen);
  const wasReplay = useRef(false);
  const goes = useEffectEvent(() => {
    if (wasOpenedHere(router)) router.history.back();
    else open({ inspect: true }, '', true);
  });
  const comes = useEffectEvent(() => {
    if (!standsBeside && !isReplay) open({ inspect: 'replay' });
  });
  const isLeft = useEffectEvent(() => {
    if (!standsBeside && isOpen) ref.send({ type: 'inspector.leave' });
  });
  useEffect(() => {
    if (isOpen) comes();
  }, [isOpen]);
  useEffect(() => {
    if (wasReplay.current && !isReplay) isLeft();
    wasReplay.current = isReplay;
  }, [isReplay]);
  useEffect(() => {
    if (!standsBeside && isReplay && !isOpen) goes();
  }, [standsBeside, isReplay, isOpen]);
};

/** The inspector over the whole screen (`inspect=true`); where it stands beside the app, the address drops that. */
export const InspectorOverlay = () => {
  const { value, close } = useOverlay('inspect');
  const parts = useInspector();
  const standsBeside = useBeside();
  const left = useRef<typeof value>(undefined);
  const leave = useEffectEvent(close);
  useReplayEntry(parts.ref, value === 'replay', standsBeside);
  useEffect(() => {
    if (!standsBeside || left.current === value) return;
    left.current = value;
    leave();
  }, [standsBeside, value]);
  if (standsBeside) return null;
  return (
    <Modal className="full full--insp" label={inspectorTexts.name} onClose={close}>
      <InspectorScreen {...parts} onClose={close} onSide={() => setBeside(true)} />
    </Modal>
  );
};

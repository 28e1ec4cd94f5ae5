import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { useDroppedByRestore } from './use-relays.ts';

/** Back to the relays of the start; asks first when relays of the user would be dropped (RELAY-28). */
export const useRestoreRelays = (onDone = () => {}): (() => void) => {
  const directory = useArea('relay-directory');
  const open = useOpenOverlay();
  const dropped = useDroppedByRestore();
  return () => {
    if (dropped.length > 0) return open({ restoreRelays: true });
    directory.send({ type: 'relays.restore' });
    onDone();
  };
};

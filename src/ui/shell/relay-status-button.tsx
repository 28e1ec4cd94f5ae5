import { useOpenOverlay } from '#ui/overlay.ts';
import { texts } from '#ui/texts/app.ts';
import { isRead, useRelayLines } from '#ui/relays/use-relay-lines.ts';
import { StatusLights } from './status-lights.tsx';

/** The lights of the first nine read relays, row by row; opens Relay Management (HEAD-02 to HEAD-04). */
export const RelayStatusButton = () => {
  const open = useOpenOverlay();
  const read = useRelayLines().filter(isRead);
  const connected = read.filter(({ light }) => light === 'ok').length;
  return (
    <button
      type="button"
      className="tap"
      title={texts.relays.status}
      aria-label={texts.relays.statusOf(connected, read.length)}
      aria-haspopup="dialog"
      onClick={() => open({ relayStatus: true })}
    >
      <StatusLights lines={read} />
    </button>
  );
};

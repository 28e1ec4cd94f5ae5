import { STATUS_LIGHTS_MAX } from '#domain/limits.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { texts } from '#ui/texts.ts';
import { isRead, useRelayLines } from './relay-lines.ts';

/** The lights of the first nine read relays, row by row; opens the list of relays (HEAD-02 to HEAD-04). */
export const RelayLights = () => {
  const open = useOpenOverlay();
  const read = useRelayLines().filter(isRead);
  const connected = read.filter(({ light }) => light === 'ok').length;
  const shown = read.slice(0, STATUS_LIGHTS_MAX);
  const empty = Array.from({ length: STATUS_LIGHTS_MAX - shown.length }, (_, index) => index);
  return (
    <button
      type="button"
      className="tap"
      title={texts.relays.status}
      aria-label={texts.relays.statusOf(connected, read.length)}
      aria-haspopup="dialog"
      onClick={() => open({ relayStatus: true })}
    >
      <span className="lights">
        {shown.map(({ url, light }) => (
          <i key={url} className="light" data-s={light} />
        ))}
        {empty.map((place) => (
          <i key={place} className="light light--none" />
        ))}
      </span>
    </button>
  );
};

import type { RelayLine } from './relay-lines.ts';

/** at most this many read relays as lights, in three rows (HEAD-03) */
export const STATUS_LIGHTS_MAX = 9;

/** The lights of at most nine relays in three rows (HEAD-03). */
export const StatusLights = ({ lines }: { lines: readonly RelayLine[] }) => (
  <span className="lights">
    {Array.from({ length: STATUS_LIGHTS_MAX }, (_, place) => {
      const light = lines[place]?.light;
      return <i key={place} className={light === undefined ? 'light light--none' : 'light'} data-s={light} />;
    })}
  </span>
);

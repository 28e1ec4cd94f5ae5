import { STATUS_LIGHTS_MAX } from '#domain/shell/shell-limits.ts';
import type { RelayLine } from '#ui/relays/use-relay-lines.ts';

/** The lights of at most nine relays in three rows (HEAD-03). */
export const StatusLights = ({ lines }: { lines: readonly RelayLine[] }) => (
  <span className="lights">
    {Array.from({ length: STATUS_LIGHTS_MAX }, (_, place) => {
      const light = lines[place]?.light;
      return <i key={place} className={light === undefined ? 'light light--none' : 'light'} data-s={light} />;
    })}
  </span>
);

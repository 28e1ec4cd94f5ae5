import { linkLabel } from '#domain/text/web-url.ts';
import { useRelayLines } from '#ui/relays/use-relay-lines.ts';
import { RelayPace } from './relay-pace.tsx';

/** The relays in use and how each stands now. */
export const RelayLines = () => (
  <ul className="list">
    {useRelayLines().map((line) => (
      <li key={line.url} className="item relayline">
        <i className="light light--l" data-s={line.light} />
        <span className="item__txt">
          <b className="t-sm clip">{linkLabel(line.url)}</b>
        </span>
        <RelayPace {...line} />
      </li>
    ))}
  </ul>
);

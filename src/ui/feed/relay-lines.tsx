import { linkLabel } from '#domain/web-url.ts';
import { useRelayLines } from '#ui/shell/relay-lines.ts';
import { feedTexts } from '#ui/texts/feed.ts';

const TONES = { ok: 'c-3', wait: 'c-warn', bad: 'c-bad', off: 'c-3' } as const;

/** The relays in use and how each stands now. */
export const RelayLines = () => (
  <ul className="list">
    {useRelayLines().map(({ url, state, light }) => (
      <li key={url} className="item relayline">
        <i className="light light--l" data-s={light} />
        <span className="item__txt">
          <b className="t-sm clip">{linkLabel(url)}</b>
        </span>
        <span className={`num t-xs ${TONES[light]}`}>{feedTexts.relayStates[state]}</span>
      </li>
    ))}
  </ul>
);

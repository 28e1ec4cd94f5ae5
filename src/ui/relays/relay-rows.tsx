import { IconButton } from '#ui/kit/icon-button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useRelayLines, type RelayLine } from './use-relay-lines.ts';
import { PermissionButton } from './permission-button.tsx';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayEntries, useRelayWords } from './use-relays.ts';

const TONES = { calm: undefined, warn: 'c-warn', bad: 'c-bad' } as const;

/** The light, the name and the state of a relay; opens what there is to know of it. */
const RelayState = (line: RelayLine) => {
  const open = useOpenOverlay();
  const { text, tone } = useRelayWords(line);
  const name = relayName(line.url);
  return (
    <button
      type="button"
      className="rl__open"
      aria-label={`${name} ${text}`}
      aria-haspopup="dialog"
      onClick={() => open({ relay: line.url })}
    >
      <i className="light light--l" data-s={line.light} />
      <span className="item__txt">
        <b dir="ltr">{name}</b> <small className={TONES[tone]}>{text}</small>
      </span>
    </button>
  );
};

/** The relays of the user with state, permission and a way out (RELAY-02, SET-32). */
export const RelayRows = ({ onSay }: { onSay: (text: string) => void }) => {
  const open = useOpenOverlay();
  const entries = useRelayEntries();
  const lines = useRelayLines();
  return (
    <ul className="list" aria-label={relayTexts.list}>
      {lines.map((line) => {
        const entry = entries.find(({ url }) => url === line.url);
        return (
          <li key={line.url} className="item rl">
            <RelayState {...line} />
            {entry && <PermissionButton entry={entry} onSay={onSay} />}
            {entry && (
              <IconButton
                icon="close"
                size="s"
                label={relayTexts.remove(relayName(line.url))}
                aria-haspopup="dialog"
                onClick={() => open({ removeRelay: line.url })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
};

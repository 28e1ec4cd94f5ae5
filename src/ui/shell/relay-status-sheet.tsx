import { linkLabel } from '#domain/web-url.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts.ts';
import { isRead, useRelayLines, type RelayLine } from './relay-lines.ts';

const TONES = { ok: 'c-ok', wait: 'c-warn', bad: 'c-bad', off: 'c-3' } as const;

const RelayRow = ({ url, use, state, light }: RelayLine) => {
  const directory = useArea('relay-directory');
  return (
    <li className="item">
      <i className="light light--l" data-s={light} />
      <span className="item__txt">
        <b title={url}>{linkLabel(url)}</b>
        <small>
          {texts.relays.uses[use]}, <span className={TONES[light]}>{texts.relays.states[state]}</span>
        </small>
      </span>
      {state === 'given up' && (
        <Button look="line" size="s" onClick={() => directory.send({ type: 'relay.retry', url })}>
          {texts.relays.retry}
        </Button>
      )}
    </li>
  );
};

const RelayGroup = ({ title, lines }: { title: string; lines: readonly RelayLine[] }) =>
  lines.length > 0 && (
    <section className="stack relays__group">
      <h3 className="t-sm c-2">{title}</h3>
      <ul className="list">
        {lines.map((line) => (
          <RelayRow key={line.url} {...line} />
        ))}
      </ul>
    </section>
  );

/** Every relay in use and how it stands, in words (`relayStatus=true`). */
export const RelayStatusSheet = () => {
  const { close } = useOverlay('relayStatus');
  const directory = useArea('relay-directory');
  const lines = useRelayLines();
  const read = lines.filter(isRead);
  return (
    <Sheet
      title={texts.relays.status}
      onClose={close}
      foot={
        read.length === 0 ? (
          <Button look="primary" onClick={() => directory.send({ type: 'relays.restore' })}>
            {texts.relays.restore}
          </Button>
        ) : (
          <Button onClick={close}>{texts.shell.close}</Button>
        )
      }
    >
      <p className="sheet__lead">{read.length === 0 ? texts.relays.none : texts.relays.lead}</p>
      <RelayGroup title={texts.relays.read} lines={read} />
      <RelayGroup title={texts.relays.other} lines={lines.filter((line) => !isRead(line))} />
    </Sheet>
  );
};

import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { addedEntry } from '#domain/relays/added-entry.ts';
import { isKeptOut } from '#domain/relays/kept-out.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { isRead, useRelayLines, type RelayLine } from './use-relay-lines.ts';
import { useArea, useOnline } from '#ui/system-context.ts';
import { RelayInformation } from './relay-information.tsx';
import { RelayTest } from './relay-test.tsx';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayDefaults, useRelayEntries, useRelayWords } from './use-relays.ts';
import { useHealth } from './use-health.ts';
import './relays.css';

const TONES = { calm: 'c-2', warn: 'c-warn', bad: 'c-bad' } as const;

/** How the relay stands now, with a way to connect to it again. */
const State = (line: RelayLine) => {
  const directory = useArea('relay-directory');
  const { text, tone } = useRelayWords(line);
  const isOnline = useOnline();
  const isOff = isOnline && line.state === 'not connected' && isRead(line);
  return (
    <div className="row rs__state">
      <i className="light light--l" data-s={line.light} />
      <output className={`grow ${TONES[tone]}`}>{text}</output>
      {(isOff || line.state === 'given up' || line.state === 'resting') && (
        <Button look="line" size="s" onClick={() => directory.send({ type: 'relay.retry', url: line.url })}>
          {relayTexts.connectAgain}
        </Button>
      )}
    </div>
  );
};

/** What the relay is used for, and why it is there. */
const Place = ({ url, line }: { url: string; line: RelayLine | undefined }) => {
  const entry = useRelayEntries().find((known) => known.url === url);
  const reason = entry ? (entry.source ?? 'default') : line ? 'profile' : 'guest';
  return (
    <dl className="kv">
      <dt>{relayTexts.sheet.use}</dt>
      <dd>
        {entry ? relayTexts.permissions[entry.permission] : line ? relayTexts.profileUse : relayTexts.sheet.unlisted}
      </dd>
      <dt>{relayTexts.sheet.why}</dt>
      <dd>{relayTexts.sheet.reasons[reason]}</dd>
    </dl>
  );
};

/** Why nothing can come of adding the relay. */
const useObstacle = (url: string): string | undefined => {
  const entries = useRelayEntries();
  const isKept = isKeptOut(url, useRelayDefaults());
  if (isKept) return relayTexts.keptOutWhy;
  const isListed = entries.some((entry) => entry.url === url);
  return !isListed && entries.length >= POOL_MAX_CONNECTIONS ? relayTexts.add.full : undefined;
};

/** Takes the relay into the set. */
const useAdd = (url: string) => {
  const directory = useArea('relay-directory');
  const defaults = useRelayDefaults();
  return () => directory.send({ type: 'relay.add', entry: addedEntry(url, defaults) });
};

type FootProps = { url: string; obstacle: string | undefined; onClose: () => void };

const Foot = ({ url, obstacle, onClose }: FootProps) => {
  const add = useAdd(url);
  const open = useOpenOverlay();
  const isListed = useRelayEntries().some((entry) => entry.url === url);
  return (
    <>
      {isListed ? (
        <Button look="danger-quiet" aria-haspopup="dialog" onClick={() => open({ removeRelay: url })}>
          {relayTexts.removal.confirm}
        </Button>
      ) : (
        <Button look="line" disabled={obstacle !== undefined} onClick={add}>
          {relayTexts.sheet.add}
        </Button>
      )}
      <Button look="primary" onClick={onClose}>
        {relayTexts.done}
      </Button>
    </>
  );
};

/** A relay that somebody's link names: until it is added, nothing is asked of it or of a name server. */
const Question = ({ url, onClose }: { url: string; onClose: () => void }) => {
  const add = useAdd(url);
  const obstacle = useObstacle(url);
  return (
    <Sheet
      title={relayTexts.question.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{relayTexts.question.cancel}</Button>
          <Button look="primary" disabled={obstacle !== undefined} onClick={add}>
            {relayTexts.question.add}
          </Button>
        </>
      }
    >
      <div className="code">
        <span dir="ltr">{url}</span>
      </div>
      <p className="sheet__lead">{obstacle ?? relayTexts.question.lead}</p>
    </Sheet>
  );
};

/** Whether the relay is one the app has to do with. */
const useIsKnown = (url: string): boolean => {
  const directory = useArea('relay-directory');
  const isConnected = useSelector(directory, ({ context }) => url in context.connections);
  const isLine = useRelayLines().some((line) => line.url === url);
  const wasAsked = url in useHealth();
  return isConnected || isLine || wasAsked;
};

const RelayOrQuestion = (props: { url: string; onClose: () => void }) =>
  useIsKnown(props.url) ? <Relay {...props} /> : <Question {...props} />;

const Relay = ({ url, onClose }: { url: string; onClose: () => void }) => {
  const line = useRelayLines().find((known) => known.url === url);
  const obstacle = useObstacle(url);
  return (
    <Sheet title={relayName(url)} onClose={onClose} foot={<Foot url={url} obstacle={obstacle} onClose={onClose} />}>
      {line && <State {...line} />}
      {obstacle !== undefined && <p className="sheet__lead">{obstacle}</p>}
      <div className="code">
        <span dir="ltr">{url}</span>
        <CopyButton bare text={url} label={relayTexts.sheet.address} />
      </div>
      <Place url={url} line={line} />
      <ErrorBoundary>
        <Suspense>
          <RelayTest key={url} url={url} />
          <RelayInformation url={url} />
        </Suspense>
      </ErrorBoundary>
    </Sheet>
  );
};

/** One relay looked at closely: how it stands, what it says of itself, and a test of it (`relay={url}`); a new one only once it is added. */
export const RelaySheet = () => {
  const { value = '', close } = useOverlay('relay');
  const url = normalizeRelayUrl(value);
  if (url !== undefined) return <RelayOrQuestion url={url} onClose={close} />;
  return (
    <Sheet title={relayTexts.sheet.notRelay} onClose={close}>
      <p className="sheet__lead">{value}</p>
    </Sheet>
  );
};

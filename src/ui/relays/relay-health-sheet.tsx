import { useSelector } from '@xstate/react';
import { useState, type KeyboardEvent } from 'react';
import type { RelayHealth } from '#domain/relays/relay-health.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useSeconds } from '#ui/kit/use-clock.ts';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { healthWords } from './health-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { useHealthRecords } from './use-health.ts';
import { relayName } from './use-relays.ts';
import './relays.css';

const { healthSheet } = relayTexts;

type Part = 'healthy' | 'unhealthy';
const PARTS = ['healthy', 'unhealthy'] as const satisfies readonly Part[];

const isSound = ({ isHealthy, flapping }: RelayHealth): boolean => isHealthy && !flapping;

const HealthRow = ({ record, now }: { record: RelayHealth; now: number }) => {
  const { speed, rate, success, requests, lastSuccess, lastFailure } = healthWords(record, now);
  const facts = [
    [healthSheet.success, success],
    [healthSheet.requests, requests],
    [healthSheet.lastSuccess, lastSuccess],
    [healthSheet.lastFailure, lastFailure],
  ] as const;
  return (
    <li className="hr">
      <div className="spread">
        <b className="row hr__name">
          <i className="light light--l" data-s={isSound(record) ? 'ok' : 'bad'} />
          <span dir="ltr">{relayName(record.url)}</span>
        </b>
        <b className="num nowrap" title={healthSheet.speed}>
          {speed}
        </b>
      </div>
      <div
        className={isSound(record) ? 'stripe stripe--s stripe--ok' : 'stripe stripe--s stripe--bad'}
        aria-hidden="true"
      >
        <i style={{ inlineSize: `${rate}%` }} />
      </div>
      {record.flapping && <p className="hint">{relayTexts.stands.flapping}</p>}
      <dl className="hr__d">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

type TabsProps = { shown: Part; counts: Readonly<Record<Part, number>>; onShow: (part: Part) => void };

const Tabs = ({ shown, counts, onShow }: TabsProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = shown === 'healthy' ? 'unhealthy' : 'healthy';
    onShow(other);
    document.getElementById(`health-${other}`)?.focus();
  };
  return (
    <div className="tabs htabs" role="tablist" aria-label={relayTexts.health} onKeyDown={onKeyDown} tabIndex={-1}>
      {PARTS.map((part) => (
        <button
          key={part}
          id={`health-${part}`}
          type="button"
          role="tab"
          aria-selected={part === shown}
          aria-controls="health-panel"
          tabIndex={part === shown ? 0 : -1}
          onClick={() => onShow(part)}
        >
          {healthSheet[part]} <span className="num">{counts[part]}</span>
        </button>
      ))}
    </div>
  );
};

/** How the relays answered so far, the healthy and the unhealthy ones (`relayHealth=true`, RELAY-35 to RELAY-39). */
export const RelayHealthSheet = () => {
  const { close } = useOverlay('relayHealth');
  const [shown, show] = useState<Part>('healthy');
  const health = useArea('relay-health');
  const isBusy = useSelector(health, (snapshot) => snapshot.hasTag('busy'));
  const now = useSeconds();
  const records = useHealthRecords();
  const of = (part: Part) =>
    records.filter((record) => (part === 'healthy' ? isSound(record) : record.isUnhealthy || record.flapping));
  const listed = of(shown);
  return (
    <Sheet
      title={relayTexts.health}
      onClose={close}
      foot={
        <>
          {shown === 'healthy' ? (
            <Button look="line" icon="refresh" busy={isBusy} onClick={() => health.send({ type: 'health.check' })}>
              {healthSheet.check}
            </Button>
          ) : (
            <Button look="line" onClick={() => health.send({ type: 'health.reset' })}>
              {healthSheet.reset}
            </Button>
          )}
          <Button look="primary" onClick={close}>
            {relayTexts.done}
          </Button>
        </>
      }
    >
      <Tabs shown={shown} counts={{ healthy: of('healthy').length, unhealthy: of('unhealthy').length }} onShow={show} />
      <div role="tabpanel" id="health-panel" aria-labelledby={`health-${shown}`} className="stack">
        {listed.length === 0 ? (
          <EmptyState art={shown === 'healthy' ? 'mast' : 'bird'} title={healthSheet.none[shown]} />
        ) : (
          <ul className="list">
            {listed.map((record) => (
              <HealthRow key={record.url} record={record} now={now} />
            ))}
          </ul>
        )}
        {shown === 'unhealthy' && <p className="hint">{healthSheet.rule}</p>}
      </div>
    </Sheet>
  );
};

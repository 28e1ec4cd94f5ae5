import { useState } from 'react';
import type { RelayCopy } from '#domain/ecash/ledger/outbox.ts';
import { Button } from '#ui/kit/button.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { relayName } from '#ui/relays/use-relays.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { agoOf } from './copies-line.tsx';
import { EcashPage } from './ecash-page.tsx';
import { useEcash, useEcashCopies, useEcashStand } from '#ui/ecash/use-ecash.ts';

const LIGHTS = { all: 'ok', part: 'wait', nothing: 'bad' } as const;

const Relay = ({ copy: { url, has, at, failed }, now }: { copy: RelayCopy; now: number }) => {
  const { copies: texts } = ecashTexts;
  const stands =
    has === 'all' && at !== undefined
      ? texts.all(agoOf(at, Math.max(at, now)))
      : texts[has === 'part' ? 'part' : 'nothing'];
  return (
    <li className="item">
      <i className="light light--l" data-s={LIGHTS[has]} aria-hidden="true" />
      <span className="item__txt">
        <b className="clip" dir="ltr">
          {relayName(url)}
        </b>
        <small>{stands}</small>
        {failed?.reason && <small dir="auto">{problemText(failed.reason)}</small>}
      </span>
    </li>
  );
};

/** What each relay holds of the ecash, since when, and whether the user wants it there. */
export const CopiesPage = ({ onClose }: { onClose: () => void }) => {
  const { copies: texts } = ecashTexts;
  const stand = useEcashStand();
  const copies = useEcashCopies();
  const { keepOnRelays, copyAgain } = useEcash();
  const [now] = useState(Date.now);
  if (!stand?.exists) return <EcashPage onClose={onClose} />;
  const isOn = copies?.isOn ?? true;
  const isMissing = isOn && copies?.relays.some(({ has }) => has !== 'all');
  return (
    <MoneyPage title={texts.title} onClose={onClose} width="narrow">
      <div className="wl">
        <section className="wl__part">
          <p>{texts.lead}</p>
          <div className="list">
            <SwitchRow
              label={texts.keep}
              hint={isOn ? texts.keepOn : texts.keepOff}
              checked={isOn}
              onChange={keepOnRelays}
            />
          </div>
        </section>
        <section className="wl__part">
          <h2>{texts.list}</h2>
          {copies && copies.relays.length > 0 ? (
            <ul className="list" aria-label={texts.list}>
              {copies.relays.map((copy) => (
                <Relay key={copy.url} copy={copy} now={now} />
              ))}
            </ul>
          ) : (
            <p className="hint">{texts.noRelays}</p>
          )}
          {isMissing && copies?.state === 'not here' && <p className="hint">{texts.locked}</p>}
          {isMissing && copies?.state !== 'not here' && (
            <div className="row">
              <Button icon="refresh" busy={copies?.state === 'telling'} onClick={copyAgain}>
                {texts.again}
              </Button>
            </div>
          )}
        </section>
      </div>
    </MoneyPage>
  );
};

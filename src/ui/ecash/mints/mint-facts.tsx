import { useState } from 'react';
import type { Keyset, MethodOffer, MintFacts } from '#domain/ecash/mints/mint.ts';
import { hasEnded } from '#domain/ecash/proofs/rotation.ts';
import { SECOND } from '#domain/units.ts';
import { InParts } from '#ui/kit/in-parts.tsx';
import { dayOfYear } from '#ui/texts/dates.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';

const { mintPage: texts } = ecashTexts;

/** characters of the id of a keyset that are shown */
const ID_SHOWN = 8;
const PER_THOUSAND = 1_000;

/** What the mint takes for spending coins of a keyset. */
const feeLabel = (ppk: number): string => {
  if (ppk === 0) return texts.noFee;
  const coins = PER_THOUSAND / ppk;
  return coins > 1 && Number.isInteger(coins)
    ? texts.feePer(whole(coins))
    : texts.feeEach(whole(ppk / PER_THOUSAND, 3));
};

/** When the coins of a keyset end, or ended. */
const EndOf = ({ expiry }: { expiry: number }) => {
  // a day more or less is no matter: it says so from the next opening on
  const [now] = useState(Date.now);
  const hasPassed = hasEnded({ expiry }, now);
  const say = hasPassed ? texts.ended : texts.ends;
  return <small className={hasPassed ? 'ks__end c-bad' : 'ks__end c-3'}>{say(dayOfYear(expiry * SECOND))}</small>;
};

type KeysetsProps = { keysets: readonly Keyset[]; pieces?: Readonly<Record<string, number>> };

/** The keysets of a mint in sats, those in use first, with what their coins cost. */
export const MintKeysets = ({ keysets, pieces = {} }: KeysetsProps) => {
  const ours = keysets
    .filter(({ unit }) => unit === 'sat')
    .toSorted((a, b) => Number(b.active) - Number(a.active) || (pieces[b.id] ?? 0) - (pieces[a.id] ?? 0));
  const hasOldCoins = ours.some(({ id, active }) => !active && (pieces[id] ?? 0) > 0);
  return (
    <section className="wl__part">
      <h2>{texts.keysets}</h2>
      {ours.length === 0 ? (
        <p className="hint">{texts.noSats}</p>
      ) : (
        <InParts items={ours}>
          {(shown) => (
            <div className="list">
              <table className="ks">
                <thead>
                  <tr>
                    <th scope="col">{texts.keyset}</th>
                    <th scope="col">{texts.state}</th>
                    <th scope="col">{texts.fee}</th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map(({ id, active, feePpk, expiry }) => (
                    <tr key={id}>
                      <td className="mono" title={id}>
                        {id.slice(0, ID_SHOWN)}
                      </td>
                      <td>
                        <span className={active ? 'tag tag--ok' : 'tag'}>
                          {active ? texts.inUse : texts.old(pieces[id] ?? 0)}
                        </span>
                        {expiry !== undefined && <EndOf expiry={expiry} />}
                      </td>
                      <td className="num">{feeLabel(feePpk)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </InParts>
      )}
      {hasOldCoins && <p className="hint">{texts.oldHint}</p>}
    </section>
  );
};

/** How much can be deposited or paid at once. */
const limitLabel = (offer: MethodOffer | undefined, disabled: boolean): string => {
  if (!offer || disabled) return texts.off;
  const { min = 0, max } = offer;
  if (max === undefined) return min > 0 ? texts.from(min) : texts.anyAmount;
  return min > 0 ? texts.between(whole(min), max) : texts.upTo(max);
};

/** What a mint lets in and out over Lightning. */
export const MintLimits = ({ facts: { info } }: { facts: MintFacts }) => {
  const byLightning = ({ methods }: MintFacts['info']['mint']) =>
    methods.find(({ method, unit }) => method === 'bolt11' && unit === 'sat');
  return (
    <section className="wl__part">
      <h2>{texts.limits}</h2>
      <dl className="known known--2">
        <div>
          <dt>{texts.deposits}</dt>
          <dd>{limitLabel(byLightning(info.mint), info.mint.disabled)}</dd>
        </div>
        <div>
          <dt>{texts.payments}</dt>
          <dd>{limitLabel(byLightning(info.melt), info.melt.disabled)}</dd>
        </div>
      </dl>
      {info.guarded.length > 0 && <p className="hint">{texts.guarded}</p>}
    </section>
  );
};

import { useSelector } from '@xstate/react';
import { useEffect, useState, type CSSProperties } from 'react';
import { POW_MAX_BITS, POW_MIN_BITS } from '#domain/pow/pow-limits.ts';
import { estimatedSeconds } from '#domain/pow/mining.ts';
import { targetBits } from '#domain/pow/pow-policy.ts';
import { Button } from '#ui/kit/button.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useActing, useArea } from '#ui/system-context.ts';
import { powTexts } from '#ui/texts/pow.ts';
import { aboutSeconds } from './about-seconds.ts';
import { demandWords } from './demand-words.ts';
import './pow.css';

/** How long so many bits take here on average; undefined until the device was measured. */
const useSeconds = (bits: number, measured: boolean): number | undefined => {
  const { hashesPerSecond } = useActing();
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    if (!measured) return undefined;
    let gone = false;
    hashesPerSecond().then(
      (found) => !gone && setRate(found),
      () => {},
    );
    return () => void (gone = true);
  }, [measured, hashesPerSecond]);
  return rate === undefined ? undefined : estimatedSeconds(bits, rate);
};

const Difficulty = () => {
  const policy = useArea('pow-policy');
  const on = useSelector(policy, (snapshot) => snapshot.hasTag('on'));
  const chosen = useSelector(policy, ({ context }) => context.bits);
  const required = useSelector(policy, ({ context }) => context.required);
  const written = useSelector(policy, ({ context }) => context.written);
  // what is shown is what is mined
  const bits = targetBits({ enabled: true, bits: chosen }, required);
  const least = targetBits({ enabled: true, bits: POW_MIN_BITS }, required);
  const seconds = useSeconds(bits, on);
  // a relay asks for the most that is mined: nothing is left to choose
  const isFixed = least === POW_MAX_BITS;
  const share = isFixed ? 100 : ((bits - least) / (POW_MAX_BITS - least)) * 100;
  return (
    <div className="stack pow-choice" aria-disabled={!on || undefined}>
      <div className="spread">
        <label htmlFor="pow-bits">{powTexts.difficulty}</label>
        <output htmlFor="pow-bits">
          <b className="num t-xl">{bits}</b> <span className="c-3 t-sm">{powTexts.of}</span>
        </output>
      </div>
      <input
        className="range"
        id="pow-bits"
        type="range"
        min={least}
        max={POW_MAX_BITS}
        step={1}
        value={bits}
        disabled={!on || isFixed}
        aria-valuetext={powTexts.bits(bits)}
        aria-describedby="pow-why"
        style={{ '--v': `${share}%` } as CSSProperties}
        onChange={(event) => policy.send({ type: 'policy.choose', bits: event.currentTarget.valueAsNumber })}
      />
      <div className="spread t-sm c-3" aria-hidden="true">
        {!isFixed && <span>{least === POW_MIN_BITS ? powTexts.least : least}</span>}
        {seconds !== undefined && (
          <span className="c-2">
            {powTexts.about} <b className="num">{aboutSeconds(seconds)}</b> {powTexts.here}
          </span>
        )}
        {!isFixed && <span>{powTexts.most}</span>}
      </div>
      <p className="t-sm c-2" id="pow-why">
        {!on && powTexts.off}
        {on && (chosen === undefined && !isFixed ? powTexts.byItself : powTexts.luck)}
        {written !== undefined && ` ${powTexts.written(written)}`}
        {on && required >= bits && ` ${demandWords(required, powTexts.required)}`}
      </p>
      {on && chosen !== undefined && !isFixed && (
        <Button look="line" size="s" onClick={() => policy.send({ type: 'policy.choose', bits: undefined })}>
          {powTexts.reset}
        </Button>
      )}
    </div>
  );
};

/** Whether and how much is mined before an event is published (POW-01 to POW-07). */
export const PowPanel = () => {
  const policy = useArea('pow-policy');
  const on = useSelector(policy, (snapshot) => snapshot.hasTag('on'));
  return (
    <>
      <div className="list">
        <SwitchRow
          label={powTexts.mine}
          hint={powTexts.mineWhy}
          checked={on}
          onChange={(checked) => policy.send({ type: checked ? 'policy.enable' : 'policy.disable' })}
        />
      </div>
      <Difficulty />
    </>
  );
};

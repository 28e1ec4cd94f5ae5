import { useSelector } from '@xstate/react';
import { useEffect, useId, useState, type CSSProperties } from 'react';
import { POW_MAX_BITS } from '#domain/pow/pow-limits.ts';
import { estimatedSeconds } from '#domain/pow/mining.ts';
import { Button } from '#ui/kit/button.tsx';
import { aboutSeconds } from '#ui/pow/about-seconds.ts';
import { demandWords } from '#ui/pow/demand-words.ts';
import { useActing, useArea } from '#ui/system-context.ts';
import { useWorkPolicy } from './write-policy.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import '#ui/pow/pow.css';

/** How long this device works for so many bits on average; undefined until it was measured, and without work. */
export const useWorkSeconds = (bits: number): number | undefined => {
  const { hashesPerSecond } = useActing();
  const [rate, setRate] = useState<number>();
  const isWork = bits > 0;
  useEffect(() => {
    if (!isWork) return undefined;
    let gone = false;
    hashesPerSecond().then(
      (found) => !gone && setRate(found),
      () => {},
    );
    return () => void (gone = true);
  }, [hashesPerSecond, isWork]);
  return rate === undefined || !isWork ? undefined : estimatedSeconds(bits, rate);
};

type Props = {
  /** undefined: as the policy says */
  chosen: number | undefined;
  onChoose: (bits: number | undefined) => void;
};

/** How much is mined for this post. */
export const ChooseWork = ({ chosen, onChoose }: Props) => {
  const id = useId();
  const policy = useWorkPolicy();
  const settings = useArea('pow-policy');
  const choose = (wanted: number | undefined) => {
    settings.send({ type: 'policy.write', bits: wanted });
    onChoose(wanted);
  };
  const isChosen = useSelector(settings, ({ context }) => context.written) !== undefined || chosen !== undefined;
  const bits = chosen ?? policy.bits;
  const seconds = useWorkSeconds(bits);
  return (
    <div className="stack cr__panel">
      <div className="spread">
        <label className="field__label" htmlFor={id}>
          {texts.work.label}
        </label>
        <span className="num t-sm" aria-hidden="true">
          {texts.work.chip(bits)}
        </span>
      </div>
      <input
        className="range"
        id={id}
        type="range"
        min={0}
        max={POW_MAX_BITS}
        step={1}
        value={bits}
        aria-valuetext={texts.work.chip(bits)}
        aria-describedby={`${id}-why`}
        style={{ '--v': `${(100 * bits) / POW_MAX_BITS}%` } as CSSProperties}
        onChange={(event) => choose(event.currentTarget.valueAsNumber)}
      />
      <p className="hint" id={`${id}-why`}>
        {seconds === undefined ? texts.work.hint : `${texts.work.about(aboutSeconds(seconds))} ${texts.work.hint}`}
        {policy.required > bits && ` ${demandWords(policy.required, texts.mine.asked)}`}
      </p>
      {isChosen && (
        <Button look="line" size="s" onClick={() => choose(undefined)}>
          {texts.work.reset}
        </Button>
      )}
    </div>
  );
};

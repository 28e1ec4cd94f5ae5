import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import { POW_MAX_BITS } from '#domain/pow/pow-limits.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { aboutSeconds } from '#ui/pow/about-seconds.ts';
import { demandWords } from '#ui/pow/demand-words.ts';
import { useWorkPolicy } from './write-policy.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { whole } from '#ui/texts/formats.ts';
import { FirstWords } from './first-words.tsx';
import type { JobRef } from './use-job.ts';
import './publish.css';

/** How far the mining of a post is; undefined while none is under way. */
const useMining = (job: JobRef) => {
  const mining = useSelector(job, ({ children }) => children.mining);
  return useSelector(mining, (snapshot) => snapshot?.context);
};

const rateOf = (hashes: number): readonly [string, string] => {
  if (hashes >= 1e6) return [whole(hashes / 1e6, 2), 'MH/s'];
  return hashes >= 1e3 ? [String(Math.round(hashes / 1e3)), 'kH/s'] : [String(hashes), 'H/s'];
};

const Bits = ({ best, target }: { best: number; target: number }) => (
  <div className="bits" aria-hidden="true">
    {Array.from({ length: POW_MAX_BITS }, (_, bit) => (
      <i
        // oxlint-disable-next-line react/no-array-index-key -- a bit is its place
        key={bit}
        data-on={bit < best || undefined}
        data-target={bit === target - 1 || undefined}
        data-over={bit >= target || undefined}
      />
    ))}
  </div>
);

const Figure = ({ name, value, unit }: { name: string; value: string; unit?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {unit !== undefined && <small>{unit}</small>}
    </dd>
  </div>
);

type Props = {
  job: JobRef;
  /** how the post begins, where it is not seen beside the panel */
  words?: string;
  onCancel: () => void;
  onWithout?: () => void;
};

/** What the miner does for a post (POW-13): best so far, chance, speed and the time it takes on average. */
export const MiningPanel = ({ job, words = '', onCancel, onWithout }: Props) => {
  const mining = useMining(job);
  const { required } = useWorkPolicy();
  const { currentBits = 0, targetBits = 0, progress = 0, hashesPerSecond = 0, estimatedTimeRemaining } = mining ?? {};
  const [rate, unit] = rateOf(hashesPerSecond);
  return (
    <section className="mine" aria-label={texts.work.title} aria-live="off">
      <h2>
        <span className="c-value row">
          <Icon name="nut" />
        </span>
        {texts.work.title}
        <span className="num">{texts.mine.best(currentBits, targetBits)}</span>
      </h2>
      <FirstWords words={words} />
      <Bits best={currentBits} target={targetBits} />
      <div
        className="stripe stripe--value"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag cannot be drawn as a stripe
        role="progressbar"
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={texts.mine.expected}
      >
        <i style={{ '--v': `${progress}%` } as CSSProperties} />
      </div>
      <dl className="mine__nums">
        <Figure name={texts.mine.rate} value={rate} unit={unit} />
        <Figure name={texts.mine.chance} value={String(progress)} unit="%" />
        <Figure
          name={texts.mine.about}
          value={estimatedTimeRemaining === undefined ? '–' : aboutSeconds(estimatedTimeRemaining)}
        />
      </dl>
      <p className="hint">
        {texts.mine.luck} {required > 0 && demandWords(required, texts.mine.asked)}
      </p>
      <div className="mine__acts">
        <Button look="line" onClick={onCancel}>
          {texts.mine.cancel}
        </Button>
        {onWithout && <Button onClick={onWithout}>{texts.mine.without}</Button>}
      </div>
    </section>
  );
};

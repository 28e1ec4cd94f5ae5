import { useId, useState, type CSSProperties } from 'react';
import { seenDays } from '#domain/ecash/mints/mint-days.ts';
import { toSeconds } from '#domain/units.ts';
import type { MintSeen } from '#ports/ecash.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';

const { mintPage: texts } = ecashTexts;

const LOOKS = { answered: undefined, silent: 'bad', 'not asked': 'off' } as const;

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{value}</dd>
  </div>
);

const when = (ms: number): string => dateLabel(toSeconds(ms));

/** What this wallet itself saw of a mint, and nobody else's word: answers, failures, speed. */
export const MintSaw = ({ seen }: { seen: MintSeen }) => {
  const id = useId();
  const [now] = useState(Date.now);
  const { lastAnswerAt, lastFailureAt, medianMs } = seen;
  const days = seenDays(seen.days, now);
  const count = (name: 'answers' | 'failures') => seen.days.reduce((sum, day) => sum + day[name], 0);
  const [asked, silent] = [
    days.filter(({ look }) => look !== 'not asked').length,
    days.filter(({ look }) => look === 'silent').length,
  ];
  return (
    <section className="wl__part obs" aria-labelledby={id}>
      <div className="spread">
        <h2 id={id}>{texts.saw}</h2>
        <span className="t-sm c-3">{texts.lastDays}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by bars */}
      <div className="obs__bars" role="img" aria-label={texts.days(whole(asked), whole(silent))}>
        {days.map(({ day, look, height }) => (
          <i key={day} data-s={LOOKS[look]} style={{ '--h': `${height}%` } as CSSProperties} />
        ))}
      </div>
      <dl className="known">
        <Fact name={texts.answers} value={whole(count('answers'))} />
        <Fact name={texts.failures} value={whole(count('failures'))} />
        <Fact
          name={texts.median}
          value={medianMs === undefined ? texts.nothing : texts.ms(whole(Math.round(medianMs)))}
        />
      </dl>
      <p className="hint">
        {lastFailureAt === undefined ? texts.noFailure : texts.lastFailure(when(lastFailureAt))}{' '}
        {lastAnswerAt !== undefined && texts.lastAnswer(when(lastAnswerAt))}
      </p>
    </section>
  );
};

import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import { RECORDING_ENTRIES_MAX } from '#domain/inspector/inspector-limits.ts';
import type { Extent, RecordingProgress } from '#ports/inspector.ts';
import { Button } from '#ui/kit/button.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useChanging, useInspecting } from './inspector-context.ts';
import { spanTime } from './times.ts';

const Spark = ({ bars }: RecordingProgress) => {
  const most = Math.max(1, ...bars.map(({ events }) => events));
  return (
    <div className="spark" aria-hidden="true">
      {bars.map((bar, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- a stretch of time is its place
          key={index}
          data-s={bar.errors > 0 ? 'bad' : undefined}
          style={{ '--h': `${Math.max(6, Math.round((100 * bar.events) / most))}%` } as CSSProperties}
        />
      ))}
    </div>
  );
};

/** What was recorded up to now; at its end it says so. */
const Progress = ({ progress, recording }: { progress: RecordingProgress; recording: boolean }) => {
  const texts = inspectorTexts.record;
  const isFull = progress.events >= RECORDING_ENTRIES_MAX;
  return (
    <p className="recbar__i" role={recording ? undefined : 'status'}>
      {recording && <i className="recdot" />}
      <b>{recording ? texts.on : isFull ? texts.full : texts.unsaved}</b>
      <span className="num">{spanTime(progress.ms)}</span>
      <span>{texts.size(progress.events, progress.errors)}</span>
    </p>
  );
};

type ActsProps = { onSave: (extent: Extent) => void };

const RecordingActs = ({ onSave }: ActsProps) => {
  const texts = inspectorTexts.record;
  const { ref } = useInspecting();
  const stop = () => {
    ref.send({ type: 'inspector.stop' });
    onSave('all');
  };
  return (
    <>
      <Button onClick={() => onSave('last')}>{texts.keepLast}</Button>
      <Button look="primary" icon="stop" onClick={stop}>
        {texts.stop}
      </Button>
    </>
  );
};

const RecordedActs = ({ onSave }: ActsProps) => {
  const texts = inspectorTexts.record;
  const { ref } = useInspecting();
  return (
    <>
      <Button onClick={() => ref.send({ type: 'inspector.forget' })}>{texts.discard}</Button>
      <Button look="primary" onClick={() => onSave('all')}>
        {texts.save}
      </Button>
    </>
  );
};

const RestingActs = ({ onSave }: ActsProps) => {
  const texts = inspectorTexts.record;
  const { ref } = useInspecting();
  return (
    <>
      <Button icon="clock" onClick={() => ref.send({ type: 'inspector.rewind' })}>
        {texts.rewind}
      </Button>
      <Button onClick={() => onSave('last')}>{texts.keepLast}</Button>
      <Button look="primary" onClick={() => ref.send({ type: 'inspector.record' })}>
        {texts.start}
      </Button>
    </>
  );
};

const ACTS = { recording: RecordingActs, recorded: RecordedActs, resting: RestingActs };

/** Starts, ends and saves a recording; the last two minutes can be kept at any time. */
export const RecordBar = ({ onSave }: ActsProps) => {
  const texts = inspectorTexts.record;
  const { inspector, ref } = useInspecting();
  const state = useSelector(ref, (snapshot) =>
    snapshot.hasTag('recording') ? 'recording' : snapshot.hasTag('recorded') ? 'recorded' : 'resting',
  );
  const progress = useChanging(inspector.progress);
  const shown = state === 'resting' ? undefined : progress;
  const Acts = ACTS[state];
  return (
    <section className="recbar" aria-label={texts.bar}>
      {shown ? (
        <Progress progress={shown} recording={state === 'recording'} />
      ) : (
        <p className="recbar__i">{texts.kept}</p>
      )}
      {shown ? <Spark {...shown} /> : <span className="spark spark--none" />}
      <div className="recbar__b">
        <Acts onSave={onSave} />
      </div>
    </section>
  );
};

import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
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

/** Starts and ends a recording; the last two minutes can be kept at any time. */
export const RecordBar = ({ onSave }: { onSave: (extent: Extent) => void }) => {
  const texts = inspectorTexts.record;
  const { inspector, ref } = useInspecting();
  const recording = useSelector(ref, (snapshot) => snapshot.hasTag('recording'));
  const progress = useChanging(inspector.progress);
  const stop = () => {
    ref.send({ type: 'inspector.stop' });
    onSave('all');
  };
  return (
    <section className="recbar" aria-label={texts.bar}>
      {recording && progress ? (
        <p className="recbar__i">
          <i className="recdot" />
          <b>{texts.on}</b>
          <span className="num">{spanTime(progress.ms)}</span>
          <span>{texts.size(progress.events, progress.errors)}</span>
        </p>
      ) : (
        <p className="recbar__i">{texts.kept}</p>
      )}
      {recording && progress ? <Spark {...progress} /> : <span className="spark spark--none" />}
      <div className="recbar__b">
        {!recording && (
          <Button icon="clock" onClick={() => ref.send({ type: 'inspector.rewind' })}>
            {texts.rewind}
          </Button>
        )}
        <Button onClick={() => onSave('last')}>{texts.keepLast}</Button>
        {recording ? (
          <Button look="primary" icon="stop" onClick={stop}>
            {texts.stop}
          </Button>
        ) : (
          <Button look="primary" onClick={() => ref.send({ type: 'inspector.record' })}>
            {texts.start}
          </Button>
        )}
      </div>
    </section>
  );
};

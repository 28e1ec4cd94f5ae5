import { useSelector } from '@xstate/react';
import type { ReplaySpeed } from '#machines/inspector/inspector.machine.ts';
import type { OpenRecording } from '#ports/inspector.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { useInspecting } from './inspector-context.ts';
import { clockTime } from './times.ts';

const SPEEDS: readonly ReplaySpeed[] = [1, 10, 100];
/** more marks would be a line */
const MARKS = 200;

const thinned = (steps: readonly number[]): readonly number[] => {
  const every = Math.ceil(steps.length / MARKS);
  return steps.filter((_, index) => index % every === 0);
};

const Marks = ({ steps, errors, refusals }: OpenRecording) => (
  <span aria-hidden="true">
    {thinned(refusals).map((step) => (
      <b key={`w${step}`} className="w" style={{ insetInlineStart: `${(100 * step) / steps}%` }} />
    ))}
    {thinned(errors).map((step) => (
      <b key={`e${step}`} style={{ insetInlineStart: `${(100 * step) / steps}%` }} />
    ))}
  </span>
);

const Speeds = () => {
  const texts = inspectorTexts.replay;
  const { ref } = useInspecting();
  const current = useSelector(ref, ({ context }) => context.speed);
  return (
    <fieldset className="seg" aria-label={texts.speed}>
      {SPEEDS.map((speed) => (
        <button
          key={speed}
          type="button"
          aria-pressed={speed === current}
          onClick={() => ref.send({ type: 'replay.speed', speed })}
        >
          {texts.times(speed)}
        </button>
      ))}
    </fieldset>
  );
};

const ErrorButton = ({ which, count }: { which: 'next' | 'previous'; count: number }) => {
  const texts = inspectorTexts.replay;
  const { inspector, ref, choose } = useInspecting();
  const go = () => {
    ref.send({ type: 'replay.error', which });
    const failed = inspector.stepAt(ref.getSnapshot().context.step);
    if (failed && count > 0) choose(failed.actor);
  };
  const label = which === 'previous' ? texts.errorBefore : count > 0 ? texts.nextErrors(count) : texts.nextError;
  return (
    <button
      type="button"
      className="tap tap--err"
      aria-label={label}
      title={label}
      aria-disabled={count === 0 || undefined}
      onClick={go}
    >
      <Icon name={which === 'previous' ? 'up' : 'down'} />
    </button>
  );
};

const Keys = ({ errors, step, steps }: Pick<OpenRecording, 'errors' | 'steps'> & { step: number }) => {
  const texts = inspectorTexts.replay;
  const { ref } = useInspecting();
  const playing = useSelector(ref, (snapshot) => snapshot.hasTag('playing'));
  const label = playing ? texts.pause : texts.play;
  return (
    <div className="play__k">
      <ErrorButton which="previous" count={errors.filter((at) => at < step).length} />
      <IconButton
        icon="back"
        label={texts.back}
        aria-disabled={step === 0 || undefined}
        onClick={() => ref.send({ type: 'replay.step', by: -1 })}
      />
      <button
        type="button"
        className="tap tap--play"
        aria-label={label}
        title={label}
        onClick={() => ref.send({ type: playing ? 'replay.pause' : 'replay.play' })}
      >
        <Icon name={playing ? 'pause' : 'play'} fill={!playing} />
      </button>
      <IconButton
        icon="next"
        label={texts.forward}
        aria-disabled={step === steps || undefined}
        onClick={() => ref.send({ type: 'replay.step', by: 1 })}
      />
      <ErrorButton which="next" count={errors.filter((at) => at > step).length} />
    </div>
  );
};

/** Says that what happens on the page is recorded while another recording is looked at. */
const StillRecording = () => {
  const { ref } = useInspecting();
  const recording = useSelector(ref, (snapshot) => snapshot.hasTag('recording'));
  return (
    recording && (
      <span className="play__rec">
        <i className="recdot" />
        {inspectorTexts.record.on}
      </span>
    )
  );
};

/** Goes through a recording step by step, by slider, by itself, and from error to error. */
export const ReplayBar = ({ recording }: { recording: OpenRecording }) => {
  const texts = inspectorTexts.replay;
  const { inspector, ref } = useInspecting();
  const step = useSelector(ref, ({ context }) => context.step);
  const { steps } = recording;
  return (
    <section className="play" aria-label={texts.bar}>
      <div className="play__s">
        <input
          type="range"
          min="0"
          max={steps}
          value={step}
          aria-label={texts.step}
          aria-valuetext={texts.of(step, steps)}
          onChange={({ target }) => ref.send({ type: 'replay.seek', step: Number(target.value) })}
        />
        <Marks {...recording} />
      </div>
      <div className="play__at">
        <output>{texts.of(step, steps)}</output>
        <StillRecording />
        <span className="num">{clockTime(inspector.now(), true)}</span>
      </div>
      <div className="play__b">
        <Keys {...recording} step={step} />
        <Speeds />
      </div>
    </section>
  );
};

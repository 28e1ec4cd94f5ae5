import { MiningPanel } from './mining-panel.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import type { OpenComposer } from './with-composer.tsx';

/** The miner, while it works on what was written. */
export const MiningNow = ({ composer: { job, stage, send, postWithoutWork } }: { composer: OpenComposer }) => (
  <>
    {job && stage === 'mining' && (
      <MiningPanel job={job} onCancel={() => send({ type: 'composer.stop' })} onWithout={postWithoutWork} />
    )}
    <output className="vh">{stage === 'mining' && texts.mine.begun}</output>
  </>
);

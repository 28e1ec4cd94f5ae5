import { fromPromise } from 'xstate';
import type { UnderWay } from '#machines/shell/update.machine.ts';

type Job = { hasTag(tag: 'mining' | 'signing' | 'sending'): boolean };

export type UnderWayDeps = {
  /** the posts on their way */
  readonly jobs: () => readonly Job[];
  /** whether there is text that is only in memory */
  readonly hasUnsaved: () => boolean;
};

/** What a reload would stop is work on a post; one that is signed and queued goes on after it. */
const STOPPED_BY_RELOAD = ['mining', 'signing', 'sending'] as const;

const lookAt = ({ jobs, hasUnsaved }: UnderWayDeps): UnderWay | undefined => {
  if (jobs().some((job) => STOPPED_BY_RELOAD.some((tag) => job.hasTag(tag)))) return 'post';
  return hasUnsaved() ? 'text' : undefined;
};

/** The slots of the `update` chart that know what a reload would cut off. */
export const defineUnderWay = (deps: UnderWayDeps) => ({
  actors: {
    'look at work': fromPromise<UnderWay | undefined>(async () => lookAt(deps)),
  },
});

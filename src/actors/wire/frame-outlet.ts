import { FRAME_SLICE_MS } from '#domain/relays/relays-limits.ts';
import { shift, type Entry, type Lane } from './frame-lane.ts';
import { nextTask } from './next-task.ts';

/**
 * Gives the function that delivers the settled entries of all lanes: one entry per lane in turn, a slice of time per
 * task. An error of a receiver is reported as uncaught and stops nothing.
 */
export const createOutlet = (lanes: ReadonlyMap<string, Lane>) => {
  let busy = false;

  const deliver = ({ deliver: run }: Entry) => {
    try {
      run?.();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };

  const round = (end: number): 'empty' | 'late' | 'more' => {
    let result: 'empty' | 'more' = 'empty';
    for (const lane of lanes.values()) {
      const entry = shift(lane);
      if (!entry) continue;
      deliver(entry);
      if (performance.now() >= end) return 'late';
      result = 'more';
    }
    return result;
  };

  const slice = () => {
    const end = performance.now() + FRAME_SLICE_MS;
    let result = round(end);
    while (result === 'more') result = round(end);
    if (result === 'late') nextTask(slice);
    else busy = false;
  };

  return () => {
    if (busy) return;
    busy = true;
    slice();
  };
};

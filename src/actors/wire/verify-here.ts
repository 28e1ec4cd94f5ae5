import type { NostrEvent } from '#domain/protocol/event.ts';
import { verifyFrame, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { FRAME_SLICE_MS } from '#domain/relays/relays-limits.ts';
import { startOnce } from '#domain/start-once.ts';
import { nextTask } from './next-task.ts';

const inSlices = (frames: readonly string[], now: number, check: EventCheck) =>
  new Promise<readonly (NostrEvent | undefined)[]>((resolve) => {
    const answer: (NostrEvent | undefined)[] = [];
    const slice = () => {
      const end = performance.now() + FRAME_SLICE_MS;
      do answer.push(verifyFrame(frames[answer.length] ?? '', now, check));
      while (answer.length < frames.length && performance.now() < end);
      if (answer.length < frames.length) nextTask(slice);
      else resolve(answer);
    };
    slice();
  });

/**
 * Checks frames on this thread, one call after the other and in slices, so that the page keeps answering; `now` in
 * seconds. Frames count as invalid when the check cannot be loaded; the next call tries to load it again.
 */
export const createVerifyHere = (loadCheck: () => Promise<EventCheck>) => {
  const check = startOnce(loadCheck);
  let last: Promise<unknown> = Promise.resolve();
  return (frames: readonly string[], now: number): Promise<readonly (NostrEvent | undefined)[]> => {
    const answer = last.then(async () => {
      try {
        return await inSlices(frames, now, await check());
      } catch {
        return frames.map(() => undefined);
      }
    });
    last = answer;
    return answer;
  };
};

import { vi } from 'vitest';

const realTimeout = setTimeout;

/** A moment for what goes on in its own time: databases, channels and code that is loaded. */
export const turn = () => new Promise<void>((done) => realTimeout(done, 1));

/** Lets so many ms go by, with all that happens meanwhile. */
export const pass = async (ms: number, step = 50): Promise<void> => {
  for (let left = ms; left > 0; left -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, left));
    await turn();
  }
};

/** Lets fake time go by until this is settled, and no longer: what an earlier file left behind may set timers for ever. */
export const timeUntil = async <T>(act: Promise<T>): Promise<T> => {
  const over = new AbortController();
  const settle = () => over.abort();
  act.then(settle, settle);
  while (!over.signal.aborted) await vi.advanceTimersToNextTimerAsync();
  return act;
};

/** Time for the app alone: databases and channels go on in their own. */
export const fakeTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });

import { fromCallback, type AnyEventObject } from 'xstate';
import { PLAY_FRAME_MS } from '#domain/inspector/inspector-limits.ts';
import { watchedMs } from '#domain/inspector/player.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import type { ReplaySpeed } from '#machines/inspector/inspector.machine.ts';

/** Plays a recording from a step on: tells each step whose time has come, at most once in a frame. */
export const definePlay = (entries: () => readonly LogEntry[]) =>
  fromCallback<AnyEventObject, { step: number; speed: ReplaySpeed }>(({ input: { step, speed }, sendBack }) => {
    const all = entries();
    let reached = step;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** ms to be watched from one step to the next */
    const wait = (at: number) => watchedMs(all[at - 1], all[at], speed);
    const later = (ms: number) => void (timer = setTimeout(go, Math.max(PLAY_FRAME_MS, ms)));
    const go = () => {
      reached += 1;
      let gone = 0;
      // and as many more as fall into this frame
      while (reached < all.length && gone + wait(reached) <= PLAY_FRAME_MS) {
        gone += wait(reached);
        reached += 1;
      }
      sendBack({ type: 'replay.reached', step: reached });
      if (reached < all.length) later(gone + wait(reached));
    };
    if (reached < all.length) later(wait(reached));
    return () => clearTimeout(timer);
  });

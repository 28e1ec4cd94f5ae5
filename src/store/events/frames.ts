import { FRAME_MS, FRAME_WAIT_MS } from '#domain/shell/shell-limits.ts';

/** Runs a callback once, soon. */
export type RequestFrame = (callback: () => void) => void;

/**
 * Runs the callback in the next animation frame. Where frames do not come (hidden tab, no page) a timer of 16 ms stands
 * in, and one that was asked for just before the tab was hidden is waited for 250 ms.
 */
export const requestFrame: RequestFrame = (callback) => {
  if (typeof requestAnimationFrame !== 'function' || document.visibilityState === 'hidden') {
    setTimeout(callback, FRAME_MS);
    return;
  }
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(once, FRAME_WAIT_MS);
  requestAnimationFrame(once);
};

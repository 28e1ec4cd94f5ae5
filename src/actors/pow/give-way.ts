import { POW_PAUSE_MS, POW_REST_MS } from '#domain/pow/pow-limits.ts';

/** Calls whenever somebody uses the page, `scroll` being what comes many times a second; the result ends that. */
export type WatchUse = (used: (by: Use) => void) => () => void;
type Use = 'press' | 'scroll';

const USES = { press: ['keydown', 'pointerdown'], scroll: ['wheel', 'touchmove'] } as const;

/** Hears of keys, presses, wheels and swipes anywhere on the page, before anything there does. */
export const watchUseOf =
  (page: EventTarget): WatchUse =>
  (used) => {
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    for (const by of ['press', 'scroll'] as const)
      for (const act of USES[by]) page.addEventListener(act, () => used(by), options);
    return () => ending.abort();
  };

/** What mines, and can stand still for so many ms. */
export type Resting = { readonly rest: (ms: number) => void };

/** While somebody uses the page one miner rests, and all do for a moment after each key or press. */
export const letRest = ([first, ...others]: readonly Resting[], by: Use): void => {
  first?.rest(POW_REST_MS);
  if (by === 'press') for (const { rest } of others) rest(POW_PAUSE_MS);
};

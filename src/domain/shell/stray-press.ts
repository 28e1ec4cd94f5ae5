import { STRAY_PRESS_MS, STRAY_PRESS_PX } from './shell-limits.ts';

/** Where and when something was pressed: px of the window, ms. */
export type Press = {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** the dialog that it lies in, or the page */
  readonly surface: unknown;
  /** the mouse says so; fingers are not counted, and may be */
  readonly mayBeSecond: boolean;
};

/**
 * Whether a press is the second of a double press whose first one opened or closed what it falls on: a hand that presses twice means
 * the first thing, not what stands in its place by then.
 */
export const isStray = (press: Press, before: Press | undefined): boolean =>
  before !== undefined &&
  press.mayBeSecond &&
  press.surface !== before.surface &&
  press.at - before.at < STRAY_PRESS_MS &&
  Math.hypot(press.x - before.x, press.y - before.y) < STRAY_PRESS_PX;

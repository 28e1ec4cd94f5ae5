import { STRAY_PRESS_MS, STRAY_PRESS_PX } from './shell-limits.ts';

/** Where and when something was pressed: px of the window, ms. */
export type Press = {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** the control that it falls on, else the dialog that this lies in, or the page */
  readonly on: unknown;
  /** what the control says: one may come to mean something else */
  readonly says: string | undefined;
  /** the mouse says so; fingers are not counted, and may be */
  readonly mayBeSecond: boolean;
};

/**
 * Whether a press is the second of a double press whose first one brought up what it falls on: a hand that presses twice means the
 * first thing, not what stands in its place by then.
 */
export const isStray = (press: Press, before: Press | undefined): boolean =>
  before !== undefined &&
  press.mayBeSecond &&
  (press.on !== before.on || press.says !== before.says) &&
  press.at - before.at < STRAY_PRESS_MS &&
  Math.hypot(press.x - before.x, press.y - before.y) < STRAY_PRESS_PX;

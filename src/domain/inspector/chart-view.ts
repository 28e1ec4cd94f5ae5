import type { Box } from './chart-layout.ts';

/** How the drawing lies in its frame: moved by x and y px, so many times as large. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };

export type Size = readonly [width: number, height: number];
export type Point = { readonly x: number; readonly y: number };

const SMALLEST = 0.08;
const LARGEST = 3;
const MARGIN = 16;

const within = (scale: number) => Math.max(SMALLEST, Math.min(LARGEST, scale));

/** The whole drawing in the middle of its frame, never larger than drawn. */
export const fitted = ([width, height]: Size, frame: Size): View => {
  const scale = within(Math.min(1, (frame[0] - 2 * MARGIN) / width, (frame[1] - 2 * MARGIN) / height));
  return { scale, x: (frame[0] - width * scale) / 2, y: Math.max(MARGIN, (frame[1] - height * scale) / 2) };
};

/** Larger or smaller, the point of the frame stays where it is. */
export const zoomed = (view: View, by: number, { x, y }: Point): View => {
  const scale = within(view.scale * by);
  const real = scale / view.scale;
  return { scale, x: x - (x - view.x) * real, y: y - (y - view.y) * real };
};

/** A part of the drawing in the middle of the frame, large enough to be read. */
export const centred = ([x, y, width, height]: Box, frame: Size, scale: number): View => ({
  scale,
  x: frame[0] / 2 - (x + width / 2) * scale,
  y: frame[1] / 2 - (y + height / 2) * scale,
});

/** how large the part is shown that is looked at; a whole that needs no moving may be smaller */
export const READABLE = 0.9;
const WHOLE_READABLE = 0.6;

/** Shows the whole where it can be read, else what is active of it. */
export const firstView = (size: Size, frame: Size, active: Box | undefined): View => {
  const whole = fitted(size, frame);
  return active === undefined || whole.scale >= WHOLE_READABLE ? whole : centred(active, frame, READABLE);
};

/** Whether a part of the drawing lies wholly in the frame. */
export const isInFrame = ([x, y, width, height]: Box, { scale, ...at }: View, frame: Size): boolean =>
  x * scale + at.x >= 0 &&
  y * scale + at.y >= 0 &&
  (x + width) * scale + at.x <= frame[0] &&
  (y + height) * scale + at.y <= frame[1];

import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Box } from '#domain/inspector/chart-layout.ts';

/** How the drawing lies in its frame: moved by x and y px, so many times as large. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };

type Size = readonly [width: number, height: number];
type Point = { readonly x: number; readonly y: number };

const LEAST = 0.08;
const MOST = 3;
const MARGIN = 16;
const STEP_PX = 60;
const STEP = 1.25;

const within = (scale: number) => Math.max(LEAST, Math.min(MOST, scale));

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

/** of the part that is looked at, and of a whole that needs no moving */
const READABLE = 0.9;
const WHOLE_READABLE = 0.6;

/** Shows the whole where it can be read, else what is active of it. */
const firstView = (size: Size, frame: Size, active: Box | undefined): View => {
  const whole = fitted(size, frame);
  return active === undefined || whole.scale >= WHOLE_READABLE ? whole : centred(active, frame, READABLE);
};

const isSeen = ([x, y, width, height]: Box, { scale, ...at }: View, frame: Size): boolean =>
  x * scale + at.x >= 0 &&
  y * scale + at.y >= 0 &&
  (x + width) * scale + at.x <= frame[0] &&
  (y + height) * scale + at.y <= frame[1];

const useFrame = (element: RefObject<HTMLElement | null>): Size | undefined => {
  const [frame, setFrame] = useState<Size>();
  useLayoutEffect(() => {
    const box = element.current!;
    const measure = () => setFrame([box.clientWidth, box.clientHeight]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return frame;
};

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const spread = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) || 1 : 1);

/** Drags with one pointer, pinches with two. */
const usePointers = (change: (make: (view: View) => View) => void) => {
  const held = useRef(new Map<number, Point>());
  const at = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current.set(event.pointerId, at(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!held.current.has(event.pointerId)) return;
      const before = [...held.current.values()];
      held.current.set(event.pointerId, at(event));
      const after = [...held.current.values()];
      const [from, to] = [middle(before), middle(after)];
      const by = spread(after) / spread(before);
      change((view) => {
        const moved = { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y };
        return after.length > 1 ? zoomed(moved, by, to) : moved;
      });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => void held.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void held.current.delete(event.pointerId),
  };
};

/** A wheel zooms where the pointer is; the page behind must not scroll or zoom with it. */
const useWheel = (element: RefObject<HTMLElement | null>, change: (make: (view: View) => View) => void) =>
  useLayoutEffect(() => {
    const box = element.current!;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      const by = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : event.ctrlKey ? 0.01 : 0.0015));
      change((view) => zoomed(view, by, { x: event.clientX - left, y: event.clientY - top }));
    };
    box.addEventListener('wheel', turn, { passive: false });
    return () => box.removeEventListener('wheel', turn);
  }, [element, change]);

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
};

/**
 * Moves and zooms a drawing by pointer, pinch, wheel and keys. Until somebody does, what is active stays in sight.
 * `active`: where that is in the drawing.
 */
export const usePanZoom = (element: RefObject<HTMLElement | null>, size: Size, active: Box | undefined) => {
  const frame = useFrame(element);
  const [chosen, setChosen] = useState<View>();
  const [followed, setFollowed] = useState<{ readonly key: string; readonly view: View }>();
  const key = `${size.join()} ${active?.join()} ${frame?.join()}`;
  const follow = (): View | undefined => {
    if (frame === undefined) return undefined;
    if (followed?.key === key) return followed.view;
    const stays = followed && (active === undefined || isSeen(active, followed.view, frame));
    return stays ? followed.view : firstView(size, frame, active);
  };
  const following = follow();
  if (following && followed?.key !== key) setFollowed({ key, view: following });
  const current = chosen ?? following;
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const change = useCallback((make: (view: View) => View) => {
    if (latest.current === undefined) return;
    const next = make(latest.current);
    latest.current = next;
    setChosen(next);
  }, []);
  useWheel(element, change);
  const pointers = usePointers(change);
  const zoom = (by: number) => frame && change((view) => zoomed(view, by, { x: frame[0] / 2, y: frame[1] / 2 }));
  const fit = () => frame && change(() => fitted(size, frame));
  const acts: Readonly<Record<string, () => void>> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': fit,
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    if (move) change((view) => ({ ...view, x: view.x + move[0], y: view.y + move[1] }));
    else if (acts[event.key]) acts[event.key]!();
    else return;
    event.preventDefault();
  };
  return {
    view: current,
    handlers: { ...pointers, onKeyDown },
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit,
    follow: () => {
      if (!frame || !active) return;
      setChosen(undefined);
      setFollowed({ key, view: centred(active, frame, Math.max(READABLE, current?.scale ?? READABLE)) });
    },
  };
};

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
import {
  centred,
  firstView,
  fitted,
  isInFrame,
  READABLE,
  zoomed,
  type Point,
  type Size,
  type View,
} from '#domain/inspector/chart-view.ts';

const STEP_PX = 60;
const STEP = 1.25;

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
    const stays = followed && (active === undefined || isInFrame(active, followed.view, frame));
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

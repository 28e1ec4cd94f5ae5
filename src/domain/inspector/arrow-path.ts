import type { Way } from './chart-layout.ts';

type Point = readonly [x: number, y: number];

const RADIUS = 10;

const pointsOf = (way: Way): readonly Point[] =>
  way.flatMap((x, index) => (index % 2 === 0 ? [[x, way[index + 1]!] as const] : []));

const length = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay);

/** The point on the way from one to another, so far from the first. */
const towards = (from: Point, to: Point, by: number): Point => {
  const whole = length(from, to) || 1;
  return [from[0] + ((to[0] - from[0]) * by) / whole, from[1] + ((to[1] - from[1]) * by) / whole];
};

const written = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A way as the path of an SVG, its corners round. */
export const arrowPath = (way: Way): string => {
  const points = pointsOf(way);
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (before === undefined) return `M${written(...point)}`;
      if (after === undefined) return `L${written(...point)}`;
      const radius = Math.min(RADIUS, length(before, point) / 2, length(point, after) / 2);
      const [from, to] = [towards(point, before, radius), towards(point, after, radius)];
      return `L${written(...from)}Q${written(...point)} ${written(...to)}`;
    })
    .join('');
};

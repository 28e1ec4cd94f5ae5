import type { ChartState } from '#domain/inspector/chart.ts';
import { statesOf } from '#domain/inspector/chart-words.ts';
import { MEASURE, stateTextSize, type Box, type ChartLayout, type Way } from '#domain/inspector/chart-layout.ts';

/** between words and an arrow beside them */
const APART = 10;
/** how often a state was seen stands at the right of its head */
const COUNT = 44;

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** The straight parts of a way. */
export const linesOf = (way: Way): readonly Line[] =>
  way.flatMap(
    (x, at) => (at % 2 === 0 && at + 3 < way.length ? [[x, way[at + 1]!, way[at + 2]!, way[at + 3]!]] : []) as Line[],
  );

/** Whether a straight part of an arrow runs through a box. */
export const runsThrough = ([x, y, width, height]: Box, [x1, y1, x2, y2]: Line): boolean =>
  Math.max(x1, x2) > x && Math.min(x1, x2) < x + width && Math.max(y1, y2) > y && Math.min(y1, y2) < y + height;

const wordsWidth = (state: ChartState) => stateTextSize(state)[0] - 2 * MEASURE.pad;

/** Where the words of a head stand when they begin at x. */
export const headWords = (state: ChartState, [, y]: Box, x: number): Box => [
  x,
  y + 4,
  wordsWidth(state),
  stateTextSize(state)[1] - 8,
];

/** The first place in a head at which its words stand free of arrows; undefined when there is none. */
const freePlace = (state: ChartState, box: Box, lines: readonly Line[]): number | undefined => {
  const [x, , width] = box;
  const end = x + width - MEASURE.pad;
  const needed = wordsWidth(state);
  const inTheWay = lines
    .filter((line) => runsThrough([x, headWords(state, box, x)[1], width, headWords(state, box, x)[3]], line))
    .map(([x1, , x2]) => [Math.min(x1, x2) - APART, Math.max(x1, x2) + APART] as const)
    .sort((one, other) => one[0] - other[0]);
  for (const rightEnd of [end - COUNT, end]) {
    let left = x + MEASURE.pad;
    for (const [from, to] of [...inTheWay, [rightEnd, rightEnd] as const]) {
      if (Math.min(from, rightEnd) - left >= needed) return left;
      left = Math.max(left, to);
    }
  }
  return undefined;
};

type Placed = Pick<ChartLayout, 'states' | 'arrows' | 'starts'>;

/** Where the words of heads stand; `tight`: the ids of those whose words find no place. */
export const placeHeads = (chart: ChartState, { states: boxes, arrows, starts }: Placed) => {
  const lines = [...arrows.map(({ way }) => way), ...starts].flatMap(linesOf);
  const heads: (readonly [number, number])[] = [];
  const tight: string[] = [];
  statesOf(chart).forEach((state, of) => {
    if (state.states.length === 0) return;
    const box = boxes[of]!;
    const place = freePlace(state, box, lines);
    if (place === undefined) tight.push(state.id);
    else if (place !== box[0] + MEASURE.pad) heads.push([of, Math.round(place)]);
  });
  return { heads, tight };
};

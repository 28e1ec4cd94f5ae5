import type { ChartState } from './chart.ts';
import { stateLines } from './chart-words.ts';

/** Left, top, width and height, in px of the drawing. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** The way of an arrow: x, y of its begin, its bends and its end. */
export type Way = readonly number[];

/** An arrow: whose transition it is and which, one per target; and where its words stand. */
export type ArrowPlace = {
  /** place of the state in `statesOf(chart)` */
  readonly of: number;
  /** place among its transitions */
  readonly transition: number;
  /** place among the targets of the transition */
  readonly target: number;
  readonly way: Way;
  readonly label: readonly [x: number, y: number];
};

/**
 * Where everything of a chart stands, computed with the diagrams: `statecharts/layout/<machine>.json`.
 * `states` are in the order of `statesOf(chart)`.
 */
export type ChartLayout = {
  readonly size: readonly [width: number, height: number];
  readonly states: readonly Box[];
  readonly arrows: readonly ArrowPlace[];
  /** the dots before first states and the way from each */
  readonly starts: readonly Way[];
  /** places of states that hold others in `states`, where an arrow runs through the left of their head, and where the words begin instead */
  readonly heads: readonly (readonly [of: number, x: number])[];
};

/** The measures of the drawing: the layout and the view agree on them. */
export const MEASURE = {
  /** width of a letter of a name, and of one in the smaller lines; the font is monospaced */
  nameLetter: 8.9,
  lineLetter: 7.3,
  line: 17,
  /** height of the bar with the name of a state that holds others */
  head: 34,
  pad: 16,
  dot: 6,
  /** room of the bar that shows how long a delay still runs */
  bar: 8,
} as const;

const widthOf = (lines: readonly string[]): number =>
  Math.max(0, ...lines.map((line) => line.length)) * MEASURE.lineLetter;

/** Where the words of a state that holds others begin: at the left, unless an arrow runs there. */
export const headX = ({ states, heads }: Pick<ChartLayout, 'states' | 'heads'>, of: number): number =>
  heads.find(([state]) => state === of)?.[1] ?? states[of]![0] + MEASURE.pad;

/** How large the words of an arrow are. */
export const arrowLabelSize = (lines: readonly string[]): readonly [width: number, height: number] => [
  Math.ceil(widthOf(lines)) + 8,
  lines.length * MEASURE.line,
];

/** How much room a state needs for its own words. */
export const stateTextSize = (state: ChartState): readonly [width: number, height: number] => {
  const lines = stateLines(state);
  const width = Math.max(state.key.length * MEASURE.nameLetter, widthOf(lines.map(({ text }) => text)));
  const bar = lines.some(({ kind }) => kind === 'delay') ? MEASURE.bar : 0;
  return [Math.ceil(width) + 2 * MEASURE.pad, MEASURE.head + lines.length * MEASURE.line + bar];
};

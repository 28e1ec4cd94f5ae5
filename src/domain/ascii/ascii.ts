import {
  ASCII_CELL_ASPECT,
  ASCII_CELL_PX,
  ASCII_COLS_MIN,
  ASCII_COLS_MAX,
  ASCII_COLS_STEP,
  ASCII_ROWS_MAX,
  ASCII_TONES_MIN,
  ASCII_SHARPEN,
  ASCII_DITHER,
  ASCII_COLOUR_MIN,
  ASCII_COLOUR_BOOST,
} from './ascii-limits.ts';

/** How many characters a drawing is wide and high. */
export type AsciiGrid = { readonly cols: number; readonly rows: number };

/** A character and how much of its cell it covers, from 0 to 1. */
export type InkedGlyph = { readonly glyph: string; readonly ink: number };

/** Glyphs from the lightest to the one with the most ink. */
export type AsciiRamp = readonly InkedGlyph[];

/** The characters that are measured: they look even, each for itself. */
export const ASCII_GLYPHS = ' .-:;+=xo%@8&#';

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The grid for a place of a page, in px: about one column per ASCII_CELL_PX, cells about twice as high as wide. */
export const gridFor = (width: number, height: number): AsciiGrid => {
  const wanted = Math.round(width / ASCII_CELL_PX / ASCII_COLS_STEP) * ASCII_COLS_STEP;
  const cols = clamp(wanted, ASCII_COLS_MIN, ASCII_COLS_MAX);
  return { cols, rows: clamp(Math.round((cols * height) / width / ASCII_CELL_ASPECT), 1, ASCII_ROWS_MAX) };
};

/** Glyphs with their measured ink in order; of several with the same ink the first one stays. */
export const rampOf = (measured: readonly InkedGlyph[]): AsciiRamp =>
  measured
    .toSorted((a, b) => a.ink - b.ink)
    .filter(({ ink }, at, sorted) => at === 0 || ink > sorted[at - 1]!.ink + 1e-6);

/** The part of a picture, in its px, that fills a place of this shape when its middle is shown (`object-fit: cover`). */
export const coverCrop = (width: number, height: number, ratio: number) => {
  const [w, h] = width / height > ratio ? [height * ratio, height] : [width, width / ratio];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
};

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

const encoded = (part: number): number =>
  Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));

/** How bright light looks: CIE L* of a relative luminance, both from 0 to 1. */
export const lightnessOf = (luminance: number): number =>
  luminance <= 0.008856 ? 9.033 * luminance : 1.16 * Math.cbrt(luminance) - 0.16;

/** The mean light of each cell: red, green and blue, linear, from 0 to 1, cell after cell. */
export type Cells = AsciiGrid & { readonly light: Float32Array };

/**
 * Means of the samples of each cell. `rgba` is a picture of cols * across by rows * down px, without transparency. Light
 * adds up linearly, so the means are of linear light and not of the numbers in the file.
 */
export const meanCells = (rgba: Uint8ClampedArray, grid: AsciiGrid, across: number, down: number): Cells => {
  const light = new Float32Array(grid.cols * grid.rows * 3);
  const width = grid.cols * across;
  const share = 1 / (across * down);
  for (let pixel = 0; pixel < width * grid.rows * down; pixel += 1) {
    const column = Math.floor((pixel % width) / across);
    const row = Math.floor(pixel / width / down);
    const cell = (row * grid.cols + column) * 3;
    for (let part = 0; part < 3; part += 1) light[cell + part]! += linear[rgba[pixel * 4 + part]!]! * share;
  }
  return { ...grid, light };
};

/** How bright each cell looks, from 0 to 1. */
export const lightnesses = ({ light }: Cells): Float32Array =>
  Float32Array.from({ length: light.length / 3 }, (_, cell) => {
    const [red, green, blue] = light.subarray(cell * 3, cell * 3 + 3);
    return lightnessOf(0.2126 * red! + 0.7152 * green! + 0.0722 * blue!);
  });

/**
 * Spreads what lies between the darkest and the brightest hundredth over all tones, at most so far that ASCII_TONES_MIN
 * of the scale fills it: a flat grey stays grey, and noise is not made a picture.
 */
export const stretch = (tones: Float32Array): Float32Array => {
  const sorted = tones.toSorted();
  const low = sorted[Math.floor((sorted.length - 1) * 0.01)] ?? 0;
  const high = sorted[Math.ceil((sorted.length - 1) * 0.99)] ?? 1;
  const range = high - low;
  const missing = Math.max(0, ASCII_TONES_MIN - range);
  const start = missing > 0 ? low - (missing * low) / (1 - range) : low;
  return tones.map((tone) => clamp((tone - start) / (range + missing), 0, 1));
};

/** Takes away a part of what the neighbours of each cell have, so that edges stand out. */
export const sharpen = (tones: Float32Array, { cols, rows }: AsciiGrid, amount = ASCII_SHARPEN): Float32Array => {
  const at = (x: number, y: number) => tones[clamp(y, 0, rows - 1) * cols + clamp(x, 0, cols - 1)]!;
  return tones.map((tone, cell) => {
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    const around = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4;
    return clamp(tone + amount * (tone - around), 0, 1);
  });
};

/** Bayer's matrix, from 0 to 15. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const;

/** From which share of the way between two glyphs on the denser one is taken, at this cell. */
const threshold = (x: number, y: number): number =>
  0.5 + ((BAYER[(y % 4) * 4 + (x % 4)]! + 0.5) / 16 - 0.5) * ASCII_DITHER;

const glyphAt = (ramp: AsciiRamp, ink: number, limit: number): string => {
  let at = 0;
  while (at < ramp.length - 2 && ramp[at + 1]!.ink <= ink) at += 1;
  const [less, more] = [ramp[at]!, ramp[at + 1] ?? ramp[at]!];
  const way = more.ink > less.ink ? (ink - less.ink) / (more.ink - less.ink) : 0;
  return (way > limit ? more : less).glyph;
};

/** Rows of glyphs for tones from 0, no ink, to 1, the most ink that the ramp has. */
export const glyphRows = (tones: Float32Array, { cols, rows }: AsciiGrid, ramp: AsciiRamp): string => {
  const most = ramp.at(-1)?.ink ?? 0;
  const row = (y: number) =>
    Array.from({ length: cols }, (_, x) => glyphAt(ramp, tones[y * cols + x]! * most, threshold(x, y))).join('');
  return Array.from({ length: rows }, (_, y) => row(y)).join('\n');
};

/** The drawing of a picture in letters, bright on a dark plate: rows of `cols` glyphs. */
export const drawText = (cells: Cells, ramp: AsciiRamp): string =>
  glyphRows(sharpen(stretch(lightnesses(cells)), cells), cells, ramp);

/** Further from grey than it is: thin letters on a dark plate look paler than areas. */
const vivid = (parts: readonly number[]): readonly number[] => {
  const grey = parts.reduce((sum, part) => sum + part, 0) / 3;
  return parts.map((part) => clamp(grey + (part - grey) * ASCII_COLOUR_BOOST, 0, 255));
};

/** Readable on the plate: the strongest part is at least ASCII_COLOUR_MIN, and black is grey. */
const lifted = (parts: readonly number[]): readonly number[] => {
  const most = Math.max(...parts);
  return parts.map((part) => (most === 0 ? ASCII_COLOUR_MIN : part * Math.max(1, ASCII_COLOUR_MIN / most)));
};

const partsAt = ({ light }: Cells, cell: number): readonly number[] =>
  [0, 1, 2].map((part) => encoded(light[cell * 3 + part]!));

/**
 * The colours of the letters, one px per cell. How bright a cell is, its glyph says; so each colour is lifted until its
 * strongest part is at least ASCII_COLOUR_MIN.
 */
export const cellColours = (cells: Cells): Uint8ClampedArray<ArrayBuffer> => {
  const rgba = new Uint8ClampedArray(cells.cols * cells.rows * 4).fill(255);
  for (let cell = 0; cell < cells.cols * cells.rows; cell += 1) rgba.set(lifted(vivid(partsAt(cells, cell))), cell * 4);
  return rgba;
};

/** One colour for the whole picture, as css has it: the more of a colour a cell shows, the more it counts. */
export const mainColour = (cells: Cells): string => {
  const sum = [0, 0, 0];
  let all = 0;
  for (let cell = 0; cell < cells.cols * cells.rows; cell += 1) {
    const parts = partsAt(cells, cell);
    const weight = 1 + (Math.max(...parts) - Math.min(...parts)) ** 2;
    for (const [part, value] of parts.entries()) sum[part]! += value * weight;
    all += weight;
  }
  return `rgb(${lifted(vivid(sum.map((part) => part / all)))
    .map(Math.round)
    .join(' ')})`;
};

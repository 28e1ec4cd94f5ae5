import { SECOND, MB } from '#domain/units.ts';

export const ASCII_CELL_ASPECT = 2;
/** what the main colour of the picture of a person is made of */
export const ASCII_FACE: { readonly cols: number; readonly rows: number } = { cols: 8, rows: 4 };
/** until a picture is there; then until it is drawn, after which the worker counts as hung */
export const ASCII_FETCH_MS = 15 * SECOND;
/** a worker that measures the font for longer counts as hung, too */
export const ASCII_START_MS = 10 * SECOND;
/** the worker goes when nobody wanted a picture for so long */
export const ASCII_REST_MS = 60 * SECOND;
export const ASCII_RESTART_MS = 1 * SECOND;
/** a worker that lived so long was a good one */
export const ASCII_STEADY_MS = 30 * SECOND;
export const ASCII_RESTARTS_MAX = 3;

// the picture in letters
/** px of width to a column, and how much higher than wide a cell is (design system, section 9) */
export const ASCII_CELL_PX = 5.6;
export const ASCII_COLS_MIN = 48;
export const ASCII_COLS_MAX = 120;
/** columns come in steps, so that a place a few px wider needs no other drawing */
export const ASCII_COLS_STEP = 4;
export const ASCII_ROWS_MAX = 160;
/** the least share of all tones that a picture is said to have */
export const ASCII_TONES_MIN = 0.4;
export const ASCII_SHARPEN = 0.6;
/** how far the ordered dither reaches from one glyph to the next: 0 not at all, 1 all the way */
export const ASCII_DITHER = 0.6;
/** of 255: the strongest part of the colour of a letter is no weaker */
export const ASCII_COLOUR_MIN = 150;
/** how much further from grey than in the picture a colour is */
export const ASCII_COLOUR_BOOST = 1.5;
/** a larger file, or one with more px, is not drawn */
export const ASCII_MAX_BYTES = 16 * MB;
export const ASCII_MAX_PIXELS = 40 * MB;

// orders
export const ASCII_DRAW_MS = 10 * SECOND;
/** pictures fetched at once; a site that does not answer must not hold the others up */
export const ASCII_AT_ONCE = 6;
/** a picture over which so many workers were lost is given up */
export const ASCII_LOSSES_MAX = 2;
/** drawings kept, and pictures that are known not to be drawn */
export const ASCII_ITEMS_MAX = 400;
export const ASCII_PROBLEMS_MAX = 500;

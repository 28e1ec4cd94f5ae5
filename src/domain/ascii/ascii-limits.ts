import { SECOND } from '#domain/units.ts';

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

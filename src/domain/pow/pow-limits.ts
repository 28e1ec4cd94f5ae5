import { SECOND } from '#domain/units.ts';

export const POW_DEFAULT_BITS = 16;
export const POW_MIN_BITS = 1;
export const POW_MAX_BITS = 24;
/** not in the specification: more than an event has, where a relay names no number */
export const POW_ASKED_MORE_BITS = 4;
export const POW_PROGRESS_WORKER_MS = 500;
export const POW_FINISHED_SESSION_KEPT_MS = 5 * SECOND;
export const POW_PROGRESS_MAIN_THREAD_MS = 50;
export const POW_WORKER_TIMEOUT_MS = 5 * SECOND;
/** not in the specification: most workers that mine at the same time */
export const POW_MAX_WORKERS = 16;
/** not in the specification: how long one mining worker rests after a key, press or scroll, so that the page has a core */
export const POW_REST_MS = 300;
/** not in the specification: how long all of them rest after a key or press, until its answer is drawn */
export const POW_PAUSE_MS = 100;
/** not in the specification: from so many bits on the graphics card helps; fewer are found before it is ready */
export const POW_GPU_LEAST_BITS = 20;
/** a report of a worker is of no fewer hashes, but for a note so long that they take more than POW_PROGRESS_WORKER_MS */
export const POW_PROGRESS_HASHES = 1_024;
/** not in the specification: the time of an event that is still mined is renewed so often (NIP-13) */
export const POW_RENEW_MS = 30 * SECOND;
/** not in the specification: how long the graphics card, which also draws the page, works at a time */
export const POW_GPU_STEP_MS = 10;

import { SECOND } from '#domain/units.ts';

export const POW_DEFAULT_BITS = 16;
export const POW_MIN_BITS = 1;
export const POW_MAX_BITS = 24;
export const POW_PROGRESS_WORKER_MS = 500;
export const POW_FINISHED_SESSION_KEPT_MS = 5 * SECOND;

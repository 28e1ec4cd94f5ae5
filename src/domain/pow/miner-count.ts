import { POW_MAX_WORKERS } from './pow-limits.ts';

/** How many workers mine on a machine with so many cores: all of them, for the page needs a core only when it is used. */
export const minerCount = (cores: number): number => Math.min(Math.max(cores, 1), POW_MAX_WORKERS);

import type { GroupName } from '#machines/areas.ts';

/**
 * What starts by itself after the first notes, one after the other: together they would hold the page up. The shell stores the app
 * for offline use, and waits for no code that others load first.
 */
export const START_ORDER = [
  'keyboard',
  'shell',
  'session',
  'care',
  'acting',
  'upkeep',
  'zaps',
] as const satisfies readonly GroupName[];

import { CACHE_GROUPS, type CacheGroup } from './cache-groups.ts';

/** Whether these are all groups, of which nothing is left to save. */
export const isEveryGroup = (groups: readonly CacheGroup[]): boolean =>
  CACHE_GROUPS.every((group) => groups.includes(group));

import type { CacheReport } from '#ports/upkeep.ts';

/** All that Clear Everything removes (SET-30). */
export const totalsOf = ({ breakdown, names, ascii }: CacheReport): { items: number; bytes: number } => ({
  items: breakdown.totalItems + names.items + ascii.items,
  bytes: breakdown.totalSizeBytes + names.bytes + ascii.bytes,
});

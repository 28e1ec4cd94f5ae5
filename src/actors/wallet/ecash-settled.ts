import { waitFor } from 'xstate';
import type { AreaRefs } from '#machines/areas.ts';

/** Once it is said whether the ecash opens; where that was at hand, at once. */
export const ecashSettled = (chart: AreaRefs['ecash'], options?: Parameters<typeof waitFor>[2]) =>
  waitFor(chart, (now) => !now.hasTag('looking') && !now.hasTag('opening'), options);

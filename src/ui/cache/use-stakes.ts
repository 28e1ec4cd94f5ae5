import { useEffect, useState } from 'react';
import { STAKES_PATIENCE_MS } from '#domain/cache/cache-limits.ts';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import { useSystem } from '#ui/system-context.ts';

/** undefined: still read. 'unreadable': nobody knows. */
export type SeenStakes = readonly Stake[] | 'unreadable' | undefined;

/**
 * What accounts have in this browser that they can lose, as it was when the view came, or `since` changed; `of` in hex, left out:
 * all.
 */
export const useStakes = (of?: readonly (string | undefined)[], since?: unknown): SeenStakes => {
  const { later, upkeep } = useSystem();
  const [read, setRead] = useState<{ readonly since: unknown; readonly seen: SeenStakes }>();
  useEffect(() => {
    let isHere = true;
    const show = (seen: SeenStakes) => isHere && setRead({ since, seen });
    const limit = setTimeout(() => show('unreadable'), STAKES_PATIENCE_MS);
    later('upkeep')
      .then(() => upkeep()!.stakes())
      .then(show, () => show('unreadable'))
      .finally(() => clearTimeout(limit));
    return () => {
      isHere = false;
      clearTimeout(limit);
    };
  }, [later, upkeep, since]);
  // what was seen before is not what is there now
  const stakes = read?.since === since ? read?.seen : undefined;
  return Array.isArray(stakes) && of
    ? (stakes as readonly Stake[]).filter(({ pubkey }) => of.includes(pubkey))
    : stakes;
};

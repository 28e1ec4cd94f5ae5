import { useEffect, useState } from 'react';
import { STAKES_PATIENCE_MS } from '#domain/cache/cache-limits.ts';
import type { Stake } from '#domain/ecash/stake.ts';
import { useSystem } from '#ui/system-context.ts';

/** undefined: still read. 'unreadable': nobody knows. */
export type SeenStakes = readonly Stake[] | 'unreadable' | undefined;

/** What accounts have in this browser that they can lose, as it was when the view came; `of` in hex, left out: all. */
export const useStakes = (of?: readonly (string | undefined)[]): SeenStakes => {
  const { later, upkeep } = useSystem();
  const [stakes, setStakes] = useState<SeenStakes>();
  useEffect(() => {
    let isHere = true;
    const show = (seen: SeenStakes) => isHere && setStakes(seen);
    const limit = setTimeout(() => show('unreadable'), STAKES_PATIENCE_MS);
    later('upkeep')
      .then(() => upkeep()!.stakes())
      .then(show, () => show('unreadable'))
      .finally(() => clearTimeout(limit));
    return () => {
      isHere = false;
      clearTimeout(limit);
    };
  }, [later, upkeep]);
  return Array.isArray(stakes) && of
    ? (stakes as readonly Stake[]).filter(({ pubkey }) => of.includes(pubkey))
    : stakes;
};

import { useEffect, useState } from 'react';
import type { Stake } from '#domain/ecash/stake.ts';
import { SECOND } from '#domain/units.ts';
import { useSystem } from '#ui/system-context.ts';

/** ms after which somebody may go without an answer: a database that is kept busy must hold nobody */
const PATIENCE_MS = 5 * SECOND;

/** undefined: still read. 'unreadable': nobody knows. */
export type SeenStakes = readonly Stake[] | 'unreadable' | undefined;

/** What accounts have in this browser that they can lose, as it was when the view came; `of` in hex, left out: all. */
export const useStakes = (of?: readonly (string | undefined)[]): SeenStakes => {
  const { later, upkeep } = useSystem();
  const [stakes, setStakes] = useState<SeenStakes>();
  useEffect(() => {
    let isHere = true;
    const show = (seen: SeenStakes) => isHere && setStakes(seen);
    const limit = setTimeout(() => show('unreadable'), PATIENCE_MS);
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

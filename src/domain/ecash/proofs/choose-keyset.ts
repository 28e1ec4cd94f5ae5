import { SECOND } from '#domain/units.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isHexId } from '#domain/ecash/mints/keyset.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import { endsSoon } from './rotation.ts';

const rank = ({ id }: Keyset): number => (id.startsWith('01') ? 0 : 1);
const END = Number.MAX_SAFE_INTEGER;

/**
 * The keyset that new proofs are of (TOKEN-14, docs/adr/0054-ecash-adapter.md): an active one of the unit that does not end soon, where
 * there is one, of version 01, else 00, the lowest fee first, then the one that lasts longest. `now` in seconds. Throws 'mint-no-keyset'.
 */
export const chooseKeyset = (keysets: readonly Keyset[], unit: string, now: number): Keyset => {
  // nobody makes ecash that has to be exchanged at once
  const ending = (keyset: Keyset) => Number(endsSoon(keyset, now * SECOND));
  const [best] = keysets
    .filter(
      ({ active, expiry, ...keyset }) => active && keyset.unit === unit && (expiry ?? END) > now && isHexId(keyset.id),
    )
    .sort(
      (a, b) =>
        ending(a) - ending(b) || rank(a) - rank(b) || a.feePpk - b.feePpk || (b.expiry ?? END) - (a.expiry ?? END),
    );
  if (!best) throw new EcashError({ code: 'mint-no-keyset', unit });
  return best;
};

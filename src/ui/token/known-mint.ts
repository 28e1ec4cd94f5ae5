import { mintTints } from '#domain/ecash/words/shares.ts';
import type { EcashStand } from '#ports/ecash.ts';

/** The mint as this wallet knows it; undefined for one that it does not use. */
export const knownMint = (stand: EcashStand | undefined, url: string) => {
  const mints = stand?.mints ?? [];
  const found = mints.find((one) => one.url === url && one.isOwn);
  return found && { name: found.name, tint: mintTints(mints.map((one) => one.url)).get(url) };
};

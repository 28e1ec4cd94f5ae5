import type { PaidPart } from '#domain/wallet/payment.ts';
import { PAYMENT_SPARE, LIGHTNING_RESERVE_SHARE } from '#domain/ecash/ecash-limits.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { MSATS_PER_SAT } from '#domain/units.ts';
import { toMsats, toSats } from '#domain/msats.ts';

/** Whether a mint pays parts of invoices (NUT-15). */
export const paysParts = ({ info }: Pick<MintFacts, 'info'>, unit: string): boolean =>
  !info.melt.disabled && info.multiPath.some((one) => one.method === 'bolt11' && one.unit === unit);

/** Whether a mint pays offers (NUT-25) with sats. */
export const paysOffers = ({ info: { melt } }: Pick<MintFacts, 'info'>): boolean =>
  !melt.disabled && melt.methods.some(({ method, unit }) => method === 'bolt12' && unit === DEFAULT_UNIT);

/** The least and the most, in sats, that a mint can pay of an invoice. */
export type PartBounds = { readonly mint: string; readonly least: number; readonly most: number };

/** What a mint with this much can pay, after what Lightning is believed to cost. */
export const partMost = (worth: number): number =>
  Math.max(worth - Math.max(PAYMENT_SPARE, Math.ceil(worth * LIGHTNING_RESERVE_SHARE)), 0);

/** How few mints come to it together: those that can pay the most. Undefined when all of them do not. */
const fewest = (bounds: readonly PartBounds[], msats: number): readonly PartBounds[] | undefined => {
  const usable = bounds.filter(({ least, most }) => most >= least).sort((one, other) => other.most - one.most);
  for (let count = 2; count <= usable.length; count += 1) {
    const chosen = usable.slice(0, count);
    const sum = (name: 'least' | 'most') => chosen.reduce((all, each) => all + each[name], 0);
    if (sum('most') >= Math.ceil(toSats(msats))) return toMsats(sum('least')) <= msats ? chosen : undefined;
  }
  return undefined;
};

/**
 * Which mint pays how much of an invoice, so that the parts come to all of it and as few mints as can be take part; undefined
 * when that cannot be. Each part is of whole sats but the last one.
 */
export const splitOverMints = (bounds: readonly PartBounds[], msats: number): readonly PaidPart[] | undefined => {
  const chosen = fewest(bounds, msats);
  if (!chosen) return undefined;
  let left = Math.floor(toSats(msats)) - chosen.reduce((sum, { least }) => sum + least, 0);
  const parts = chosen.map(({ mint, least, most }, at) => {
    // what is less than a sat counts as one for the last mint
    const room = most - least - (at === chosen.length - 1 && msats % MSATS_PER_SAT > 0 ? 1 : 0);
    const more = Math.min(left, room);
    left -= more;
    return { mint, msats: toMsats(least + more) };
  });
  const last = parts.at(-1)!;
  return left > 0 ? undefined : [...parts.slice(0, -1), { ...last, msats: last.msats + (msats % MSATS_PER_SAT) }];
};

import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import type { ProofFacts } from '#domain/ecash/proof.ts';

const PER_THOUSAND = 1000;

type Priced = Pick<ProofFacts, 'keyset'>;
type Prices = readonly Pick<Keyset, 'id' | 'feePpk'>[];

/** The sum of what each of these proofs costs as an input, in thousandths. */
export const ppkOf = (proofs: readonly Priced[], keysets: Prices): number => {
  const prices = new Map(keysets.map(({ id, feePpk }) => [id, feePpk]));
  return proofs.reduce((sum, { keyset }) => {
    const price = prices.get(keyset);
    if (price === undefined) throw new EcashError({ code: 'keyset-unknown', id: keyset });
    return sum + price;
  }, 0);
};

/** Thousandths, rounded up to the whole (PROOF-02). */
export const feeOfPpk = (ppk: number): number => Math.ceil(ppk / PER_THOUSAND);

/** What a mint takes for these inputs (PROOF-02, NUT-02). Throws 'keyset-unknown' for proofs of a keyset it does not have. */
export const inputFee = (proofs: readonly Priced[], keysets: Prices): number => feeOfPpk(ppkOf(proofs, keysets));

/** What a swap or payment cost: what went in less what came out. Throws 'fee-negative' when more came out (PROOF-11). */
export const feePaid = (sent: number, received: number): number => {
  if (received > sent) throw new EcashError({ code: 'fee-negative' });
  return sent - received;
};

type Cost = { readonly amount: number; readonly reserve: number };

/** What payments come to at most, in sats, without what mints take for the coins. */
export const mostOf = (costs: readonly Cost[]): number =>
  costs.reduce((sum, { amount, reserve }) => sum + amount + reserve, 0);

/** Throws 'mint-quote-differs' when it costs more than was told before; `most`: undefined where nothing was. */
export const checkMost = (most: number | undefined, costs: readonly Cost[]): void => {
  if (most !== undefined && mostOf(costs) > most) throw new EcashError({ code: 'mint-quote-differs' });
};

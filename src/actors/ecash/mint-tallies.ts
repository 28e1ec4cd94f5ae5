import { MINT_TALLY_MS } from '#domain/ecash/ecash-limits.ts';
import { isMintFailure, noteAsked, type MintTally } from '#domain/ecash/mints/mint-tally.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

/** Calls that ask a mint and say how long that takes; a payment takes as long as it takes. */
const TIMED = [
  'loadMint',
  'swap',
  'mintQuote',
  'checkMintQuote',
  'mint',
  'meltQuote',
  'checkMeltQuote',
  'restore',
  'checkStates',
] as const;

/** Counts answers by mint, and writes them down now and then; what a visit did not write is of no great worth. */
const createTallies = ({ mints }: Pick<Ledger, 'mints'>, now: () => number) => {
  const seen = new Map<string, (tally: MintTally) => MintTally>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const all = [...seen];
    seen.clear();
    for (const [url, next] of all)
      void mints.change(url, (row) => row && { ...row, tally: next(row.tally) }).catch(() => {});
  };
  return (url: string, ms: number | undefined) => {
    const at = now();
    const before = seen.get(url) ?? ((tally: MintTally) => tally);
    seen.set(url, (tally) => noteAsked(before(tally), at, ms));
    timer ??= setTimeout(write, MINT_TALLY_MS);
  };
};

/** The core, whose requests are counted by mint. `now` in ms. */
export const countedCore = (core: EcashCore, ledger: Pick<Ledger, 'mints'>, now: () => number): EcashCore => {
  const note = createTallies(ledger, now);
  const timed = (name: (typeof TIMED)[number]) => async (order: string | { readonly mint: string }) => {
    const [url, began] = [typeof order === 'string' ? order : order.mint, performance.now()];
    try {
      const value: unknown = await (core[name] as (order: unknown) => Promise<unknown>)(order);
      note(url, performance.now() - began);
      return value;
    } catch (error) {
      if (isMintFailure(error)) note(url, undefined);
      throw error;
    }
  };
  return { ...core, ...Object.fromEntries(TIMED.map((name) => [name, timed(name)])) } as EcashCore;
};

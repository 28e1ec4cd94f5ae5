import { MINT_REFRESH_MS } from '#domain/ecash/ecash-limits.ts';
import { unusable } from '#domain/ecash/ecash-problem.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { ProofFacts } from '#domain/ecash/proof.ts';
import { NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import type { MintRow } from '#domain/ecash/ledger/wallet-record.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { countedCore } from './mint-tallies.ts';

/** The mints of a wallet: what is known of them, and what was seen of them. */
export type Mints = {
  /** The core, whose requests are counted by mint. */
  readonly core: EcashCore;
  /**
   * What is known; the mint is loaded when nothing is, or nothing of the keysets of these proofs. Rejects with 'mint-not-loaded'
   * when it does not load in time (MINT-36).
   */
  facts(url: string, proofs?: readonly Pick<ProofFacts, 'keyset'>[]): Promise<MintFacts>;
  /** Asks a mint who it is, and keeps that when the wallet uses it. */
  load(url: string): Promise<MintFacts>;
  /** The wallet uses this mint from now on. */
  use(facts: MintFacts): Promise<void>;
  /** The worker gets what earlier visits saved. */
  teach(): Promise<void>;
};

const rowOf = (facts: MintFacts, at: number): MintRow => ({
  url: facts.url,
  addedAt: at,
  facts,
  savedAt: at,
  tally: NOTHING_SEEN,
});

type MintsDeps = {
  readonly ledger: Pick<Ledger, 'mints'>;
  readonly core: EcashCore;
  /** ms since the epoch */
  readonly now: () => number;
  /** is told what a mint said of itself */
  readonly loaded?: (facts: MintFacts) => void;
};

/** What mints said of themselves: to this tab, or later to another one. */
const createKnown = ({ ledger, core }: Pick<MintsDeps, 'ledger' | 'core'>) => {
  const known = new Map<string, { readonly facts: MintFacts; readonly at: number }>();
  return {
    note: (facts: MintFacts, at: number) => void known.set(facts.url, { facts, at }),
    async newest(url: string): Promise<MintFacts | undefined> {
      const [own, row] = [known.get(url), (await ledger.mints.all()).find((one) => one.url === url)];
      const { facts, savedAt = 0 } = row ?? {};
      if (!facts || (own && own.at >= savedAt)) return own?.facts;
      if (own) await core.knowMint(facts).catch(() => {});
      known.set(url, { facts, at: savedAt });
      return facts;
    },
  };
};

const has = ({ keysets }: MintFacts, id: string): boolean => keysets.some((keyset) => keyset.id === id);

/** The mints of the wallet of an account. */
export const createMints = ({ ledger, core, now, loaded }: MintsDeps): Mints => {
  const counted = countedCore(core, ledger, now);
  const known = createKnown({ ledger, core });
  /** keysets that mints do not have, by when they were asked */
  const missing = new Map<string, number>();
  const load = async (url: string): Promise<MintFacts> => {
    const facts = await counted.loadMint(url);
    known.note(facts, now());
    await ledger.mints.change(facts.url, (row) => row && { ...row, facts, savedAt: now() });
    loaded?.(facts);
    return facts;
  };
  const isWorthAsking = (url: string, id: string) =>
    now() - (missing.get(`${url} ${id}`) ?? -Infinity) >= MINT_REFRESH_MS;
  return {
    // whoever renews what is known of a mint has it saved, too
    core: { ...counted, loadMint: load },
    load,
    async facts(url, proofs = []) {
      const loaded = () => load(url).catch(unusable(url));
      const facts = (await known.newest(url)) ?? (await loaded());
      const lacks = proofs.map(({ keyset }) => keyset).filter((id) => !has(facts, id) && isWorthAsking(url, id));
      if (lacks.length === 0) return facts;
      // it has new ones since
      const fresh = await loaded();
      for (const id of lacks) if (!has(fresh, id)) missing.set(`${url} ${id}`, now());
      return fresh;
    },
    async use(facts) {
      // of one that is used already it is saved when it is loaded
      if ((await ledger.mints.all()).some((row) => row.url === facts.url && row.facts)) return;
      await ledger.mints.change(facts.url, (row) => ({ ...(row ?? rowOf(facts, now())), facts, savedAt: now() }));
    },
    async teach() {
      for (const { facts, savedAt = 0 } of await ledger.mints.all()) {
        if (!facts) continue;
        // what cannot be believed any more is asked for anew
        await core.knowMint(facts).then(
          () => known.note(facts, savedAt),
          () => {},
        );
      }
    },
  };
};

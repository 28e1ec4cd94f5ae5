import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { NutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import type { ProofFacts } from '#domain/ecash/proof.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

/** What the ledger asks of the worker that has the seed and speaks with mints. */
export type EcashExchange = Pick<
  EcashCore,
  | 'loadMint'
  | 'prepareOutputs'
  | 'swap'
  | 'mintQuote'
  | 'checkMintQuote'
  | 'mint'
  | 'meltQuote'
  | 'checkMeltQuote'
  | 'melt'
  | 'restore'
  | 'checkStates'
  | 'scanSeed'
>;

export type EcashDeps = {
  readonly ledger: Ledger;
  readonly core: EcashExchange;
  /** what is known of a mint; it is loaded when nothing is, or nothing of the keysets of these proofs */
  readonly mintFacts: (url: string, proofs?: readonly Pick<ProofFacts, 'keyset'>[]) => Promise<MintFacts>;
  /** ms since the epoch */
  readonly now: () => number;
  /** is told of a mint that counts something as spent which the ledger has as free */
  readonly doubted?: (mint: string) => void;
  /** is told of what was written down without anybody's asking */
  readonly begun?: (record: Operation) => void;
  /** how somebody takes ecash, asked for now; null when they take none. Rejects when nobody says anything */
  readonly takes?: (pubkey: string) => Promise<Pick<NutzapInfo, 'pubkey' | 'mints'> | null>;
  /** a name for this tab */
  readonly tab?: string;
  /** a name for an operation; later ones sort behind earlier ones */
  readonly newId: () => string;
  /** from 0 to 1 */
  readonly random: () => number;
};

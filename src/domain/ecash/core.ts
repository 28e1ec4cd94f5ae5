import type { Lock, MadeProof, SealedOutputs, SealedProof, SpentState } from './proof.ts';

type At = { readonly mint: string; readonly unit: string };

/** What is to be made, in amounts that the keyset has. Without a lock it is made of the seed (NUT-13). */
export type OutputPlan = At & {
  readonly keyset: string;
  /** the first number of the seed that is free */
  readonly counter: number;
  readonly keep?: readonly number[];
  readonly send?: readonly number[];
  /** outputs without an amount, for what comes back of a payment (NUT-08) */
  readonly blanks?: number;
  /** for those of `send` */
  readonly lock?: Lock;
};

/** `used`: how many numbers of the seed it took. */
export type Prepared = { readonly outputs: readonly SealedOutputs[]; readonly used: number };

export type MintQuote = {
  readonly quote: string;
  readonly request: string;
  readonly amount: number;
  readonly state: 'UNPAID' | 'PAID' | 'ISSUED';
  /** in seconds */
  readonly expiry?: number;
};

export type MeltQuote = {
  readonly quote: string;
  readonly request: string;
  readonly amount: number;
  readonly feeReserve: number;
  readonly state: 'UNPAID' | 'PENDING' | 'PAID';
  readonly preimage?: string;
  /** in seconds */
  readonly expiry?: number;
};

/** `change`: undefined when the answer says nothing of it. */
export type MeltAnswer = Pick<MeltQuote, 'state' | 'preimage'> & { readonly change?: readonly MadeProof[] };

type QuoteAt = { readonly mint: string; readonly quote: string };
type WithOutputs = { readonly outputs: readonly SealedOutputs[] };

/**
 * What the ledger asks of the worker that has the seed and speaks with mints. Every failure is an EcashError. A request is
 * sent once: whether it is sent again is for the journal to say.
 */
export type EcashExchange = {
  prepareOutputs(plan: OutputPlan): Promise<Prepared>;
  swap(ask: { readonly mint: string; readonly inputs: readonly SealedProof[] } & WithOutputs): Promise<{
    readonly proofs: readonly MadeProof[];
  }>;
  mintQuote(ask: At & { readonly amount: number; readonly description?: string }): Promise<MintQuote>;
  checkMintQuote(ask: QuoteAt): Promise<MintQuote>;
  mint(ask: QuoteAt & WithOutputs): Promise<{ readonly proofs: readonly MadeProof[] }>;
  meltQuote(ask: At & { readonly invoice: string }): Promise<MeltQuote>;
  checkMeltQuote(ask: QuoteAt & WithOutputs): Promise<MeltAnswer>;
  melt(ask: QuoteAt & { readonly inputs: readonly SealedProof[] } & WithOutputs): Promise<MeltAnswer>;
  /** what the mint had signed of these very outputs (NUT-09) */
  restore(ask: { readonly mint: string } & WithOutputs): Promise<readonly MadeProof[]>;
  checkStates(ask: {
    readonly mint: string;
    readonly ys: readonly string[];
  }): Promise<Readonly<Record<string, SpentState>>>;
};

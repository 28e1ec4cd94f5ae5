import type { NostrEvent } from '#domain/protocol/event.ts';
import type { MeltQuote, MintFacts, MintMethod, MintQuote } from '#domain/ecash/mints/mint.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type {
  Lock,
  MadeProof,
  RestoredProof,
  SealedText,
  SealedOutputs,
  SealedProof,
  SpentState,
} from '#domain/ecash/proof.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import type { BareToken } from '#domain/ecash/tokens/read-token.ts';
import type { Token } from '#domain/ecash/tokens/token.ts';

/** The secrets of a wallet as they are stored, under its key. */
export type SealedWallet = { readonly version: 1; readonly sealed: SealedText };

/** A wallet that was just made; `key` (hex) opens it and is to be wrapped at once, by the signer of the account. */
export type NewWallet = { readonly wallet: SealedWallet; readonly key: string; readonly pubkey: string };

/** What outputs are wanted, in amounts that the keyset has; `blanks` are for change whose amount nobody knows yet. */
export type OutputsWish = {
  readonly mint: string;
  readonly unit: string;
  readonly keyset: string;
  /** of the first output; each but the locked ones takes one */
  readonly counter: number;
  readonly keep?: readonly number[];
  readonly send?: readonly number[];
  readonly blanks?: number;
  /** for `send` */
  readonly lock?: Lock;
};

/** Outputs to be written down, and how many counters they took. */
export type PreparedOutputs = { readonly outputs: readonly SealedOutputs[]; readonly used: number };

export type SwapOrder = {
  readonly mint: string;
  readonly inputs: readonly SealedProof[];
  readonly outputs: readonly SealedOutputs[];
};

export type MintQuoteWish = {
  readonly mint: string;
  readonly unit: string;
  /** may be left out for bolt12 alone */
  readonly amount?: number;
  readonly method?: MintMethod;
  readonly description?: string;
  /** locked to a key of its own (NUT-20), so that nobody else who learns the quote can take its ecash */
  readonly locked?: boolean;
};

/** `lockKey` opens a locked quote: to be kept with it. */
export type NewMintQuote = MintQuote & { readonly lockKey?: SealedText };

export type QuoteName = { readonly mint: string; readonly quote: string; readonly method?: MintMethod };

/** `pubkey`: of a locked quote, which takes the key it came with (DEPOSIT-13). */
export type MintOrder = QuoteName & {
  readonly outputs: readonly SealedOutputs[];
  readonly pubkey?: string;
  readonly lockKey?: SealedText;
};

export type MeltQuoteWish = {
  readonly mint: string;
  readonly unit: string;
  readonly invoice: string;
  readonly method?: MintMethod;
  /** what is to be paid at most, in msats: an invoice over more is refused (MELT-05), one without an amount needs it */
  readonly amountMsat?: number;
  /** the part of the invoice that this mint pays (NUT-15), in msats */
  readonly partMsat?: number;
};

export type MeltOrder = QuoteName & {
  readonly inputs: readonly SealedProof[];
  /** blanks for the change */
  readonly outputs: readonly SealedOutputs[];
};

/**
 * What became of paying an invoice. `change`: undefined where the answer says nothing of it. `isPart`: not all of it is signed as
 * it must be. `unsent`: why nothing left this device at all.
 */
export type MeltOutcome = Pick<MeltQuote, 'state' | 'preimage'> & {
  readonly change?: readonly MadeProof[];
  readonly isPart?: true;
  readonly unsent?: EcashProblem;
};

/** Of which words: those of the wallet, or those of another one that were borrowed. */
export type Whose = { readonly borrowed?: boolean };

/** Some of the proofs that recovery words may have at a mint. */
export type SeedScan = Whose & {
  readonly mint: string;
  readonly keyset: string;
  readonly from: number;
  readonly count: number;
};

/** A proof with its number of the seed. */
export type ScannedProof = SealedProof & { readonly number: number };

/** `last`: the highest counter for which the mint signed something, well or not; undefined for none. */
export type ScannedProofs = { readonly proofs: readonly ScannedProof[]; readonly last: number | undefined };

/** What token events are to say of one mint and unit (NIP-60). */
export type TokenEventWish = {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly SealedProof[];
  /** ids of the events that are replaced */
  readonly del: readonly string[];
  /** plain contents of replaced events that other clients wrote: what the ledger does not know of them goes on */
  readonly former?: readonly string[];
  /** Ys of proofs that are not ours any more */
  readonly gone?: readonly string[];
};

/** The plain content of one event, for the signer of the account alone; `ys`: of the proofs of the wish that it has. */
export type PlainTokenEvent = { readonly content: string; readonly ys: readonly string[] };

/** What a token event says, without secrets; `others`: how many proofs this app cannot read. */
export type ReadTokenEvent = {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly SealedProof[];
  readonly del: readonly string[];
  readonly others: number;
};

/** What a quote event says, without secrets; `lockKey` opens a locked one. */
export type ReadQuote = QuoteName & { readonly lockKey?: SealedText };

/** What a wallet event says, without secrets; `pubkeys`: what its keys open, as mints know them. */
export type ReadWalletEvent = { readonly mints: readonly string[]; readonly pubkeys: readonly string[] };

/**
 * All that touches secrets of ecash, and all that is asked of mints. Rejects with an `EcashError`. Gives secrets out sealed
 * only, and asks each mint by the addresses that `allow` allows.
 */
export type EcashCore = {
  /** Whether mints on this machine may be asked: over the sample network alone. */
  allow(place: { readonly loopback: boolean }): Promise<void>;

  /** Makes a wallet and opens it; with new words, or with those that somebody wrote down. */
  create(words?: string): Promise<NewWallet>;
  /** Opens a wallet; `pubkey`: what others lock proofs to for it. */
  open(wallet: SealedWallet, key: string): Promise<{ readonly pubkey: string }>;
  /** Forgets all secrets. */
  close(): Promise<void>;
  /** The recovery phrase, for whoever has the key anew; what is open does not help. */
  reveal(wallet: SealedWallet, key: string): Promise<string>;

  /** Loads a mint, within 5000 ms (MINT-35), with the keys of its active keysets, all ids verified. */
  loadMint(url: string): Promise<MintFacts>;
  /** Takes what an earlier visit saved of a mint, so that it need not be loaded before it is used. */
  knowMint(facts: MintFacts): Promise<void>;

  /** Outputs that come from the words (NUT-13); the locked ones are random. Asks nobody. */
  prepareOutputs(wish: OutputsWish): Promise<PreparedOutputs>;
  swap(order: SwapOrder): Promise<{ readonly proofs: readonly MadeProof[] }>;
  mintQuote(wish: MintQuoteWish): Promise<NewMintQuote>;
  checkMintQuote(name: QuoteName): Promise<MintQuote>;
  /** By the id of the quote, so also long after it expired. */
  mint(order: MintOrder): Promise<{ readonly proofs: readonly MadeProof[] }>;
  meltQuote(wish: MeltQuoteWish): Promise<MeltQuote>;
  /** With the outputs of the melt also its change, when the mint tells it. */
  checkMeltQuote(name: QuoteName & { readonly outputs?: readonly SealedOutputs[] }): Promise<MeltOutcome>;
  /** Waits as long as the mint does: nobody ends a payment by his own clock. */
  melt(order: MeltOrder): Promise<MeltOutcome>;
  /**
   * Proofs for those of the outputs that the mint signed at some time (NUT-09), in the amounts that it signed: another device of
   * the same words may have asked for them. Throws 'mint-signature' where one is not signed as it must be; `skip` leaves it out.
   */
  restore(order: {
    readonly mint: string;
    readonly outputs: readonly SealedOutputs[];
    readonly skip?: boolean;
  }): Promise<readonly RestoredProof[]>;
  /** What the mint says of proofs, by their y; asked for in batches of 100 (PROOF-04). */
  checkStates(order: {
    readonly mint: string;
    readonly ys: readonly string[];
  }): Promise<Readonly<Record<string, SpentState>>>;

  /** Where a token can be asked for, and by which names; needs no open wallet, and asks nobody. */
  nameToken(text: string): Promise<{ readonly mint: string; readonly ys: readonly string[] }>;
  /** Reads a token; asks nobody. */
  readToken(text: string): Promise<Token>;
  /** The same of proofs that came otherwise than in a text. */
  readProofs(token: BareToken): Promise<Token>;
  /**
   * Whether the mint signed all of them, each for its amount, as far as they prove it themselves (NUT-12). For proofs that anybody
   * may read: no wallet need be open. Rejects when the keys of the mint cannot be had.
   */
  areSigned(order: {
    readonly mint: string;
    readonly unit: string;
    readonly proofs: readonly BareProof[];
  }): Promise<boolean>;
  /**
   * Throws 'token-dleq' where a proof carries a wrong DLEQ, or none while it is required (TOKEN-15); 'keyset-unknown' for a
   * keyset that the mint does not have.
   */
  checkToken(order: {
    readonly mint: string;
    readonly proofs: readonly SealedProof[];
    readonly requireDleq: boolean;
  }): Promise<void>;
  writeToken(order: { readonly proofs: readonly SealedProof[]; readonly memo?: string }): Promise<string>;
  /** The same as the payment of a request (NUT-18). */
  writePayload(order: {
    readonly proofs: readonly SealedProof[];
    readonly id?: string;
    readonly memo?: string;
  }): Promise<string>;

  /**
   * Plain contents of token events: as many as it takes for each to stay short enough; none where nothing is left. They are for
   * the signer alone: nobody stores them, logs them or puts them into a chart.
   */
  writeTokenEvents(wish: TokenEventWish): Promise<readonly PlainTokenEvent[]>;
  /** Reads what the signer decrypted. Throws 'event-unreadable'. */
  readTokenEvent(content: string): Promise<ReadTokenEvent>;
  /** The plain terms of a quote event, with what opens a locked one: for other devices of the account. */
  writeQuoteTerms(quote: {
    readonly quote: string;
    readonly amount: number;
    readonly unit: string;
    readonly lockKey?: SealedText;
  }): Promise<string>;
  /** Reads what the signer decrypted of a quote event. Throws 'event-unreadable'. */
  readQuote(event: {
    readonly content: string;
    readonly tags: readonly (readonly string[])[];
    readonly terms?: string;
  }): Promise<ReadQuote>;
  /**
   * The plain content of the wallet event and of the backup event. `former`: of the one it replaces, of which keys and tags are
   * kept; `old`: of old wallets of the account, of which the keys are.
   */
  writeWalletEvent(wish: {
    readonly mints: readonly string[];
    readonly former?: string;
    readonly old?: readonly string[];
  }): Promise<string>;
  /** Its keys open what was locked for them, too, as long as the wallet is open: they are of the same account. */
  readWalletEvent(content: string): Promise<ReadWalletEvent>;
  /** What the signer decrypted of an event, to be kept under the key of the wallet; `name`: the id of the event. */
  sealCopy(copy: { readonly name: string; readonly plain: string }): Promise<SealedText>;
  /** Throws 'money-unsealed'. */
  openCopy(copy: { readonly name: string; readonly sealed: SealedText }): Promise<string>;

  /** What an HTTP request is authorised by (NIP-98), signed by the key of the wallet, for its own address alone. */
  signRequest(request: { readonly url: string; readonly method: 'GET' | 'PATCH' }): Promise<string>;
  /** What opens a quote that is locked to the key of the wallet. */
  keyOfAddress(name: Pick<QuoteName, 'quote'>): Promise<SealedText>;

  /**
   * What the words have at a mint, without what is not signed as it must be; batches of 100, up to a gap of 300, are the caller's
   * (TOKEN-23).
   */
  scanSeed(scan: SeedScan): Promise<ScannedProofs>;

  /** Holds the words of another wallet beside the one that is open, until `giveBack`: to look for what they have. */
  borrow(words: string): Promise<void>;
  giveBack(): Promise<void>;
  /** Whose events keep the list of mints of the words (NUT-27), hex: a key that nothing else leads to. */
  backupAuthor(of: Whose): Promise<string>;
  /** The list of mints as an event of that key; `at` in s since the epoch. */
  writeBackup(backup: { readonly mints: readonly string[]; readonly at: number }): Promise<NostrEvent>;
  /** The mints that such an event names; none where it cannot be read. Addresses that are not asked are left out. */
  readBackup(backup: Whose & { readonly content: string }): Promise<readonly string[]>;
};

/** What a call comes to; failures cross over from the worker as plain data. */
export type EcashAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: EcashProblem };

/** The core behind the messages of its worker. */
export type EcashWorker = {
  [Name in keyof EcashCore]: (
    ...args: Parameters<EcashCore[Name]>
  ) => Promise<EcashAnswer<Awaited<ReturnType<EcashCore[Name]>>>>;
};

/** DEPOSIT-02; ISSUED: its proofs were signed already (NUT-04). */
export type MintQuoteState = 'UNPAID' | 'PAID' | 'ISSUED';

/** MELT-02 */
export type MeltQuoteState = 'UNPAID' | 'PENDING' | 'PAID';

/** By what a mint is paid, and pays. */
export type MintMethod = 'bolt11' | 'bolt12';

/** Amounts to public keys in hex (TOKEN-10). */
export type KeysetKeys = Readonly<Record<string, string>>;

/** A set of keys that a mint signs with. Its id was checked where `keys` are there (TOKEN-13). */
export type Keyset = {
  readonly id: string;
  readonly unit: string;
  readonly active: boolean;
  /** what a proof costs as an input, in thousandths of the unit */
  readonly feePpk: number;
  /** after it the mint owes nothing for it; in seconds */
  readonly expiry?: number;
  readonly keys?: KeysetKeys;
};

/** What a mint offers for a unit by a method (NUT-04, NUT-05). */
export type MethodOffer = {
  readonly method: string;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  readonly description: boolean;
};

/** What a mint tells about itself (MINT-04, MINT-05), calmed and cut. */
export type MintInfo = {
  readonly name: string;
  readonly pubkey?: string;
  readonly version?: string;
  readonly description?: string;
  readonly longDescription?: string;
  readonly contact: readonly { readonly method: string; readonly info: string }[];
  readonly motd?: string;
  readonly icon?: string;
  /** address of its terms */
  readonly terms?: string;
  readonly mint: { readonly disabled: boolean; readonly methods: readonly MethodOffer[] };
  readonly melt: { readonly disabled: boolean; readonly methods: readonly MethodOffer[] };
  /** numbers of the NUTs it supports */
  readonly nuts: readonly number[];
  /** NUT-15, by method and unit: it takes part in payments by several mints */
  readonly multiPath: readonly { readonly method: string; readonly unit: string }[];
  /** NUT-17, kinds of subscriptions by method and unit */
  readonly tells: readonly { readonly method: string; readonly unit: string; readonly commands: readonly string[] }[];
  /** NUT-22, what needs a token of its own; method and a pattern of the path */
  readonly guarded: readonly { readonly method: string; readonly path: string }[];
};

/** All that is known of a mint; `url` is normalised. */
export type MintFacts = {
  readonly url: string;
  readonly info: MintInfo;
  readonly keysets: readonly Keyset[];
};

/** An invoice of a mint, to be paid for ecash (DEPOSIT-01). */
export type MintQuote = {
  readonly quote: string;
  readonly method: MintMethod;
  readonly request: string;
  /** 0 where an offer leaves it to the payer */
  readonly amount: number;
  readonly unit: string;
  readonly state: MintQuoteState;
  /** in seconds */
  readonly expiry?: number;
  /** of a locked one (NUT-20) */
  readonly pubkey?: string;
  readonly description?: string;
  /** of an offer (NUT-25): how much came in, and how much was signed */
  readonly paid?: number;
  readonly issued?: number;
};

/** What a mint wants for paying an invoice (MELT-01). */
export type MeltQuote = {
  readonly quote: string;
  readonly method: MintMethod;
  readonly request: string;
  readonly amount: number;
  readonly feeReserve: number;
  readonly unit: string;
  readonly state: MeltQuoteState;
  /** in seconds */
  readonly expiry?: number;
  readonly preimage?: string;
};

/** Encrypted by AES-GCM under the key of the wallet, which only the ecash worker has. */
export type SealedText = { readonly ivB64: string; readonly ciphertextB64: string };

/** In place of a secret that was forgotten. */
export const NO_SECRET: SealedText = { ivB64: '', ciphertextB64: '' };

/** What may be known of a proof without its secret. Amounts are whole numbers in the unit. */
export type ProofFacts = {
  /** hash to curve of the secret, hex: public, and unique */
  readonly y: string;
  /** address of the mint */
  readonly mint: string;
  readonly unit: string;
  readonly keyset: string;
  readonly amount: number;
};

/** A proof as it leaves the worker; `sealed`: secret, C, witness, dleq. */
export type SealedProof = ProofFacts & { readonly sealed: SealedText };

/**
 * 'reserved': an operation holds it. 'out': it is in a token that somebody may take. 'spent': the mint said so, or took it
 * from us (PROOF-06).
 */
export type ProofState = 'available' | 'reserved' | 'out' | 'spent';

/** A proof in the ledger. */
export type ProofRow = SealedProof & {
  readonly state: ProofState;
  /** which operation holds it, sent it or spent it */
  readonly operation?: string;
  /** id of the event that tells other devices of it */
  readonly tokenEvent?: string;
  /** ms since the epoch: when its state changed */
  readonly at: number;
};

/** What the mint says of a proof (NUT-07). */
export type SpentState = 'UNSPENT' | 'PENDING' | 'SPENT';

/** For whom proofs are made: for us, for whoever gets the token, or what comes back of a payment. */
export type OutputRole = 'keep' | 'send' | 'change';

/** Outputs of an operation, written down before the request; `b`: the blinded messages in hex, public. */
export type SealedOutputs = {
  readonly role: OutputRole;
  readonly keyset: string;
  readonly amounts: readonly number[];
  readonly b: readonly string[];
  /** secrets and blinding factors */
  readonly sealed: SealedText;
};

/** Whose key opens the proofs of a token (NUT-11); `locktime` in seconds, after it the keys of `refund` open them, too. */
export type Lock = { readonly pubkey: string; readonly locktime?: number; readonly refund?: readonly string[] };

/** What the mint signed for one output. */
export type MadeProof = SealedProof & { readonly role: OutputRole };

/** What the mint signed at some time for an output, for whoever asked and in whatever amount; `b`: the blinded message. */
export type RestoredProof = MadeProof & { readonly b: string };

/** What proofs are worth together. */
export const sumOf = (proofs: readonly Pick<ProofFacts, 'amount'>[]): number =>
  proofs.reduce((sum, { amount }) => sum + amount, 0);

/** Whether it is written as a point on the curve is: a public key of a mint, or what it signed. */
export const isPoint = (text: string): boolean => /^0[23][\da-f]{64}$/.test(text);

/** Whether it is written as a number of the curve is: a secret key, a part of a DLEQ proof (NUT-12). */
export const isScalar = (text: string): boolean => /^[\da-f]{64}$/.test(text);

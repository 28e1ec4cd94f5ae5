import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { MintTally } from '#domain/ecash/mints/mint-tally.ts';
import type { SealedText } from '#domain/ecash/proof.ts';

/** The wallet of an account as it is stored. Nothing in it opens without the signer of the account. Times in ms since the epoch. */
export type EcashWalletRecord = {
  readonly version: 1;
  /** words and seed, under the wallet key */
  readonly sealed: SealedText;
  /** the wallet key, encrypted by the account to itself (NIP-44) */
  readonly wrappedKey: string;
  /** what others lock ecash to for this wallet; public */
  readonly pubkey: string;
  readonly createdAt: number;
  /** when the user showed that the words are written down */
  readonly wordsKeptAt?: number;
};

/** A mint that the wallet uses; `facts`: as it told them last. */
export type MintRow = {
  readonly url: string;
  readonly addedAt: number;
  readonly facts?: MintFacts;
  /** when `facts` were told */
  readonly savedAt?: number;
  readonly tally: MintTally;
  /** when another device left it: as soon as nothing is there it is left here, too */
  readonly leftAt?: number;
};

/** Whether a mint is one's own; another device may have left one where something is still there, and a stranger has no row. */
export const isOwnMint = (row: MintRow | undefined): boolean => row !== undefined && row.leftAt === undefined;

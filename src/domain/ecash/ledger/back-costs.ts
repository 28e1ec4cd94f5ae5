import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import type { Operation } from './operation.ts';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';

type Keysets = readonly Pick<Keyset, 'id' | 'feePpk'>[];
type Mints = readonly { readonly url: string; readonly facts: { readonly keysets: Keysets } | undefined }[];

/** What a mint takes when a token is taken back, and what comes back then: nothing where that is 0 or less. */
export type BackCosts = { readonly fee: number; readonly rest: number };

/** What taking back this token comes to, as far as its text and its mint say; else as if it cost nothing. */
export const backCosts = (
  { mint, amount }: Pick<Operation, 'mint' | 'amount'>,
  token: string | undefined,
  mints: Mints = [],
): BackCosts => {
  const keysets: Keysets = mints.find(({ url }) => url === mint)?.facts?.keysets ?? [];
  try {
    // a token may name keysets by the beginning of their ids
    const keysetOf = (id: string) => keysets.find((one) => one.id.startsWith(id))?.id ?? id;
    const coins = token === undefined ? [] : readBareToken(token).proofs.map(({ id }) => ({ keyset: keysetOf(id) }));
    const fee = inputFee(coins, keysets);
    return { fee, rest: amount - fee };
  } catch (error) {
    if (error instanceof EcashError) return { fee: 0, rest: amount };
    throw error;
  }
};

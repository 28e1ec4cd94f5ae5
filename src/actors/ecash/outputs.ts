import { chooseKeyset } from '#domain/ecash/proofs/choose-keyset.ts';
import type { Keyset, MintFacts } from '#domain/ecash/mints/mint.ts';
import type { CounterRange, Operation } from '#domain/ecash/ledger/operation.ts';
import { piecesAgain } from '#domain/ecash/proofs/rotation.ts';
import { denominationsOf } from '#domain/ecash/proofs/split.ts';
import type { OutputRole, SealedOutputs } from '#domain/ecash/proof.ts';
import { toSeconds } from '#domain/units.ts';
import type { OutputsWish } from '#workers/ecash-calls.ts';
import type { EcashDeps } from './ecash-deps.ts';

/** The keyset new proofs are of. */
export const freshKeyset = ({ now }: Pick<EcashDeps, 'now'>, { keysets }: MintFacts, unit: string): Keyset =>
  chooseKeyset(keysets, unit, toSeconds(now()));

/** What outputs are for. */
export type OutputAmounts = Pick<OutputsWish, 'keep' | 'send' | 'blanks' | 'lock'>;

/** Outputs that no record has yet, with the numbers of the seed they take. */
export type FreshOutputs = { readonly outputs: readonly SealedOutputs[]; readonly counters: readonly CounterRange[] };

/** Makes outputs of the next numbers of the seed; they are taken by whoever writes them down first. `skip`: so many are left out. */
export const makeOutputs = async (
  { ledger, core }: Pick<EcashDeps, 'ledger' | 'core'>,
  { mint, unit }: Pick<Operation, 'mint' | 'unit'>,
  keyset: string,
  amounts: OutputAmounts,
  skip = 0,
): Promise<FreshOutputs> => {
  const counter = (await ledger.counter(mint, keyset)) + skip;
  const { outputs, used } = await core.prepareOutputs({ mint, unit, keyset, counter, ...amounts });
  return { outputs, counters: used > 0 ? [{ keyset, from: counter, to: counter + used }] : [] };
};

/** What outputs that were refused stood for, in amounts of another keyset. */
export const amountsAgain = (record: Operation, keyset: Keyset): OutputAmounts => {
  const has = denominationsOf(keyset.keys);
  const amountsOf = (role: OutputRole) =>
    record.outputs.filter((each) => each.role === role).flatMap(({ amounts }) => amounts);
  const parts = (role: OutputRole) => piecesAgain(amountsOf(role), has);
  const blanks = amountsOf('change').length;
  return {
    keep: parts('keep'),
    send: parts('send'),
    ...(blanks > 0 && { blanks }),
    ...(record.lock && { lock: record.lock }),
  };
};

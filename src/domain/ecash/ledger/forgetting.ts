import { SECRETS_KEPT_MS } from '#domain/ecash/ecash-limits.ts';
import { revise, type LedgerChange } from './ledger-change.ts';
import { isOver, type Operation } from './operation.ts';
import { NO_SECRET, type ProofRow, type SealedText } from '#domain/ecash/proof.ts';

type Secret = { readonly sealed: SealedText };

const isBare = ({ sealed }: Secret): boolean => sealed.ciphertextB64 === '';

const bared = <Of extends Secret>(all: readonly Of[]): readonly Of[] =>
  all.map((each) => ({ ...each, sealed: NO_SECRET }));

/** Whether its mint refused to exchange a token, which is good for all that is known. */
const isUntaken = ({ kind, phase, trouble }: Operation): boolean =>
  kind === 'receive' && phase === 'fenced' && trouble?.code !== 'token-spent';

type IsKept = (record: Operation) => boolean;

/** What is kept: tokens that were not taken, and not by a later try either. */
export const keptOf = (operations: readonly Operation[]): IsKept => {
  const taken = operations.filter((record) => isOver(record) && !isUntaken(record));
  const gone = new Set(taken.flatMap(({ brought = [] }) => brought.map(({ y }) => y)));
  return (record) => isUntaken(record) && !record.brought?.some(({ y }) => gone.has(y));
};

const secretsOf = (record: Operation, isKept: IsKept): readonly Secret[] => {
  const { brought = [], outputs, former = [] } = record;
  return [...(isKept(record) ? [] : brought), ...outputs, ...former];
};

const bareRecord = (record: Operation, isKept: IsKept): Operation => {
  const { brought, outputs, former, quote, changedAt } = record;
  const { lockKey: _, ...open } = quote ?? {};
  return revise(record, changedAt, {
    outputs: bared(outputs),
    ...(brought && !isKept(record) && { brought: bared(brought) }),
    ...(former && { former: bared(former) }),
    ...(quote && { quote: open as typeof quote }),
  });
};

/**
 * What forgets the secrets that nobody needs any more: of proofs that were spent long ago, and of operations that are over for
 * as long; a token that was never taken is money, and stays. What was spent stays known by its y. Undefined when there are none.
 */
export const forgetting = (
  { spent, operations }: { readonly spent: readonly ProofRow[]; readonly operations: readonly Operation[] },
  now: number,
): LedgerChange | undefined => {
  const isOld = (at: number) => at + SECRETS_KEPT_MS < now;
  const isKept = keptOf(operations);
  const live = new Set(operations.filter((record) => !isOver(record)).flatMap(({ id, parent = id }) => [id, parent]));
  const bare = spent
    .filter((row) => isOld(row.at) && !isBare(row) && (row.operation === undefined || !live.has(row.operation)))
    .map(({ y }) => y);
  const records = operations.filter(
    (record) =>
      isOver(record) &&
      isOld(record.changedAt) &&
      !live.has(record.id) &&
      (record.quote?.lockKey !== undefined || secretsOf(record, isKept).some((secret) => !isBare(secret))),
  );
  if (bare.length + records.length === 0) return undefined;
  return { bare, operations: records.map((record) => bareRecord(record, isKept)) };
};

import { SECRETS_KEPT_MS } from './ecash-limits.ts';
import { revise, type LedgerChange } from './ledger-change.ts';
import { isOver, type Operation } from './operation.ts';
import { NO_SECRET, type ProofRow, type Sealed } from './proof.ts';

type Secret = { readonly sealed: Sealed };

const isBare = ({ sealed }: Secret): boolean => sealed.ciphertextB64 === '';

const bared = <Of extends Secret>(all: readonly Of[]): readonly Of[] =>
  all.map((each) => ({ ...each, sealed: NO_SECRET }));

const secretsOf = ({ brought = [], outputs, former = [] }: Operation): readonly Secret[] => [
  ...brought,
  ...outputs,
  ...former,
];

const bareRecord = (record: Operation): Operation => {
  const { brought, outputs, former, quote, changedAt } = record;
  const { lockKey: _, ...open } = quote ?? {};
  return revise(record, changedAt, {
    outputs: bared(outputs),
    ...(brought && { brought: bared(brought) }),
    ...(former && { former: bared(former) }),
    ...(quote && { quote: open as typeof quote }),
  });
};

/**
 * What forgets the secrets that nobody needs any more: of proofs that were spent long ago, and of operations that are over for
 * as long. What was spent stays known by its y. Undefined when there are none.
 */
export const forgetting = (
  { spent, operations }: { readonly spent: readonly ProofRow[]; readonly operations: readonly Operation[] },
  now: number,
): LedgerChange | undefined => {
  const isOld = (at: number) => at + SECRETS_KEPT_MS < now;
  const live = new Set(operations.filter((record) => !isOver(record)).flatMap(({ id, parent = id }) => [id, parent]));
  const bare = spent
    .filter((row) => isOld(row.at) && !isBare(row) && (row.operation === undefined || !live.has(row.operation)))
    .map(({ y }) => y);
  const records = operations.filter(
    (record) =>
      isOver(record) &&
      isOld(record.changedAt) &&
      !live.has(record.id) &&
      (record.quote?.lockKey !== undefined || secretsOf(record).some((secret) => !isBare(secret))),
  );
  if (bare.length + records.length === 0) return undefined;
  return { bare, operations: records.map(bareRecord) };
};

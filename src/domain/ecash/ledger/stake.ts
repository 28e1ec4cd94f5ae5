import { byText } from '#domain/by-text.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import type { MadeOffer } from './made-offer.ts';
import { isUnsigned } from '#domain/ecash/ecash-problem.ts';
import { keptOf } from './forgetting.ts';
import { isOver, type Operation } from './operation.ts';
import { sumOf, type ProofRow } from '#domain/ecash/proof.ts';
import type { EcashWalletRecord } from './wallet-record.ts';

/** What an account has in this browser that it can lose, or that is under way. Amounts in sats. */
export type Stake = {
  /** hex */
  readonly pubkey: string;
  /** ecash that is here, also what operations hold */
  readonly sats: number;
  /** the same in other units, which this app only keeps */
  readonly others: Readonly<Record<string, number>>;
  /** what is not over: tokens that are out, payments, deposits; and tokens that were not received and are kept */
  readonly open: readonly Pick<Operation, 'id' | 'kind' | 'amount'>[];
  /** ids of offers of one's own that are in use: their keys are in this browser alone */
  readonly offers: readonly string[];
  /** Lightning payments of which nobody knows yet; those from ecash are in `open` */
  readonly payments: number;
  /** the recovery phrase was written down */
  readonly areWordsKept: boolean;
};

type Found = {
  readonly wallet: EcashWalletRecord | undefined;
  readonly proofs: readonly ProofRow[];
  readonly operations: readonly Operation[];
  readonly offers: readonly Pick<MadeOffer, 'id' | 'closedAt'>[];
};

const isUnsettled = ({ phase, route }: PaymentRecord): boolean =>
  route.kind !== 'ecash' && (phase === 'requested' || phase === 'sent' || phase === 'unknown');

/** By unit, in their order, so that the same sums are told alike. */
const sumsByUnit = (proofs: readonly ProofRow[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(proofs, ({ unit }) => unit)]
      .toSorted(([one], [other]) => byText(one, other))
      .map(([unit, all]) => [unit, sumOf(all)]),
  );

/** Whether there is anything that goes with the ecash of an account. */
export const hasEcash = ({ sats, others, open, offers }: Stake): boolean =>
  sats > 0 || Object.keys(others).length + open.length + offers.length > 0;

/** Tokens that were not received, each as it was left by the last try, unless one is under way; those of nutzaps are at relays still. */
const keptTokens = (operations: readonly Operation[]): Stake['open'] => {
  const isKept = keptOf(operations);
  const told = new Set(
    operations.flatMap((record) => (isOver(record) ? [] : (record.brought ?? []).map(({ y }) => y))),
  );
  return operations.toReversed().flatMap((record) => {
    const { id, kind, redeems, trouble, brought = [] } = record;
    // anybody can make up a token of any sum
    if (redeems || isUnsigned(trouble) || !isKept(record) || brought.some(({ y }) => told.has(y))) return [];
    for (const { y } of brought) told.add(y);
    return [{ id, kind, amount: sumOf(brought) }];
  });
};

/** What an account can lose; undefined where it has nothing here. */
export const stakeOf = (
  pubkey: string,
  { wallet, proofs, operations, offers: made }: Found,
  payments: readonly PaymentRecord[],
): Stake | undefined => {
  const here = proofs.filter(({ state }) => state === 'available' || state === 'reserved');
  const { sat: sats = 0, ...others } = sumsByUnit(here);
  const open = [
    ...operations
      .filter((record) => !isOver(record) && record.parent === undefined)
      .map(({ id, kind, amount }) => ({ id, kind, amount })),
    ...keptTokens(operations),
  ];
  const offers = made.filter(({ closedAt }) => closedAt === undefined).map(({ id }) => id);
  const unsettled = payments.filter((payment) => payment.owner === pubkey && isUnsettled(payment)).length;
  const stake = {
    pubkey,
    sats,
    others,
    open,
    offers,
    payments: unsettled,
    areWordsKept: wallet?.wordsKeptAt !== undefined,
  };
  return hasEcash(stake) || unsettled > 0 ? stake : undefined;
};

const moneyIn = ({ pubkey, sats, others, open, offers }: Stake): string =>
  [pubkey, sats, ...Object.entries(others).flat(), ...[...open.map(({ id }) => id), ...offers].toSorted()].join();

/** Whether nothing was added and nothing went. */
export const areSameStakes = (one: readonly Stake[], other: readonly Stake[]): boolean => {
  const [a, b] = [one, other].map((stakes) => stakes.map(moneyIn).toSorted().join(' '));
  return a === b;
};

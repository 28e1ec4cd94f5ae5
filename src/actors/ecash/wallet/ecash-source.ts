import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { checkMost } from '#domain/ecash/proofs/fees.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { SECOND } from '#domain/units.ts';
import { isPreimageOf, type EcashRoute, type PaymentEvidence, type PaymentRecord } from '#domain/wallet/payment.ts';
import { toMsats } from '#domain/msats.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import { beginMelt, tighten } from '#actors/ecash/operations/begin.ts';
import { ended } from '#actors/ecash/ended.ts';
import { beginParts, quoteParts } from '#actors/ecash/operations/parts.ts';
import type { Purse } from './purse.ts';

/** All that the ledger knows of paying an invoice, whichever operation did it. */
const meltsOf = async ({ ledger }: Purse, { invoice }: Pick<PaymentRecord, 'invoice'>): Promise<readonly Operation[]> =>
  (await ledger.operations('all')).filter(({ kind, quote }) => kind === 'melt' && quote?.invoice === invoice);

const paidBy = ({ preimage, fee }: Operation, at: number): PaymentEvidence => ({
  type: 'found',
  state: 'settled',
  at,
  feesMsats: toMsats(fee),
  ...(preimage !== undefined && { preimage }),
});

const isEnd = (said: PaymentEvidence): boolean =>
  said.type === 'found' && (said.state === 'settled' || said.state === 'failed');

const isPaid = ({ phase }: Operation): boolean => phase === 'committed' || phase === 'published';

/** The operations of the last try: one, or all parts of it. */
const lastOf = (melts: readonly Operation[]): readonly Operation[] => {
  const last = melts.toSorted((one, other) => one.createdAt - other.createdAt).at(-1);
  const ids = new Set(last?.parts?.map(({ operation }) => operation) ?? [last?.id]);
  return melts.filter(({ id }) => ids.has(id));
};

/**
 * A payment of several mints is made as a whole or not at all: what one of them proves, or all of them say, is true of it. Where
 * one says that it paid and proves nothing, and another one did not, nobody knows.
 */
const partsEvidence = (parts: readonly Operation[], hash: string, at: number): PaymentEvidence | undefined => {
  const proven = parts.find(({ phase, preimage }) => phase !== 'fenced' && isPreimageOf(preimage, hash));
  if (!proven && !parts.every(isPaid)) return parts.some(isPaid) ? { type: 'found', state: 'pending', at } : undefined;
  const { preimage } = proven ?? {};
  const fee = parts.every(isOver) && parts.filter(isPaid).reduce((sum, part) => sum + part.fee, 0);
  return {
    type: 'found',
    state: 'settled',
    at,
    ...(fee !== false && { feesMsats: toMsats(fee) }),
    ...(preimage !== undefined && { preimage }),
  };
};

/** It was not paid, and why, as far as anybody said. */
const failedBy = (why: EcashProblem | undefined, at: number): PaymentEvidence => ({
  type: 'found',
  state: 'failed',
  at,
  ...(why && why.code !== 'ecash-unknown' && { why }),
  ...(why?.code === 'mint-refused' && { said: why.said }),
});

/**
 * What the ledger says of a payment: it was paid, it is under way, it did not happen and can no more, or it was never written
 * down.
 */
const evidenceOf = (melts: readonly Operation[], { sentAt = 0, hash }: PaymentRecord, at: number): PaymentEvidence => {
  const last = lastOf(melts);
  const said = last.length > 1 ? partsEvidence(last, hash, at) : undefined;
  if (said) return said;
  const paid = melts.find((melt) => isPaid(melt) && !melt.parts);
  if (paid) return paidBy(paid, at);
  // its change is looked for still: what it cost nobody knows, that it was paid is proven
  const proven = melts.find((melt) => !isOver(melt) && isPreimageOf(melt.preimage, hash));
  if (proven) return { type: 'found', state: 'settled', at, preimage: proven.preimage! };
  if (melts.some((melt) => !isOver(melt))) return { type: 'found', state: 'pending', at };
  // one of an earlier try says nothing of this one
  const failed = last.filter(({ createdAt }) => createdAt >= sentAt);
  return failed.length > 0
    ? failedBy(failed.find(({ trouble }) => trouble)?.trouble, at)
    : { type: 'found', state: 'none', at };
};

type SourceDeps = {
  readonly route: EcashRoute;
  /** the purse of whoever is logged in, and that of any account, which may be locked */
  readonly purse: () => Purse | undefined;
  readonly purseOf: (pubkey: string) => Purse;
  /** Opens the wallet, or says why it does not open. */
  readonly opened: () => Promise<unknown>;
  /** Writes something down and has it led; rejects when the wallet is not open, or another tab alone may act. */
  readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
  readonly now: () => number;
};

/** Nothing was written down: so nothing is paid. Why is told on. */
const notBegun = (problem: EcashProblem, at: number): PaymentEvidence => {
  if (problem.code === 'funds-send')
    return { type: 'failed', problem: { code: 'service', name: 'INSUFFICIENT_BALANCE', said: '' }, at };
  if (problem.code === 'mint-quote-differs') return { type: 'failed', problem: { code: 'dearer' }, at };
  return failedBy(problem, at);
};

const meltOf = async ({ core, deps }: Purse, route: EcashRoute, record: PaymentRecord) => {
  const unit = DEFAULT_UNIT;
  const { mint, of } = route;
  const { quote, amount, feeReserve, expiry } = await core.meltQuote({ mint, unit, invoice: record.invoice });
  checkMost(route.most, [{ amount, reserve: feeReserve }]);
  if (of === undefined) await tighten(deps, { mint, unit }, amount + feeReserve);
  const kept = {
    id: quote,
    invoice: record.invoice,
    amount,
    reserve: feeReserve,
    ...(expiry !== undefined && { expiresAt: expiry * SECOND }),
  };
  const deadline = record.deadline ?? 0;
  return await beginMelt(deps, { mint, unit, quote: kept, deadline, ...(of !== undefined && { of }) });
};

/** Writes down what each of several mints pays; gives the first operation, the others are begun beside it. */
const partsOf = async ({ deps }: Purse, route: EcashRoute, record: PaymentRecord) => {
  const unit = DEFAULT_UNIT;
  const quoted = await quoteParts(deps, { unit, invoice: record.invoice }, route.parts ?? []);
  checkMost(
    route.most,
    quoted.map(({ quote }) => quote),
  );
  for (const { mint, quote } of quoted) await tighten(deps, { mint, unit }, quote.amount + quote.reserve);
  const [first, ...others] = await beginParts(deps, unit, quoted, record.deadline ?? 0);
  for (const part of others) deps.begun?.(part);
  return first!.id;
};

/** Once an operation is over, and all parts of its payment. */
const allEnded = async ({ ledger }: Purse, id: string): Promise<readonly Operation[]> => {
  const ids = (await ledger.operation(id))?.parts?.map(({ operation }) => operation) ?? [id];
  const over = await Promise.all(ids.map((each) => ended(ledger, each)));
  return over.flatMap((each) => each ?? []);
};

/** The ecash at a mint, or at several, as something to pay invoices from. What became of a payment the ledger knows, which asks the mint. */
export const createEcashSource = ({ route, purse, purseOf, opened, begin, now }: SourceDeps): PaymentSource => ({
  route,
  unready: () => (purse()?.isOpen() === true ? undefined : { code: 'not-connected' }),
  // before anything is written down: a signer may be thought over for longer than a payment waits
  prepare: async () => void (await opened()),
  async pay(record, tell) {
    const mine = purse();
    if (!mine) return tell({ type: 'found', state: 'failed', at: now() });
    try {
      const melt = await begin(async (wallet) => {
        // another payment of the same invoice may not be over
        const known = await meltsOf(wallet, record);
        if (known.some(({ phase }) => phase !== 'fenced')) throw new EcashError({ code: 'ecash-unknown' });
        return route.parts ? await partsOf(wallet, route, record) : await meltOf(wallet, route, record);
      });
      const over = await allEnded(mine, melt);
      if (over.length > 0) tell(evidenceOf(over, { ...record, sentAt: 0 }, now()));
    } catch (error) {
      const said = evidenceOf(await meltsOf(mine, record), record, now());
      const isWritten = said.type === 'found' && said.state !== 'none';
      tell(isWritten ? said : notBegun(ecashProblemOf(error), now()));
    }
  },
  // of whose account it is, whoever is logged in; a ledger that cannot be read says nothing
  lookUp: (record) =>
    meltsOf(purseOf(record.owner), record).then(
      (melts) => evidenceOf(melts, record, now()),
      () => ({ type: 'found', state: 'pending', at: now() }),
    ),
  onEnd(record, listener) {
    const mine = purseOf(record.owner);
    const look = async () => {
      const melts = await meltsOf(mine, record);
      if (melts.length > 0 && melts.every(isOver) && isEnd(evidenceOf(melts, record, now()))) listener();
    };
    return mine.ledger.watch(() => void look().catch(() => {}), { stores: ['operations'] });
  },
});

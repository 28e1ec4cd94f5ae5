import { QUOTE_OF_ANOTHER_DEVICE_MS } from '#domain/ecash/ecash-limits.ts';
import { wordOfProblem } from '#domain/ecash/ledger/deposit.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { journal } from '#domain/ecash/ledger/ledger-change.ts';
import type { MintQuote } from '#domain/ecash/mints/mint.ts';
import { readAmount, valuesOf } from '#domain/ecash/events/event-parts.ts';
import type { OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import { SECOND } from '#domain/units.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { nameOfEvent } from '#actors/ecash/event-name.ts';
import { asked } from '#actors/ecash/evidence.ts';
import { overAgain } from '#actors/ecash/free-proofs.ts';
import { newDeposit } from '#actors/ecash/new-operation.ts';
import { listMint } from './mints-elsewhere.ts';
import type { OpenedQuote, WalletOnRelays } from './told-by-relays.ts';

/** What the mint said of a quote on this visit: that it was paid, and since when that is known; or that it need not be asked again. */
export type QuoteLook = { readonly paidAt: number } | 'over';

const isAlike = ({ quote: { mint, quote } }: OpenedQuote) => mint + quote;

const isPast = ({ event: { tags } }: OpenedQuote, now: number): boolean =>
  (readAmount(valuesOf(tags, 'expiration')[0]) ?? Infinity) * SECOND < now;

/** What is known here is led here. */
const isKnown = async ({ ledger }: EcashDeps, { quote: { mint, quote } }: OpenedQuote): Promise<boolean> =>
  (await ledger.operations('all')).some((record) => record.mint === mint && record.quote?.id === quote);

const recordOf = (deps: EcashDeps, { event, quote: { mint, lockKey } }: OpenedQuote, told: MintQuote) =>
  newDeposit(
    deps,
    mint,
    { ...told, ...(lockKey && { lockKey }) },
    {
      id: nameOfEvent({ id: event.id, at: event.created_at }),
      elsewhere: true,
      createdAt: event.created_at * SECOND,
    },
  );

/** Written down as a deposit of this device: from there on it is one like all others. Its event is deleted once it is used. */
const takeOver = async (deps: EcashDeps, one: OpenedQuote, told: MintQuote, relays: readonly string[]) =>
  overAgain(async () => {
    if (await isKnown(deps, one)) return;
    const [record, at] = [recordOf(deps, one, told), deps.now()];
    const stands = Object.fromEntries(relays.map((url) => [url, { takenAt: at }]));
    const row: OutboxRow = { operation: record.id, kind: 'quote', at, event: one.event, relays: stands };
    await deps.ledger.change({ ...journal(record), outbox: [{ do: 'put', row }] });
    await listMint(deps, record.mint);
    deps.begun?.(record);
  });

/** Whether a mint that refuses to say more has nothing to take: 'not paid' may change, and silence says nothing. */
const isOverBy = (problem: EcashProblem): boolean => {
  const word = wordOfProblem(problem).type;
  return word === 'issued' || (word === 'nothing' && problem.code === 'mint-refused');
};

/** Asks the mint once; 'over': there is nothing to take here, now or later. */
const lookAt = async (deps: EcashDeps, one: OpenedQuote): Promise<MintQuote | 'over' | 'later'> => {
  const { mint, quote, lockKey } = one.quote;
  if (isPast(one, deps.now()) || (await isKnown(deps, one))) return 'over';
  const told = await asked(deps.core.checkMintQuote({ mint, quote }));
  if ('problem' in told) return isOverBy(told.problem) ? 'over' : 'later';
  const { state, amount, expiry, pubkey } = told.value;
  const isLocked = pubkey !== undefined && lockKey === undefined;
  if (state === 'ISSUED' || amount <= 0 || isLocked) return 'over';
  const isDead = state === 'UNPAID' && expiry !== undefined && expiry * SECOND < deps.now();
  return isDead ? 'over' : told.value;
};

/**
 * Invoices that another device of the account asked for: what is paid and not taken there is taken here, by the word of the mint,
 * which gives the ecash of an invoice once. Gives whether one is to be asked for again. `looks`: by quote; grows.
 */
export const takeQuotes = async (
  deps: EcashDeps,
  { quotes, relaysOf }: Pick<WalletOnRelays, 'quotes' | 'relaysOf'>,
  looks: Map<string, QuoteLook>,
): Promise<boolean> => {
  let isMore = false;
  for (const one of quotes) {
    const seen = looks.get(isAlike(one));
    if (seen === 'over') continue;
    const told = await lookAt(deps, one);
    const isPaid = typeof told !== 'string' && told.state === 'PAID';
    const paidAt = isPaid ? (seen?.paidAt ?? deps.now()) : undefined;
    const isDue = paidAt !== undefined && deps.now() - paidAt >= QUOTE_OF_ANOTHER_DEVICE_MS;
    if (isPaid && isDue) await takeOver(deps, one, told, relaysOf(one.event.id));
    if (told === 'over' || isDue) looks.set(isAlike(one), 'over');
    else {
      isMore = true;
      if (paidAt !== undefined) looks.set(isAlike(one), { paidAt });
    }
  }
  return isMore;
};

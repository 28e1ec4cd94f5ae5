import { INPUTS_MOST } from '#domain/ecash/ecash-limits.ts';
import { worthMerging } from '#domain/ecash/proofs/consolidation.ts';
import { EcashError, failedWith } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import { backFrom } from '#domain/ecash/proofs/lock.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { Keyset, MintFacts } from '#domain/ecash/mints/mint.ts';
import { isHeldBack, type Operation } from '#domain/ecash/ledger/operation.ts';
import { sumOf, type Lock, type ProofRow, type SealedProof } from '#domain/ecash/proof.ts';
import { rotationOf } from '#domain/ecash/proofs/rotation.ts';
import {
  blanksFor,
  denominationsOf,
  isIssuable,
  proofsMost,
  splitAmount,
  splitToKeep,
  splitToSend,
} from '#domain/ecash/proofs/split.ts';
import { toSeconds } from '#domain/units.ts';
import type { NewMintQuote } from '#workers/ecash-calls.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import {
  amountsOf,
  checkSpare,
  exactly,
  freeAt,
  isSpentElsewhere,
  overAgain,
  pick,
  pickToPay,
  pickToSwap,
  usableOf,
  ysOf,
  type At,
} from '#actors/ecash/free-proofs.ts';
import { ended } from '#actors/ecash/ended.ts';
import { newDeposit, newOperation, NOTHING_HELD } from '#actors/ecash/new-operation.ts';
import { holdBack } from '#actors/ecash/hold-back.ts';
import { freshKeyset, makeOutputs } from '#actors/ecash/outputs.ts';
import { stillOut } from '#actors/ecash/still-out.ts';
import { withChange } from '#actors/ecash/with-change.ts';
import { NUT_CHANGE, NUT_LOCKED_QUOTES } from '#domain/ecash/mints/nuts.ts';

export type SendWish = At &
  Pick<Operation, 'person' | 'delivery' | 'parcel'> & {
    readonly amount: number;
    readonly memo?: string;
    readonly lock?: Lock;
  };

const noted = ({
  memo,
  lock,
  person,
  delivery,
  parcel,
}: Pick<SendWish, 'memo' | 'lock' | 'person' | 'delivery' | 'parcel'>) => ({
  ...(parcel && { parcel }),
  ...(memo !== undefined && { memo }),
  ...(lock && { lock }),
  ...(person !== undefined && { person }),
  ...(delivery && { delivery }),
});

const isByEvent = ({ parcel, delivery }: Pick<SendWish, 'parcel' | 'delivery'>): boolean =>
  delivery !== undefined || parcel?.way.type === 'message';

const draftSwap = async (
  deps: EcashDeps,
  facts: MintFacts,
  wish: SendWish,
  free: readonly ProofRow[],
): Promise<Operation> => {
  const { mint, unit, amount, lock } = wish;
  const keyset = freshKeyset(deps, facts, unit);
  const has = denominationsOf(keyset.keys);
  const chosen = pickToSwap(deps, facts, { proofs: free, amount });
  const [spends, fee] = [sumOf(chosen), inputFee(chosen, facts.keysets)];
  const rest = free.filter((row) => !chosen.includes(row));
  const made = await makeOutputs(deps, wish, keyset.id, {
    keep: splitToKeep(spends - fee - amount, has, amountsOf(rest)),
    send: splitToSend(amount, has, isByEvent(wish)),
    ...(lock && { lock }),
  });
  return newOperation(deps, {
    kind: 'send',
    mint,
    unit,
    amount,
    fee,
    inputs: ysOf(chosen),
    spends,
    ...made,
    ...noted(wish),
  });
};

/** The record of a token that is locked to somebody. Rejects with 'funds-send' when there is not enough. */
export const draftLocked = async (deps: EcashDeps, wish: SendWish & { readonly lock: Lock }): Promise<Operation> => {
  const free = await freeAt(deps, wish);
  return draftSwap(deps, await deps.mintFacts(wish.mint, free), wish, free);
};

/**
 * What a mint takes from whoever takes a token: of these coins, else of those that are made for it. Throws 'send-dust' when that is all
 * that it is worth.
 */
export const takingFee = (
  deps: EcashDeps,
  facts: MintFacts,
  { unit, amount, byEvent }: Pick<SendWish, 'unit' | 'amount'> & { readonly byEvent: boolean },
  coins?: readonly Pick<ProofRow, 'keyset'>[],
): number => {
  const made = () => {
    const { id: keyset, keys } = freshKeyset(deps, facts, unit);
    return splitToSend(amount, denominationsOf(keys), byEvent).map(() => ({ keyset }));
  };
  const fee = inputFee(coins ?? made(), facts.keysets);
  if (fee >= amount) throw new EcashError({ code: 'send-dust' });
  return fee;
};

/** What is there exactly and leaves as it is: nobody could take such as cost all that they are worth. */
export const exactToSend = (...[deps, facts, wish]: Parameters<typeof exactly>): readonly ProofRow[] | undefined => {
  const exact = exactly(deps, facts, wish);
  return exact && inputFee(exact, facts.keysets) < wish.amount ? exact : undefined;
};

/**
 * Writes down that this much leaves as a token; gives the operation. What is there exactly goes as it is, and is out at once.
 * Rejects with 'funds-send' when there is not enough, 'funds-swap' when there is but for the fee, 'mint-too-much' when it would
 * not fit into the event that brings it, 'send-dust' when nobody could take it for its fee.
 */
export const beginSend = (deps: EcashDeps, wish: SendWish): Promise<string> =>
  withChange(deps, wish, async () => {
    const { mint, unit, amount, lock } = wish;
    const free = await freeAt(deps, wish);
    const facts = await deps.mintFacts(mint, free);
    const byEvent = isByEvent(wish);
    const wants = { proofs: free, amount, withFee: false, most: proofsMost(byEvent) };
    const exact = lock ? undefined : exactToSend(deps, facts, wants);
    if (!exact) {
      const swapped = await draftSwap(deps, facts, wish, free);
      takingFee(deps, facts, { unit, amount, byEvent });
      await deps.ledger.change(changes.journal(swapped));
      return swapped.id;
    }
    const record = newOperation(deps, {
      kind: 'send',
      phase: 'waiting',
      mint,
      unit,
      amount,
      ...NOTHING_HELD,
      inputs: ysOf(exact),
      spends: amount,
      ...noted(wish),
    });
    await deps.ledger.change(changes.handOut(record));
    return record.id;
  });

/** What an exchange is known by besides; with an `id` that is there already nothing is written down. */
type ExchangeWish = At &
  Pick<Operation, 'memo' | 'into' | 'leaves' | 'person' | 'redeems' | 'sendsOn' | 'payment'> & {
    readonly id?: string;
  };

const namedAs = ({ id, memo, into, leaves, person, redeems, sendsOn, payment }: ExchangeWish) => ({
  ...(payment && { payment }),
  ...(id !== undefined && { id }),
  ...(into !== undefined && { into }),
  ...(leaves && { leaves }),
  ...(memo !== undefined && { memo }),
  ...(person !== undefined && { person }),
  ...(redeems && { redeems }),
  ...(sendsOn && { sendsOn }),
});

/** Exchanges proofs for fresh ones of the same mint. */
const exchange = async (
  deps: EcashDeps,
  kind: 'receive' | 'reclaim' | 'consolidation',
  at: ExchangeWish,
  proofs: readonly SealedProof[],
  parent?: Operation,
): Promise<string> => {
  const { mint, unit, id } = at;
  if (id !== undefined && (await deps.ledger.operation(id))) return id;
  const facts = await deps.mintFacts(mint, proofs);
  const keyset = freshKeyset(deps, facts, unit);
  const [spends, fee] = [sumOf(proofs), inputFee(proofs, facts.keysets)];
  const amount = spends - fee;
  // the fee is all it is worth
  if (amount <= 0) throw new EcashError({ code: 'funds-swap' });
  const has = denominationsOf(keyset.keys);
  const isKept = kind === 'receive' && at.into === undefined;
  const keep = isKept ? splitToKeep(amount, has, amountsOf(await freeAt(deps, at))) : splitAmount(amount, has);
  const made = await makeOutputs(deps, at, keyset.id, { keep });
  const record = newOperation(deps, {
    kind,
    mint,
    unit,
    amount,
    fee,
    inputs: kind === 'receive' ? [] : ysOf(proofs),
    spends,
    ...made,
    ...(kind === 'receive' && { brought: proofs }),
    ...(parent && { parent: parent.id }),
    ...namedAs(at),
  });
  await deps.ledger.change(changes.journal(record, parent));
  return record.id;
};

/**
 * Writes down that the proofs of a token are exchanged for our own; `into`: and that their worth is moved to another mint then.
 * Rejects with 'funds-swap' when the fee is all it is worth.
 */
export const beginReceive = (
  deps: EcashDeps,
  token: ExchangeWish & { readonly proofs: readonly SealedProof[] },
): Promise<string> => overAgain(() => exchange(deps, 'receive', token, token.proofs));

/**
 * Writes down that a token which is out is taken back. Undefined when nothing of it is out any more, or it is locked to somebody
 * and not, or not yet, to `ownKey`.
 */
export const beginReclaim = (deps: EcashDeps, send: string, ownKey?: string): Promise<string | undefined> =>
  overAgain(async () => {
    const record = await deps.ledger.operation(send);
    const out = (await deps.ledger.proofsOf(send)).filter(({ state }) => state === 'out');
    if (!record || record.child !== undefined || out.length === 0) return undefined;
    // at its first second the mint may still take it as locked
    const isLocked = toSeconds(deps.now()) <= (backFrom(record.lock, ownKey) ?? Infinity);
    if (record.lock && isLocked) return undefined;
    const { mint, unit, memo } = record;
    const back = await stillOut(deps, record, out);
    return exchange(deps, 'reclaim', { mint, unit, ...(memo !== undefined && { memo }) }, back, record);
  });

/** Amounts that cover a sum and what they cost as inputs themselves. */
export const partsWithFee = (sum: number, keyset: Keyset): readonly number[] => {
  const has = denominationsOf(keyset.keys);
  let parts = splitAmount(sum, has);
  for (let tried = 0; tried < 5; tried += 1) {
    const next = splitAmount(sum + Math.ceil((parts.length * keyset.feePpk) / 1000), has);
    if (next.length === parts.length) return next;
    parts = next.length > parts.length ? next : parts;
  }
  return parts;
};

/** Whether a mint gives back what was paid beyond what it wants (NUT-08). */
export const givesChange = ({ info }: Pick<MintFacts, 'info'>): boolean => info.nuts.includes(NUT_CHANGE);

/** Those that are exchanged for an amount; undefined where what there is does not cover what that costs. */
const swappable = (...args: Parameters<typeof pickToSwap>): readonly ProofRow[] | undefined => {
  try {
    return pickToSwap(...args);
  } catch (error) {
    if (failedWith(error, 'funds-swap')) return undefined;
    throw error;
  }
};

/**
 * What is exchanged so that an amount, and what it costs as inputs, is there exactly: that is the `amount` given. Undefined when it
 * is there, or when that costs as much as it saves. Throws 'funds-send' where there is less.
 */
export const pickToTighten = (
  deps: EcashDeps,
  facts: MintFacts,
  { unit, proofs, needed }: { unit: string; proofs: readonly ProofRow[]; needed: number },
) => {
  const loose = pick(deps, facts, { proofs, amount: needed, withFee: true });
  const over = sumOf(loose) - inputFee(loose, facts.keysets) - needed;
  const keyset = freshKeyset(deps, facts, unit);
  const parts = partsWithFee(needed, keyset);
  const amount = parts.reduce((sum, part) => sum + part, 0);
  const inputs = swappable(deps, facts, { proofs, amount });
  const fee = inputs ? inputFee(inputs, facts.keysets) : over;
  if (!inputs || over <= fee) return undefined;
  const spends = sumOf(inputs);
  return {
    inputs,
    spends,
    fee,
    amount,
    keyset,
    parts,
    rest: splitAmount(spends - fee - amount, denominationsOf(keyset.keys)),
  };
};

/** Writes down an exchange after which an amount is there exactly, where that is worth it. Rejects with 'funds-send' where there is less. */
const beginTighten = (deps: EcashDeps, at: At, needed: number): Promise<Operation | undefined> =>
  withChange(deps, at, async () => {
    const { mint, unit } = at;
    const proofs = await freeAt(deps, at);
    const facts = await deps.mintFacts(mint, proofs);
    const tight = pickToTighten(deps, facts, { unit, proofs, needed });
    if (!tight) return undefined;
    const { inputs, spends, fee, keyset, parts, rest } = tight;
    const made = await makeOutputs(deps, at, keyset.id, { keep: [...parts, ...rest] });
    const record = newOperation(deps, {
      kind: 'swap',
      mint,
      unit,
      amount: spends - fee,
      fee,
      inputs: ysOf(inputs),
      spends,
      ...made,
    });
    await deps.ledger.change(changes.journal(record));
    return record;
  });

/**
 * At a mint that gives nothing back an amount is exchanged to be there exactly before it is paid: what is more would be lost. Ends
 * once that is done.
 */
export const tighten = async (deps: EcashDeps, at: At, needed: number): Promise<void> => {
  if (givesChange(await deps.mintFacts(at.mint))) return;
  const record = await beginTighten(deps, at, needed);
  if (!record) return;
  deps.begun?.(record);
  await ended(deps.ledger, record.id);
};

/**
 * What is to be paid: an invoice with what the mint wants for it. `of`: the nutzap whose worth goes on by that. `deadline`: from then
 * on nothing is written down.
 */
export type MeltWish = At & {
  readonly quote: NonNullable<Operation['quote']>;
  readonly memo?: string;
  readonly of?: string;
  readonly deadline?: number;
};

/** Whoever looks for a payment believes after this time that it was not begun: it is asked for last of all. */
export const checkDeadline = ({ now }: Pick<EcashDeps, 'now'>, deadline = Infinity): void => {
  if (now() >= deadline) throw new EcashError({ code: 'mint-silent' });
};

/**
 * The record of a payment with what is free at the mint; `nutzap`: what brought its worth. Rejects with 'funds-send' when that is
 * not enough.
 */
export const draftMelt = async (
  deps: EcashDeps,
  { mint, unit, quote, memo }: MeltWish,
  nutzap?: Operation,
): Promise<Operation> => {
  const free = await freeAt(deps, { mint, unit });
  const facts = await deps.mintFacts(mint, free);
  const wish = { proofs: free, amount: quote.amount + quote.reserve, ...(nutzap?.came && { came: nutzap.came }) };
  const chosen = pickToPay(deps, facts, wish);
  const [spends, fee] = [sumOf(chosen), inputFee(chosen, facts.keysets)];
  const blanks = blanksFor(spends - fee - quote.amount);
  const made = await makeOutputs(deps, { mint, unit }, freshKeyset(deps, facts, unit).id, { blanks });
  return newOperation(deps, {
    kind: 'melt',
    mint,
    unit,
    amount: quote.amount,
    fee,
    inputs: ysOf(chosen),
    spends,
    quote,
    ...(!givesChange(facts) && { noChange: true }),
    ...made,
    ...(memo !== undefined && { memo }),
  });
};

/**
 * The nutzap whose worth is still to be sent on. Rejects with 'nutzap-over' when that is begun, here or on another device, or not
 * wanted any more.
 */
export const nutzapToSendOn = async (deps: Pick<EcashDeps, 'ledger'>, id: string): Promise<Operation> => {
  const record = await deps.ledger.operation(id);
  if (!record?.sendsOn || (await isSpentElsewhere(deps, record))) throw new EcashError({ code: 'nutzap-over' });
  return record;
};

/** Writes down that an invoice is paid, with what is free at the mint. Rejects with 'funds-send' when that is not enough. */
export const beginMelt = (deps: EcashDeps, wish: MeltWish): Promise<string> =>
  withChange(deps, wish, async () => {
    const nutzap = wish.of === undefined ? undefined : await nutzapToSendOn(deps, wish.of);
    await checkSpare(deps, wish, wish.quote.amount);
    const record = await draftMelt(deps, wish, nutzap);
    // nobody has to wait for it any more
    const onward = nutzap && changes.sendOn(nutzap, deps.now(), { ...record, byItself: true });
    checkDeadline(deps, wish.deadline);
    await deps.ledger.change(onward ?? changes.journal(record));
    return record.id;
  });

/** What is to come in by an invoice. */
export type DepositWish = At & { readonly amount: number; readonly memo?: string };

/**
 * Asks a mint for an invoice, which nobody but this wallet can take the ecash of where the mint offers that (NUT-20). Rejects
 * with 'mint-too-much' when the mint could not issue the ecash once it is paid.
 */
export const askInvoice = async (deps: EcashDeps, wish: DepositWish): Promise<NewMintQuote> => {
  const { mint, unit, amount, memo } = wish;
  const facts = await deps.mintFacts(mint);
  if (!isIssuable(amount, denominationsOf(freshKeyset(deps, facts, unit).keys)))
    throw new EcashError({ code: 'mint-too-much' });
  const locked = facts.info.nuts.includes(NUT_LOCKED_QUOTES);
  return deps.core.mintQuote({ mint, unit, amount, locked, ...(memo !== undefined && { description: memo }) });
};

/** Asks a mint for an invoice, and writes it down before anybody sees it. */
export const beginDeposit = async (deps: EcashDeps, wish: DepositWish): Promise<string> => {
  const { mint, memo } = wish;
  const record = newDeposit(deps, mint, await askInvoice(deps, wish), memo === undefined ? {} : { memo });
  await deps.ledger.change(changes.journal(record));
  return record.id;
};

/** What was tried to be saved too late, and refused. */
const triedBefore = async ({ ledger }: EcashDeps): Promise<ReadonlySet<string>> => {
  const all = await ledger.operations('all');
  return new Set(
    all
      .filter((one) => one.kind === 'consolidation' && one.phase === 'fenced' && !isHeldBack(one))
      .flatMap((one) => one.inputs),
  );
};

/** What of the free proofs is to be exchanged by one request, and which keysets that leaves. */
const toExchange = async (deps: EcashDeps, at: At, proofs: readonly ProofRow[]) => {
  const facts = await deps.mintFacts(at.mint, proofs);
  const scene = { proofs, keysets: facts.keysets, fresh: freshKeyset(deps, facts, at.unit), now: deps.now() };
  const { leaving, ended, cheaper } = rotationOf(scene);
  const usable = usableOf(deps, facts, proofs);
  // more than one request spends stand in the way of larger amounts
  const spared = usable.length > INPUTS_MOST ? [] : cheaper;
  const good = usable.filter((row) => !spared.includes(row));
  const chosen = [...new Set([...leaving, ...worthMerging(good, facts.keysets)])].slice(0, INPUTS_MOST);
  if (chosen.length > 0 || ended.length === 0) return { chosen, leaves: keysetsOf(leaving.slice(0, INPUTS_MOST)) };
  // some mints take them all the same: that is tried once
  const tried = await triedBefore(deps);
  const late = ended.filter(({ y }) => !tried.has(y)).slice(0, INPUTS_MOST);
  return { chosen: late, leaves: keysetsOf(late) };
};

const keysetsOf = (rows: readonly ProofRow[]): readonly string[] => [...new Set(rows.map(({ keyset }) => keyset))];

/**
 * Looks through what is free at a mint: what the mint says is spent is spent here, too, and too many small proofs, or such
 * of keysets that are not used any more or end soon, are exchanged. What it calls pending is held back; what an operation holds is
 * left alone. Undefined when nothing is to be exchanged.
 */
export const beginConsolidation = (deps: EcashDeps, at: At): Promise<string | undefined> =>
  overAgain(async () => {
    const free = await freeAt(deps, at);
    if (free.length === 0) return undefined;
    const states = await deps.core.checkStates({ mint: at.mint, ys: ysOf(free) });
    const spent = free.filter(({ y }) => states[y] === 'SPENT');
    if (spent.length > 0) await deps.ledger.change(changes.strike(ysOf(spent)));
    await holdBack(deps, free, states);
    const left = free.filter(({ y }) => states[y] === 'UNSPENT');
    const { chosen, leaves } = await toExchange(deps, at, left);
    if (chosen.length === 0) return undefined;
    return exchange(deps, 'consolidation', { ...at, ...(leaves.length > 0 && { leaves }) }, chosen);
  });

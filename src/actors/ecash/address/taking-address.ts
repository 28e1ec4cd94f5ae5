import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressAt, type AddressQuote, type AddressRow } from '#domain/ecash/address.ts';
import { ADDRESS_OVERLAP_S, ADDRESS_QUOTES_MOST } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { journal } from '#domain/ecash/ledger/ledger-change.ts';
import type { MintQuote } from '#domain/ecash/mints/mint.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { isSameKey } from '#domain/ecash/proofs/lock.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { toSeconds } from '#domain/units.ts';
import { enterAddressService, type AddressService, type AddressServiceDeps } from './address-service.ts';
import { nameOfEvent } from '#actors/ecash/event-name.ts';
import { asked } from '#actors/ecash/evidence.ts';
import { overAgain } from '#actors/ecash/free-proofs.ts';
import { newDeposit } from '#actors/ecash/new-operation.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';

export type TakingAddressDeps = Pick<AddressServiceDeps, 'fetch'>;

/** What becomes of one payment that the service names. */
type Taken =
  | { readonly do: 'nothing' }
  /** its mint does not answer, or has not heard of the payment yet */
  | { readonly do: 'later'; readonly problem?: EcashProblem }
  | { readonly do: 'ask' }
  /** nobody can take it with this wallet, now or later */
  | { readonly do: 'leave'; readonly problem: EcashProblem }
  | { readonly do: 'begun'; readonly sats: number };

const nameOf = ({ mint, quote, createdAt }: AddressQuote): string =>
  nameOfEvent({ id: bytesToHex(sha256(utf8ToBytes(`${mint}\n${quote}`))), at: createdAt });

const keyOf = (mint: string, quote: string | undefined): string => `${mint}\n${quote ?? ''}`;

const knownIn = async ({ ledger }: Purse): Promise<Set<string>> =>
  new Set((await ledger.operations('all')).map(({ mint, quote }) => keyOf(mint, quote?.id)));

/** What mints said was taken already, elsewhere: they are asked for it once in a visit. */
const takenElsewhere = new WeakMap<Purse, Set<string>>();

const elsewhereOf = (purse: Purse): Set<string> => {
  const known = takenElsewhere.get(purse) ?? new Set();
  takenElsewhere.set(purse, known);
  return known;
};

/** Written down as a deposit that was paid, before its ecash is asked for: from there on it is one like all others. */
const begin = async (purse: Purse, one: AddressQuote, told: MintQuote, address: string): Promise<void> => {
  const { deps, core, ledger } = purse;
  const lockKey = told.pubkey === undefined ? undefined : await core.keyOfAddress({ quote: told.quote });
  const quote = { ...told, ...(lockKey && { lockKey }) };
  await overAgain(async () => {
    if ((await knownIn(purse)).has(keyOf(one.mint, one.quote))) return;
    const record = newDeposit(deps, one.mint, quote, { id: nameOf(one), address });
    await ledger.change(journal(record));
    deps.begun?.(record);
  });
};

/** By the word of the mint: what the service says of a payment counts for nothing. */
const take = async (purse: Purse, one: AddressQuote, service: string, lockKey: string): Promise<Taken> => {
  const { core, ledger } = purse;
  if ((await ledger.mints.all()).every(({ url }) => url !== one.mint)) return { do: 'ask' };
  const told = await asked(core.checkMintQuote({ mint: one.mint, quote: one.quote }));
  if ('problem' in told) return { do: 'later', problem: told.problem };
  const { state, unit, pubkey, amount } = told.value;
  if (state === 'ISSUED') {
    elsewhereOf(purse).add(keyOf(one.mint, one.quote));
    return { do: 'nothing' };
  }
  if (told.value.quote !== one.quote) return { do: 'leave', problem: { code: 'mint-quote-differs' } };
  if (unit !== DEFAULT_UNIT) return { do: 'leave', problem: { code: 'token-unit', unit } };
  if (pubkey !== undefined && !isSameKey(pubkey, lockKey))
    return { do: 'leave', problem: { code: 'quote-key-missing' } };
  if (state !== 'PAID' || amount <= 0) return { do: 'later' };
  await begin(purse, one, told.value, addressAt(service, lockKey));
  return { do: 'begun', sats: amount };
};

const placed = (one: AddressQuote): AddressQuote | undefined => {
  try {
    return { ...one, mint: mintUrl(one.mint, isSampleNetwork()) };
  } catch {
    return undefined;
  }
};

/** What a look at the service came to: what the row says then, and what is on its way in. */
export type AddressLook = { readonly row: Partial<AddressRow>; readonly payments: number; readonly sats: number };

/**
 * Looks once for what was paid to the address: what waits at a mint of this wallet is written down and taken as deposits are; what
 * waits at another mint waits for the user. Each payment is one operation, whoever looks and however often. Rejects when the
 * service cannot be asked.
 */
export const takeFromAddress = async (
  { fetch }: TakingAddressDeps,
  purse: Purse,
  { service, since }: Pick<AddressRow, 'service' | 'since'>,
): Promise<AddressLook> => {
  const lockKey = (await purse.ledger.wallet.get())!.pubkey;
  const entered: AddressService = await enterAddressService({ fetch, core: purse.core }, service);
  const now = toSeconds(purse.deps.now());
  // nothing is known of what is to come, whatever the service said
  const from = since !== undefined && since <= now ? since : undefined;
  const asks: AddressQuote[] = [];
  let problem: EcashProblem | undefined;
  let [payments, sats, newest, passed, isLeft] = [0, 0, 0, 0, false];
  const [known, seen] = [await knownIn(purse), new Set<string>()];
  for await (const { quotes, odd } of entered.pages(from)) {
    // what a mint vouches for ends some time; what else is named may not
    if (passed >= ADDRESS_QUOTES_MOST) {
      isLeft = true;
      break;
    }
    if (odd > 0) [passed, isLeft, problem] = [passed + odd, true, problem ?? { code: 'address-answer' }];
    for (const given of quotes) {
      if (given.paidAt <= now) newest = Math.max(newest, given.paidAt);
      const one = placed(given);
      const key = keyOf(one?.mint ?? '', one?.quote);
      const isAgain = seen.has(key);
      seen.add(key);
      if (isAgain) passed += 1;
      if (isAgain || known.has(key) || elsewhereOf(purse).has(key)) continue;
      const taken: Taken = one
        ? await take(purse, one, service, lockKey)
        : { do: 'leave', problem: { code: 'mint-url' } };
      if (taken.do === 'ask') asks.push(one!);
      if (taken.do === 'later') isLeft = true;
      if (taken.do === 'later' || taken.do === 'leave') problem ??= taken.problem;
      if (taken.do === 'begun') [payments, sats] = [payments + 1, sats + taken.sats];
      else if (taken.do !== 'nothing') passed += 1;
    }
  }
  const isAll = !isLeft && asks.length === 0;
  const next = Math.max(from ?? 0, isAll ? newest - ADDRESS_OVERLAP_S : 0);
  return {
    row: {
      asks: asks.map(({ mint, quote, amount }) => ({ mint, quote, amount })),
      ...(next > 0 && { since: next }),
      ...(problem && { problem }),
    },
    payments,
    sats,
  };
};

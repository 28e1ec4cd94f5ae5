import { fromCallback, fromPromise } from 'xstate';
import { wordOfProblem } from '#domain/ecash/ledger/deposit.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import {
  arrivalId,
  arrivalsOf,
  dueOf,
  isWatched,
  OFFER_PREFIX,
  offerName,
  openArrival,
  sumsOf,
  takenElsewhere,
  type MadeOffer,
} from '#domain/ecash/ledger/made-offer.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { denominationsOf, splitAmount } from '#domain/ecash/proofs/split.ts';
import type { EcashFact } from '#machines/ecash/ecash.machine.ts';
import type { OfferFact, OfferInput, OfferLook } from '#machines/ecash/offer.machine.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import type { Engine } from '#actors/ecash/operations/engine.ts';
import { asked, type Asked } from '#actors/ecash/evidence.ts';
import { overAgain } from '#actors/ecash/free-proofs.ts';
import type { MintSockets } from '#actors/ecash/mint-sockets.ts';
import { newOperation, NOTHING_HELD } from '#actors/ecash/new-operation.ts';
import { freshKeyset, makeOutputs } from '#actors/ecash/outputs.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { Purse } from './purse.ts';

export type MadeOfferWish = Pick<MadeOffer, 'mint' | 'amount' | 'memo'>;

const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

/**
 * Asks a mint for an offer and writes it down before anybody sees it; gives its id. Rejects with 'offer-useless' for one that nobody
 * could pay here, as `isPayable` says of its text.
 */
export const makeOffer = async (
  { core, ledger, newId, now }: EcashDeps,
  { mint, amount, memo }: MadeOfferWish,
  isPayable: (text: string) => boolean,
): Promise<string> => {
  const said = { ...(amount !== undefined && { amount }), ...(memo !== undefined && { description: memo }) };
  const { quote, request, lockKey } = await core.mintQuote({ mint, unit: DEFAULT_UNIT, method: 'bolt12', ...said });
  if (!lockKey || !isPayable(request)) return fail({ code: 'offer-useless' });
  const id = newId();
  const made: MadeOffer = {
    id,
    mint,
    quote,
    text: request,
    lockKey,
    paid: 0,
    createdAt: now(),
    ...(amount !== undefined && { amount }),
    ...(memo !== undefined && { memo }),
  };
  await ledger.beside.change<MadeOffer>(offerName(id), () => made);
  return id;
};

/** It is not used any more. What still comes in is taken all the same. */
export const closeOffer = ({ ledger, now }: Pick<EcashDeps, 'ledger' | 'now'>, id: string): Promise<void> =>
  ledger.beside.change<MadeOffer>(offerName(id), (known) =>
    known && known.closedAt === undefined ? { ...known, closedAt: now() } : undefined,
  );

/** What the mint said last is kept, where that is something else than before. */
const note = ({ ledger }: EcashDeps, id: string, paid: number | undefined, trouble?: EcashProblem): Promise<void> =>
  ledger.beside.change<MadeOffer>(offerName(id), (known) => {
    if (!known) return undefined;
    const most = Math.max(known.paid, paid ?? 0);
    if (most === known.paid && known.trouble?.code === trouble?.code) return undefined;
    const { trouble: _, ...rest } = known;
    return { ...rest, paid: most, ...(trouble && { trouble }) };
  });

/** What the mint says came in and was issued. */
const askSums = async ({ core }: EcashDeps, { mint, quote, text, paid }: MadeOffer) => {
  const told = await core.checkMintQuote({ mint, quote, method: 'bolt12' });
  if (told.quote !== quote || told.request !== text) return fail({ code: 'offer-other' });
  return sumsOf(told, paid) ?? fail({ code: 'offer-sums' });
};

/** Writes down that what came in is taken; undefined when there is nothing to take, or another one is under way. */
const beginArrival = (deps: EcashDeps, offer: MadeOffer): Promise<string | undefined> =>
  overAgain(async () => {
    const { mint, quote, text, lockKey, memo } = offer;
    const at = { mint, unit: DEFAULT_UNIT };
    const sums = await askSums(deps, offer);
    await note(deps, offer.id, sums.paid);
    const arrivals = arrivalsOf(offer, await deps.ledger.operations('all'));
    if (openArrival(arrivals) || sums.paid <= Math.max(sums.issued, takenElsewhere(arrivals))) return undefined;
    const keyset = freshKeyset(deps, await deps.core.loadMint(mint), DEFAULT_UNIT);
    const has = denominationsOf(keyset.keys);
    const { amount, before } = dueOf(sums, takenElsewhere(arrivals), has[0] ?? 1);
    const made = await makeOutputs(deps, at, keyset.id, { keep: splitAmount(amount, has) });
    const record = newOperation(deps, {
      id: arrivalId(offer, arrivals.length),
      kind: 'deposit',
      ...at,
      amount,
      ...NOTHING_HELD,
      ...made,
      quote: { id: quote, invoice: text, method: 'bolt12', amount, reserve: 0, lockKey, issuedBefore: before },
      ...(memo !== undefined && { memo }),
    });
    await deps.ledger.change(changes.journal(record));
    deps.begun?.(record);
    return record.id;
  });

type Taking = { readonly deps: EcashDeps; readonly engine: Engine };

const lookAgain = (problem: EcashProblem): OfferLook => {
  const word = wordOfProblem(problem);
  return word.type === 'busy' ? { word: 'busy', afterMs: word.afterMs } : { word: 'silent' };
};

/** Asks the mint what came in by an offer, and takes it, one request after another, until nothing is left to be taken now. */
export const takeFromOffer = async ({ deps, engine }: Taking, id: string): Promise<OfferLook> => {
  for (;;) {
    const offer = await deps.ledger.beside.get<MadeOffer>(offerName(id));
    if (!offer || !isWatched(offer, deps.now())) return { word: 'over' };
    const open = openArrival(arrivalsOf(offer, await deps.ledger.operations()));
    if (open && (await engine.advance(open.id)).type !== 'over') return { word: 'silent' };
    const begun: Asked<string | undefined> = await asked(beginArrival(deps, offer));
    if ('problem' in begun) {
      await note(deps, id, undefined, begun.problem);
      return lookAgain(begun.problem);
    }
    if (begun.value === undefined) return { word: 'nothing' };
    if ((await engine.advance(begun.value, 'fresh')).type !== 'over') return { word: 'silent' };
  }
};

/** The slots of `offer`: what its mint tells by its socket, and taking what came in. */
export const createOfferSlots = (purse: () => Purse, sockets: MintSockets) => ({
  'follow offer': fromCallback<OfferFact, OfferInput>(({ input: { mint, quote }, sendBack }) =>
    sockets.follow(
      mint,
      { kind: 'bolt12_mint_quote', filters: [quote] },
      {
        // what it says is asked for once more, where it can be checked
        told: () => sendBack({ type: 'offer.told' }),
        ended: () => sendBack({ type: 'socket.ended' }),
      },
    ),
  ),
  'take from offer': fromPromise<OfferLook, OfferInput>(({ input: { offer } }) => takeFromOffer(purse(), offer)),
});

/** The slot `watch offers`: which offers are in use, or may still be paid by somebody who has them. */
export const defineWatchOffers = (purseOf: (pubkey: string) => Purse, now: () => number) =>
  fromCallback<EcashFact, { pubkey: string }>(({ input: { pubkey }, sendBack }) => {
    const { ledger } = purseOf(pubkey);
    return onChanged({
      watch: (look) => [ledger.watch(look, { stores: ['wallet'] })],
      read: async () =>
        (await ledger.seen.beside<MadeOffer>(OFFER_PREFIX))
          .filter((row) => isWatched(row, now()))
          .map(({ id, mint, quote, closedAt }) => ({ offer: id, mint, quote, isClosed: closedAt !== undefined })),
      mark: (offers) => JSON.stringify(offers),
      tell: (offers) => sendBack({ type: 'offers.changed', offers } satisfies EcashFact),
    });
  });

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { MINT_QUOTE_TIMEOUT_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError, failedWith, unusable, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { readMeltQuote, readMintQuote } from '#domain/ecash/mints/mint-answers.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { MeltQuote, MintFacts, MintMethod, MintQuote } from '#domain/ecash/mints/mint.ts';
import type { SealedText } from '#domain/ecash/proof.ts';
import { invoiceMsats } from '#domain/wallet/invoice-amount.ts';
import { readOffer } from '#domain/wallet/offer.ts';
import type { MeltQuoteWish, MintQuoteWish, NewMintQuote } from '#workers/ecash-calls.ts';
import type { KnownMints } from './known-mints.ts';
import type { Sealer } from './seal.ts';
import { NUT_LOCKED_QUOTES } from '#domain/ecash/mints/nuts.ts';
import { toMsats, toSats } from '#domain/msats.ts';

/** Under which name the key of a locked quote is sealed. */
export const quoteSeal = (quote: string) => `quote:${quote}` as const;

const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

const factsOf = async (mints: KnownMints, url: string): Promise<MintFacts> =>
  mints.find(url) ?? (await mints.load(url).catch(unusable(url)));

/** Silence leaves nothing to be looked up here: no money moves by asking. */
const askQuote = (mints: KnownMints, mint: string, path: string, wanted: object): Promise<unknown> =>
  mints
    .ask(mint, path, wanted, MINT_QUOTE_TIMEOUT_MS)
    .catch((error: unknown) =>
      failedWith(error, 'mint-silent') ? fail({ code: 'mint-quote-silent' }) : Promise.reject(error),
    );

const offerOf = ({ info }: MintFacts, method: MintMethod, unit: string) =>
  info.mint.methods.find((offer) => offer.method === method && offer.unit === unit);

/** as mints refuse what they announced that they do not do */
const NO_DEPOSITS = { code: 'mint-refused', number: 20_003, said: '' } as const;

/** What a mint that takes deposits says of itself: one that did not is asked whether it does by now. */
const takingFacts = async (mints: KnownMints, url: string): Promise<MintFacts> => {
  const known = await factsOf(mints, url);
  const facts = known.info.mint.disabled ? await mints.load(url).catch(unusable(url)) : known;
  return facts.info.mint.disabled ? fail(NO_DEPOSITS) : facts;
};

/** Throws where the mint does not do what is wanted (MINT-37, MINT-39). */
const checkMintWish = (facts: MintFacts, { unit, method = 'bolt11', description }: MintQuoteWish, locked: boolean) => {
  if (locked && !facts.info.nuts.includes(NUT_LOCKED_QUOTES)) fail({ code: 'mint-no-locked-quotes' });
  const isTold = offerOf(facts, method, unit)?.description === true;
  if (method === 'bolt12' && description !== undefined && !isTold) fail({ code: 'mint-no-description' });
};

/** The invoice asks for what was wanted, and the quote names the same. */
const isAsWished = (quote: MintQuote, { amount, unit, method = 'bolt11' }: MintQuoteWish): boolean => {
  if (quote.unit !== unit || (amount !== undefined && quote.amount !== amount)) return false;
  if (method !== 'bolt11' || unit !== DEFAULT_UNIT) return true;
  return invoiceMsats(quote.request) === toMsats(quote.amount);
};

/** An offer is over what was wanted, and what is paid to it is locked to us. */
const isOurOffer = ({ request, pubkey }: MintQuote, { amount }: MintQuoteWish, ours: string): boolean => {
  const offer = readOffer(request);
  return offer !== undefined && pubkey === ours && offer.msats === (amount && toMsats(amount));
};

/** Asks for an invoice of a mint (MINT-07, MINT-09); offers are locked always, as they must be (NUT-25). */
export const askMintQuote = async (
  mints: KnownMints,
  sealer: () => Sealer,
  wish: MintQuoteWish,
): Promise<NewMintQuote> => {
  const { mint, unit, amount, method = 'bolt11', description } = wish;
  const locked = wish.locked === true || method === 'bolt12';
  checkMintWish(await takingFacts(mints, mint), wish, locked);
  const key = locked ? secp256k1.utils.randomSecretKey() : undefined;
  const pubkey = key && bytesToHex(secp256k1.getPublicKey(key, true));
  const wanted = {
    unit,
    ...(amount !== undefined && { amount }),
    ...(description !== undefined && { description }),
    ...(pubkey !== undefined && { pubkey }),
  };
  const answer = await askQuote(mints, mint, `/v1/mint/quote/${method}`, wanted);
  const quote = readMintQuote(answer, method, unit);
  if (!isAsWished(quote, wish)) fail({ code: 'mint-quote-differs' });
  if (method === 'bolt12' && !isOurOffer(quote, wish, pubkey ?? '')) fail({ code: 'offer-useless' });
  // nobody here could take what is paid to it
  if (quote.pubkey && quote.pubkey !== pubkey) fail({ code: 'quote-key-missing' });
  if (!key) return quote;
  const lockKey: SealedText = await sealer().seal(quoteSeal(quote.quote), bytesToHex(key));
  key.fill(0);
  return { ...quote, lockKey };
};

/** What is to be paid, in msats, and what of it the mint is told. Throws for an invoice that cannot be (MELT-03 to MELT-05). */
const paymentOf = ({ invoice, amountMsat, partMsat, method = 'bolt11' }: MeltQuoteWish) => {
  if (invoice.trim() === '') return fail({ code: 'pr-required' });
  const named = method === 'bolt11' ? invoiceMsats(invoice) : readOffer(invoice)?.msats;
  if (method === 'bolt11' && named === undefined && amountMsat === undefined)
    return fail({ code: 'invoice-no-amount' });
  if (named !== undefined && amountMsat !== undefined && named > amountMsat) return fail({ code: 'invoice-above' });
  if (partMsat !== undefined) return { msats: partMsat, options: { options: { mpp: { amount: partMsat } } } };
  if (named !== undefined || amountMsat === undefined) return { msats: named, options: {} };
  return { msats: amountMsat, options: { options: { amountless: { amount_msat: amountMsat } } } };
};

const checkMultiPath = ({ info }: MintFacts, { unit, partMsat, method = 'bolt11' }: MeltQuoteWish) => {
  const isOffered = info.multiPath.some((one) => one.method === method && one.unit === unit);
  if (partMsat !== undefined && !isOffered) fail({ code: 'mint-no-multi-path' });
};

/** Whether it is for as much as is to be paid, in whole sats. */
const isPrice = ({ amount, unit }: MeltQuote, msats: number | undefined): boolean =>
  msats === undefined || unit !== DEFAULT_UNIT || Math.abs(amount - toSats(msats)) < 1;

/** Asks what a mint wants for paying an invoice (MINT-11, MINT-13). */
export const askMeltQuote = async (mints: KnownMints, wish: MeltQuoteWish): Promise<MeltQuote> => {
  const { mint, unit, invoice, method = 'bolt11' } = wish;
  const { msats, options } = paymentOf(wish);
  checkMultiPath(await factsOf(mints, mint), wish);
  const wanted = { unit, request: invoice, ...options };
  const answer = await askQuote(mints, mint, `/v1/melt/quote/${method}`, wanted);
  const quote = readMeltQuote(answer, method, { unit, request: invoice });
  if (quote.unit !== unit || !isPrice(quote, msats)) fail({ code: 'mint-quote-differs' });
  return quote;
};

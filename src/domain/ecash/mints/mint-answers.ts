import { calmLine } from '#domain/text/calm-text.ts';
import { invoiceMsats } from '#domain/wallet/invoice-amount.ts';
import { KEYSETS_MAX } from '#domain/ecash/ecash-limits.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isKeysetId } from './keyset.ts';
import type { Keyset, KeysetKeys, MeltQuote, MintMethod, MintQuote, MintQuoteState } from './mint.ts';
import { isPoint, isScalar, type SpentState } from '#domain/ecash/proof.ts';
import { toSats } from '#domain/msats.ts';

/** ids of quotes stand in addresses */
const QUOTE = /^[\w.~:-]{1,200}$/;

export type Fields = Readonly<Record<string, unknown>>;

const bad = (): never => {
  throw new EcashError({ code: 'bad-response' });
};

/** Throws 'bad-response' for what is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : bad();

const listOf = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) && value.length <= max ? (value as readonly unknown[]) : bad();

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const wholeOf = (value: unknown): number => (isWhole(value) ? value : bad());
const textOf = (value: unknown): string => (typeof value === 'string' ? value : bad());
/** `null` stands for nothing. */
const expiryOf = (value: unknown) => (isWhole(value) && value > 0 ? { expiry: value } : {});

const isSame = (one: Keyset, other: Keyset): boolean =>
  one.unit === other.unit && one.active === other.active && one.feePpk === other.feePpk && one.expiry === other.expiry;

/** The keysets of a mint, without their keys (MINT-19). What is of a version to come is left out, and what is said twice. */
export const readKeysets = (answer: unknown): readonly Keyset[] => {
  const keysets = listOf(fieldsOf(answer).keysets, KEYSETS_MAX)
    .map(fieldsOf)
    .filter(({ id }) => isKeysetId(textOf(id)))
    .map(({ id, unit, active, input_fee_ppk: fee, final_expiry: expiry }): Keyset => {
      const feePpk = fee === undefined || fee === null ? 0 : wholeOf(fee);
      return { id: textOf(id), unit: textOf(unit), active: active === true, feePpk, ...expiryOf(expiry) };
    });
  const seen = new Map<string, Keyset>();
  for (const keyset of keysets) {
    const first = seen.get(keyset.id) ?? keyset;
    if (!isSame(first, keyset)) throw new EcashError({ code: 'keyset-twice', id: keyset.id });
    seen.set(keyset.id, first);
  }
  return [...seen.values()];
};

/** The keys of one keyset (MINT-17, MINT-18, MINT-26); not verified. Undefined when the answer does not have it. */
export const readKeys = (answer: unknown, id: string): KeysetKeys | undefined => {
  const found = listOf(fieldsOf(answer).keysets, KEYSETS_MAX)
    .map(fieldsOf)
    .find((keyset) => keyset.id === id);
  if (!found) return undefined;
  return Object.fromEntries(Object.entries(fieldsOf(found.keys)).map(([amount, key]) => [amount, textOf(key)]));
};

/** How far an invoice of a mint is; a paid flag tells where the state is missing (DEPOSIT-02, DEPOSIT-03). */
const mintStateOf = ({ state, paid, amount_paid, amount_issued }: Fields): MintQuoteState => {
  if (state === 'UNPAID' || state === 'PAID' || state === 'ISSUED') return state;
  if (state !== undefined && state !== null) return bad();
  if (typeof paid === 'boolean') return paid ? 'PAID' : 'UNPAID';
  const [came, signed] = [wholeOf(amount_paid), wholeOf(amount_issued)];
  return came > signed ? 'PAID' : signed > 0 ? 'ISSUED' : 'UNPAID';
};

const quoteIdOf = (value: unknown): string => {
  const id = textOf(value);
  return QUOTE.test(id) ? id : bad();
};

/** What an invoice asks for: the answers of old mints do not name it. */
const satsAsked = (method: MintMethod, request: string): number =>
  method === 'bolt11' ? Math.floor(toSats(invoiceMsats(request) ?? 0)) : 0;

/** DEPOSIT-01. `unit` where the answer of an old mint names none. */
export const readMintQuote = (answer: unknown, method: MintMethod, unit: string): MintQuote => {
  const fields = fieldsOf(answer);
  const { quote, request, amount, pubkey, description, amount_paid: paid, amount_issued: issued } = fields;
  return {
    quote: quoteIdOf(quote),
    method,
    request: textOf(request),
    amount: amount === undefined || amount === null ? satsAsked(method, textOf(request)) : wholeOf(amount),
    unit: typeof fields.unit === 'string' ? fields.unit : unit,
    state: mintStateOf(fields),
    ...expiryOf(fields.expiry),
    ...(typeof pubkey === 'string' && { pubkey }),
    ...(typeof description === 'string' && { description: calmLine(description, 200) }),
    ...(isWhole(paid) && { paid }),
    ...(isWhole(issued) && { issued }),
  };
};

const PREIMAGE = /^[\da-f]{64}$/i;

const meltStateOf = ({ state, paid }: Fields): MeltQuote['state'] => {
  if (state === 'UNPAID' || state === 'PENDING' || state === 'PAID') return state;
  if ((state !== undefined && state !== null) || typeof paid !== 'boolean') return bad();
  return paid ? 'PAID' : 'UNPAID';
};

/** What became of a payment: also of an answer that says no more (MELT-02). */
export const readMeltState = (answer: unknown): Pick<MeltQuote, 'state' | 'preimage'> => {
  const fields = fieldsOf(answer);
  const preimage = fields.payment_preimage;
  const isOne = typeof preimage === 'string' && PREIMAGE.test(preimage);
  return { state: meltStateOf(fields), ...(isOne && { preimage: preimage.toLowerCase() }) };
};

/** MELT-01, MINT-27 */
export const readMeltQuote = (
  answer: unknown,
  method: MintMethod,
  asked: { unit: string; request: string },
): MeltQuote => {
  const fields = fieldsOf(answer);
  const { quote, request, amount, fee_reserve: feeReserve, unit } = fields;
  return {
    quote: quoteIdOf(quote),
    method,
    request: typeof request === 'string' ? request : asked.request,
    amount: wholeOf(amount),
    feeReserve: wholeOf(feeReserve),
    unit: typeof unit === 'string' ? unit : asked.unit,
    ...expiryOf(fields.expiry),
    ...readMeltState(answer),
  };
};

/** The same of a quote that is known. That it is paid is heard also where the mint says no more of it. */
export const readMeltCheck = (answer: unknown, method: MintMethod, quote: string): void => {
  const told =
    readMeltState(answer).state === 'PAID'
      ? (fieldsOf(answer).quote ?? quote)
      : readMeltQuote(answer, method, { unit: '', request: '' }).quote;
  if (told !== quote) bad();
};

/** What a mint signed. */
export type BlindSignature = {
  readonly id: string;
  readonly amount: number;
  readonly C_: string;
  readonly dleq?: { readonly e: string; readonly s: string };
};

const signatureOf = (value: unknown): BlindSignature => {
  const { id, amount, C_, dleq } = fieldsOf(value);
  const point = textOf(C_);
  if (!isPoint(point)) return bad();
  const { e, s } = dleq === undefined || dleq === null ? {} : fieldsOf(dleq);
  const signed = { id: textOf(id), amount: wholeOf(amount), C_: point };
  if (dleq === undefined || dleq === null) return signed;
  if (typeof e !== 'string' || typeof s !== 'string' || !isScalar(e) || !isScalar(s)) return bad();
  return { ...signed, dleq: { e, s } };
};

/** MINT-23: as many as were asked for, neither more nor fewer. */
export const readSignatures = (answer: unknown, count: number): readonly BlindSignature[] => {
  const signatures = listOf(fieldsOf(answer).signatures, count);
  return signatures.length === count ? signatures.map(signatureOf) : bad();
};

const signatureOrGap = (value: unknown): BlindSignature | undefined => {
  try {
    return signatureOf(value);
  } catch {
    return undefined;
  }
};

/**
 * What came back of a payment, with a gap for what cannot be read; undefined when the answer says nothing of it. What is beyond
 * the blanks is left out.
 */
export const readChange = (answer: unknown, blanks: number): readonly (BlindSignature | undefined)[] | undefined => {
  const { change } = fieldsOf(answer);
  return Array.isArray(change) ? change.slice(0, blanks).map(signatureOrGap) : undefined;
};

/** What the mint had signed of these outputs, by their blinded message (MINT-20, MINT-24); undefined for what cannot be read. */
export const readRestored = (answer: unknown, count: number): ReadonlyMap<string, BlindSignature | undefined> => {
  const { outputs, signatures, promises } = fieldsOf(answer);
  const names = listOf(outputs, count).map((output) => textOf(fieldsOf(output).B_));
  const signed = listOf(signatures ?? promises, count).map(signatureOrGap);
  if (names.length !== signed.length) return bad();
  return new Map(names.map((name, index) => [name, signed[index]]));
};

const STATES: ReadonlySet<unknown> = new Set<SpentState>(['UNSPENT', 'PENDING', 'SPENT']);

/** What the mint says of each of these proofs (MINT-16, MINT-25). */
export const readStates = (answer: unknown, ys: readonly string[]): readonly (readonly [string, SpentState])[] => {
  const told = new Map(
    listOf(fieldsOf(answer).states, ys.length).map((one) => {
      const { Y, state } = fieldsOf(one);
      return [textOf(Y), STATES.has(state) ? (state as SpentState) : bad()] as const;
    }),
  );
  return ys.map((y) => [y, told.get(y) ?? bad()] as const);
};

/** Whether a mint answered that it has no such call. */
export const isCallMissing = (problem: EcashProblem): boolean =>
  problem.code === 'mint-status' && [404, 405, 501].includes(problem.status);

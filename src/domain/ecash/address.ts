import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { isRecord } from '#domain/record.ts';
import { isLoopback, isPublicHost } from '#domain/relays/public-host.ts';
import { originOf } from '#domain/text/domain-name.ts';
import { ADDRESS_SERVICE_MAX_CHARACTERS, ADDRESS_QUOTES_MOST } from './ecash-limits.ts';
import { EcashError, type EcashProblem } from './ecash-problem.ts';

/** A service of addresses that pay into ecash, by the second version of npub.cash; another one can be typed. */
export const USUAL_ADDRESS_SERVICE = 'https://npub.cash';

/**
 * The origin of a service, from its address or its name. Throws 'address-service' for what is none, is not https, or is this device or
 * the network around it; over the sample network this machine may be asked by http.
 */
export const addressService = (text: string, loopback: boolean): string => {
  const typed = text.trim().toLowerCase();
  const isShort = typed.length <= ADDRESS_SERVICE_MAX_CHARACTERS;
  const url = isShort ? URL.parse(typed.includes('://') ? typed : originOf(typed)) : null;
  const isBare = url?.href === `${url?.origin}/`;
  const isHere = loopback && isLoopback(url?.hostname ?? '');
  const isSafe = isHere ? /^https?:$/.test(url!.protocol) : url?.protocol === 'https:' && isPublicHost(url.hostname);
  if (!url || !isBare || !isSafe) throw new EcashError({ code: 'address-service' });
  return url.origin;
};

/** `lockKey`: as mints know it, with the sign of the point in front. */
const npubOf = (lockKey: string): string => encodeNpub(lockKey.slice(2));

/** The Lightning address at a service that pays into the wallet with this key. */
export const addressAt = (service: string, lockKey: string): string =>
  `${npubOf(lockKey)}@${URL.parse(service)?.host ?? ''}`;

/** The service of a Lightning address that pays into the wallet with this key; undefined for any other address. */
export const serviceOfAddress = (lud16: string, lockKey: string, loopback: boolean): string | undefined => {
  const [name, host = '', ...more] = lud16.trim().toLowerCase().split('@');
  if (name !== npubOf(lockKey) || more.length > 0) return undefined;
  try {
    return addressService(host, loopback);
  } catch {
    return undefined;
  }
};

/** A payment that waits at a mint, as the service tells of it. Times in seconds. */
export type AddressQuote = {
  readonly mint: string;
  readonly quote: string;
  /** in sats; the mint has the last word */
  readonly amount: number;
  readonly createdAt: number;
  readonly paidAt: number;
};

/** What the wallet keeps of its address, beside the money. Times in ms. */
export type AddressRow = {
  readonly service: string;
  /** where payments are to wait */
  readonly mint: string;
  /** the user no longer wants it: nothing is fetched by itself */
  readonly isOff?: true;
  readonly triedAt?: number;
  readonly fetchedAt?: number;
  /** seconds: what was paid up to then is known */
  readonly since?: number;
  /** what waits at mints that this wallet does not use, as the service says */
  readonly asks?: readonly Pick<AddressQuote, 'mint' | 'quote' | 'amount'>[];
  readonly problem?: EcashProblem;
};

const bad = (): never => {
  throw new EcashError({ code: 'address-answer' });
};

const inside = (answer: unknown, name: string): unknown => (isRecord(answer) ? answer[name] : undefined);

/** Printable, as it stands in a header; nobody but the service reads it. */
const TOKEN = /^[\w.~+/=-]{1,4096}$/;

/** The pass that a login with NIP-98 is answered with. Throws 'address-answer', as all of these do. */
export const readPass = (answer: unknown): string => {
  const token = inside(inside(answer, 'data'), 'token');
  return typeof token === 'string' && TOKEN.test(token) ? token : bad();
};

/** The mint at which the service lets payments of the user wait. */
export const readAddressMint = (answer: unknown): string => {
  const mint = inside(inside(inside(answer, 'data'), 'user'), 'mintUrl');
  return typeof mint === 'string' ? mint : bad();
};

/** It is a part of the address that a mint is asked by: nothing that leads elsewhere. */
const QUOTE_ID = /^[\w-][\w.~=+-]{0,199}$/;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const readQuote = (row: unknown): AddressQuote | undefined => {
  if (!isRecord(row)) return undefined;
  const { mintUrl: mint, quoteId: quote, amount, createdAt = 0, paidAt } = row;
  if (typeof mint !== 'string' || typeof quote !== 'string' || !QUOTE_ID.test(quote)) return undefined;
  if (!Number.isSafeInteger(amount) || (amount as number) <= 0 || !isTime(createdAt)) return undefined;
  return { mint, quote, amount: amount as number, createdAt, paidAt: isTime(paidAt) ? paidAt : createdAt };
};

/** One page of payments; `odd`: how many entries make no sense. `total`: how many there are on all pages. */
export const readQuotesPage = (
  answer: unknown,
): {
  readonly quotes: readonly AddressQuote[];
  readonly odd: number;
  readonly rows: number;
  readonly total: number;
} => {
  const rows = inside(inside(answer, 'data'), 'quotes');
  if (!Array.isArray(rows)) return bad();
  const given = rows.slice(0, ADDRESS_QUOTES_MOST);
  const quotes = given.flatMap((row) => readQuote(row) ?? []);
  const total = inside(inside(answer, 'metadata'), 'total');
  return { quotes, odd: given.length - quotes.length, rows: given.length, total: isTime(total) ? total : given.length };
};

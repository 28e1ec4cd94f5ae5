import { isHex64 } from '#domain/protocol/event.ts';
import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { isRecord } from '#domain/record.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { isSafeScheme } from '#domain/text/domain-name.ts';
import { toSats } from '#domain/msats.ts';
import { readInvoice, type Invoice } from './invoice.ts';
import {
  PROVIDER_SAID_MAX_CHARACTERS,
  PROVIDER_COMMENT_MOST_CHARACTERS,
  PAY_METADATA_MAX_CHARACTERS,
  PAY_DESCRIPTION_MAX_CHARACTERS,
} from './wallet-limits.ts';
import type { LnurlProblem } from './zap-problem.ts';

/** What a provider says about being paid (LNURL-01, LUD-06, LUD-12, NIP-57). Amounts in millisats. */
export type PayParameters = {
  readonly callback: string;
  readonly minSendable: number;
  readonly maxSendable: number;
  /** characters; 0: no comments */
  readonly commentAllowed: number;
  readonly allowsNostr: boolean;
  /** who signs its zap receipts */
  readonly nostrPubkey: string | undefined;
  /** what the provider says this is for, calmed */
  readonly description: string;
  /** the exact text that the invoice commits to when it is no zap */
  readonly metadata: string;
};

type Json = Readonly<Record<string, unknown>>;

/** The reason a provider gives for refusing (LUD-06); undefined when it does not refuse. */
const refusal = (json: Json): { said?: string } | undefined => {
  if (String(json.status).toUpperCase() !== 'ERROR') return undefined;
  const said = typeof json.reason === 'string' ? calmLine(json.reason, PROVIDER_SAID_MAX_CHARACTERS) : '';
  return said === '' ? {} : { said };
};

/** A URL that a provider names; undefined when it leads where strangers may not send this browser. */
const providerUrl = (value: unknown): string | undefined => {
  const url = typeof value === 'string' && value.length <= URL_MAX_CHARACTERS ? URL.parse(value) : null;
  const isFit = url !== null && url.username === '' && url.password === '' && isSafeScheme(url) && mayLoad(url.href);
  return isFit ? url.href : undefined;
};

const isLimit = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

const described = (metadata: string): string => {
  try {
    const entries: unknown = JSON.parse(metadata);
    const plain = Array.isArray(entries) && entries.find((entry) => Array.isArray(entry) && entry[0] === 'text/plain');
    return plain && typeof plain[1] === 'string' ? calmLine(plain[1], PAY_DESCRIPTION_MAX_CHARACTERS) : '';
  } catch {
    return '';
  }
};

const commentOf = (value: unknown): number =>
  typeof value === 'number' && value >= 1 ? Math.floor(Math.min(value, PROVIDER_COMMENT_MOST_CHARACTERS)) : 0;

const lesser = (json: Json) => {
  const metadata = typeof json.metadata === 'string' ? json.metadata.slice(0, PAY_METADATA_MAX_CHARACTERS) : '';
  return {
    commentAllowed: commentOf(json.commentAllowed),
    allowsNostr: json.allowsNostr === true && isHex64(json.nostrPubkey),
    nostrPubkey: isHex64(json.nostrPubkey) ? json.nostrPubkey : undefined,
    description: described(metadata),
    metadata,
  };
};

/** Reads what a provider answered for an address (LNURL-01, LNURL-14). `json` is undefined when it was no JSON. */
export const readPayParameters = (json: unknown): PayParameters | LnurlProblem => {
  if (!isRecord(json)) return { code: 'address-unresolved' };
  const refused = refusal(json);
  if (refused !== undefined) return { code: 'address-unresolved', ...refused };
  const { minSendable, maxSendable, tag = 'payRequest' } = json;
  const callback = providerUrl(json.callback);
  if (callback === undefined || tag !== 'payRequest') return { code: 'pay-parameters' };
  if (!isLimit(minSendable) || !isLimit(maxSendable)) return { code: 'pay-parameters' };
  // only whole sats are paid: there has to be one between them
  if (Math.ceil(toSats(minSendable)) > Math.floor(toSats(maxSendable))) return { code: 'pay-parameters' };
  return { callback, minSendable: Math.ceil(minSendable), maxSendable: Math.floor(maxSendable), ...lesser(json) };
};

/** What is to be paid. `zap`: with a request that is signed (NIP-57). */
export type Payment = { readonly msats: number; readonly comment: string; readonly zap: boolean };

/**
 * Why a provider will not take this; undefined when it will (LNURL-15 to LNURL-18). The comment of a zap stands in its request:
 * a provider that takes no comments of its own bounds it not.
 */
export const paymentProblem = (
  { minSendable, maxSendable, commentAllowed, allowsNostr }: PayParameters,
  { msats, comment, zap }: Payment,
): LnurlProblem | undefined => {
  if (zap && !allowsNostr) return { code: 'no-zaps-taken' };
  if (msats < minSendable) return { code: 'amount-below', sats: Math.ceil(toSats(minSendable)) };
  if (msats > maxSendable) return { code: 'amount-above', sats: Math.floor(toSats(maxSendable)) };
  const isBound = commentAllowed > 0 || !zap;
  return isBound && comment.length > commentAllowed ? { code: 'comment-too-long', most: commentAllowed } : undefined;
};

/** What the invoice is asked with; `nostr` is the signed request of a zap as JSON, `lnurl` the address it was found by. */
export type InvoiceQuestion = {
  readonly msats: number;
  readonly comment: string;
  readonly nostr?: string | undefined;
  readonly lnurl?: string | undefined;
};

/** Where the invoice is asked for (LNURL-09); what the callback has in its query stays. */
export const invoiceUrl = (callback: string, { msats, comment, nostr, lnurl }: InvoiceQuestion): string => {
  const url = new URL(callback);
  url.searchParams.set('amount', String(msats));
  if (nostr !== undefined) url.searchParams.set('nostr', nostr);
  if (lnurl !== undefined) url.searchParams.set('lnurl', lnurl);
  if (comment !== '') url.searchParams.set('comment', comment);
  return url.href;
};

/** An invoice that may be paid, and where the provider says later whether it was (LUD-21). */
export type PayableInvoice = {
  readonly invoice: Invoice & { readonly msats: number };
  readonly verify: string | undefined;
  /** false: it does not commit to what was asked, as invoices of many providers do not; told, but not decisive */
  readonly commits: boolean;
};

/** `committed`: hex, the hash of what the invoice should commit to. `now` in ms. */
export type AskedInvoice = { readonly msats: number; readonly committed: string; readonly now: number };

/** Reads the answer of a callback (LNURL-09, ZAP-11). An invoice over another sum than was asked for is never paid. */
export const readInvoiceAnswer = (json: unknown, asked: AskedInvoice): PayableInvoice | LnurlProblem => {
  if (!isRecord(json)) return { code: 'no-payment-request' };
  const refused = refusal(json);
  if (refused !== undefined) return { code: 'invoice-request', ...refused };
  if (typeof json.pr !== 'string' || json.pr === '') return { code: 'no-payment-request' };
  const invoice = readInvoice(json.pr);
  if (invoice === undefined) return { code: 'invoice-unreadable' };
  const { msats } = invoice;
  if (msats !== asked.msats) return { code: 'invoice-amount', asked: asked.msats, invoiced: msats ?? 0 };
  if (invoice.expiresAt * 1_000 <= asked.now) return { code: 'invoice-over' };
  const commits = invoice.descriptionHash === asked.committed;
  return { invoice: { ...invoice, msats }, verify: providerUrl(json.verify), commits };
};

/** What LUD-21 says of an invoice: undefined when it says nothing that makes sense. */
export const readVerifyAnswer = (json: unknown): { settled: boolean; preimage: string | undefined } | undefined => {
  if (!isRecord(json) || refusal(json) !== undefined || typeof json.settled !== 'boolean') return undefined;
  return { settled: json.settled, preimage: isHex64(json.preimage) ? json.preimage : undefined };
};

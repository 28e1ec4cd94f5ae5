import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Failure } from '#domain/problem.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { asLnurl, payEndpointOf, type PayAddresses } from '#domain/wallet/lightning-address.ts';
import {
  invoiceUrl,
  paymentProblem,
  readInvoiceAnswer,
  readPayParameters,
  readVerifyAnswer,
  type PayableInvoice,
} from '#domain/wallet/lnurl-pay.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import {
  PAY_PARAMETERS_TIMEOUT_MS,
  INVOICE_TIMEOUT_MS,
  LNURL_ANSWER_MAX_CHARACTERS,
} from '#domain/wallet/wallet-limits.ts';
import { isLnurlProblem, type LnurlProblem } from '#domain/wallet/zap-problem.ts';
import { readWhole } from '#domain/text/read-at-most.ts';

export type LnurlDeps = {
  readonly fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  readonly now: () => number;
  /** whether the device is on a network; left out where nobody is told why there was no answer */
  readonly isOnline?: () => boolean;
  /**
   * A proxy that the user chose for providers that pages may not read (LNURL-08): what stands before the address. It sees
   * whom one pays, how much and what one says. Undefined: none. `told`: whether the question holds more than whom and how much,
   * a signed request or a comment.
   */
  readonly proxy?: (told: boolean) => string | undefined;
};

class TooLate extends Error {}

const load = async (fetch: LnurlDeps['fetch'], url: string, ms: number, signal?: AbortSignal): Promise<unknown> => {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => ending.abort(new TooLate()), ms);
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, {
      // a redirect may lead to this device or the network around it, and is not seen before it is followed
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { accept: 'application/json' },
      signal: ending.signal,
    });
    const text = await readWhole(response, LNURL_ANSWER_MAX_CHARACTERS);
    if (!response.ok && !isRefusal(text)) throw new Error(String(response.status));
    return JSON.parse(text);
  } catch (error) {
    signal?.throwIfAborted();
    throw ending.signal.aborted ? new TooLate() : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** Some say why they refuse with a status of their own. */
const isRefusal = (text: string): boolean => /"status"\s*:\s*"ERROR"/i.test(text);

type Question = {
  readonly url: string;
  readonly ms: number;
  readonly told?: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** Loads from the provider, else through the proxy, where there is one (LNURL-08, LNURL-11). */
const ask = async ({ fetch, proxy }: LnurlDeps, { url, ms, told = false, signal }: Question): Promise<unknown> => {
  try {
    return await load(fetch, url, ms, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const through = proxy?.(told);
    if (through === undefined) throw error;
    return await load(fetch, `${through}${encodeURIComponent(url)}`, ms, signal);
  }
};

const ADDRESS = { late: 'address-timeout', other: 'address-unresolved' } as const;
const INVOICE = { late: 'invoice-timeout', other: 'invoice-request' } as const;

/** Why nothing came of a question. A browser does not tell a page that may not read an answer from one that got none. */
const unanswered = (
  { proxy, isOnline }: LnurlDeps,
  { late, other }: typeof ADDRESS | typeof INVOICE,
  { cause, told }: { cause: unknown; told: boolean },
): LnurlProblem => {
  if (cause instanceof TooLate) return { code: late };
  if (!(cause instanceof TypeError)) return { code: other };
  if (isOnline?.() === false) return { code: other, unread: 'offline' };
  return { code: other, ...(proxy?.(told) === undefined && { unread: 'by pages' }) };
};

/** What the provider of somebody says (LNURL-06, LNURL-12, ZAP-05, ZAP-06). Rejects with a `Failure`. */
export const findPayee = async (deps: LnurlDeps, addresses: PayAddresses, signal?: AbortSignal): Promise<Payee> => {
  const endpoint = payEndpointOf(addresses);
  if (isLnurlProblem(endpoint)) throw new Failure(endpoint);
  const json = await ask(deps, { url: endpoint.url, ms: PAY_PARAMETERS_TIMEOUT_MS, signal }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new Failure(unanswered(deps, ADDRESS, { cause, told: false }), { cause });
  });
  const parameters = readPayParameters(json);
  if (isLnurlProblem(parameters)) throw new Failure(parameters);
  return { endpoint, parameters };
};

/** What is asked for; `nostr` is the signed request of a zap as JSON. */
export type InvoiceWish = { readonly msats: number; readonly comment: string; readonly nostr?: string | undefined };

/**
 * An invoice that may be paid (LNURL-09, LNURL-15 to LNURL-18, ZAP-09 to ZAP-11). Rejects with a `Failure`, also when the
 * provider asks for another sum than was wanted.
 */
export const requestInvoice = async (
  deps: LnurlDeps,
  { endpoint, parameters }: Payee,
  { msats, comment, nostr }: InvoiceWish,
  signal?: AbortSignal,
): Promise<PayableInvoice> => {
  // of what is asked, these are the words of the user: the rest is the provider's
  refuseSecrets({ comment, nostr });
  const problem = paymentProblem(parameters, { msats, comment, zap: nostr !== undefined });
  if (problem !== undefined) throw new Failure(problem);
  const sent = parameters.commentAllowed > 0 ? comment : '';
  const lnurl = nostr === undefined ? undefined : asLnurl(endpoint.url);
  const url = invoiceUrl(parameters.callback, { msats, nostr, lnurl, comment: sent });
  const told = nostr !== undefined || sent !== '';
  const json = await ask(deps, { url, ms: INVOICE_TIMEOUT_MS, told, signal }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new Failure(unanswered(deps, INVOICE, { cause, told }), { cause });
  });
  const committed = bytesToHex(sha256(utf8ToBytes(nostr ?? parameters.metadata)));
  const answer = readInvoiceAnswer(json, { msats, committed, now: deps.now() });
  if (isLnurlProblem(answer)) throw new Failure(answer);
  return answer;
};

/** Whether the provider says that an invoice was paid (LUD-21); undefined when it cannot be asked. */
export const askWhetherPaid = async (
  deps: LnurlDeps,
  verify: string,
  signal?: AbortSignal,
): Promise<{ readonly settled: boolean; readonly preimage: string | undefined } | undefined> => {
  try {
    return readVerifyAnswer(await load(deps.fetch, verify, PAY_PARAMETERS_TIMEOUT_MS, signal));
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
};

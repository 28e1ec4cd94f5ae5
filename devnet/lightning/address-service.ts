import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decode } from 'nostr-tools/nip19';
import { verifyEvent } from 'nostr-tools/pure';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { ZAP_PROVIDER } from '#devnet/content/engagement.ts';
import type { Signer } from '#devnet/content/signer.ts';
import { listen } from '#devnet/listen.ts';
import type { Ledger } from './ledger.ts';
import { requestProblem, zapReceipt } from './lnurl-provider.ts';

const MIN_MSATS = 1_000;
const MAX_MSATS = 100_000_000;
const PAGE_MOST = 50;
const LOGIN_SECONDS = 60;

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, PATCH',
  'cache-control': 'no-store',
};

type Quote = {
  readonly mint: string;
  readonly id: string;
  readonly request: string;
  readonly sats: number;
  readonly locked: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  paidAt?: number;
};
type User = { mint: string; lock: boolean; readonly quotes: Quote[] };

/** What a test has the service answer instead. */
export type AddressFault = {
  readonly status?: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type AddressServiceOptions = {
  readonly ledger: Ledger;
  readonly signer: Signer;
  /** where payments wait for those who chose no mint */
  readonly mint: () => string;
  readonly publish: (receipt: NostrEvent, relays: readonly string[]) => void;
  readonly port: number;
};

export type DevAddressService = {
  readonly url: string;
  /** asked for each request, by its path */
  fault: ((path: string) => AddressFault | undefined) | undefined;
  /** what it was asked: 'GET /api/v2/wallet/quotes' */
  readonly asked: readonly string[];
  /** Payments of everybody wait at this mint from now on, whatever they chose. */
  moveAll(mint: string): void;
  close(): Promise<void>;
};

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = '';
  for await (const part of request) text += String(part);
  return Object(JSON.parse(text === '' ? '{}' : text)) as Record<string, unknown>;
};

/** Whose login it is (NIP-98); undefined for what is none for this address now. */
const whoLogsIn = (header: string, url: string): string | undefined => {
  try {
    const event = JSON.parse(Buffer.from(header.replace(/^Nostr /, ''), 'base64').toString()) as NostrEvent & {
      tags: string[][];
    };
    const has = (name: string, value: string) => event.tags.some((tag) => tag[0] === name && tag[1] === value);
    const isNow = Math.abs(event.created_at - nowSeconds()) <= LOGIN_SECONDS;
    return event.kind === 27_235 && isNow && has('u', url) && has('method', 'GET') && verifyEvent(event)
      ? event.pubkey
      : undefined;
  } catch {
    return undefined;
  }
};

const quoteRow = ({ mint, id, request, sats, locked, createdAt, expiresAt, paidAt }: Quote) => ({
  createdAt,
  paidAt,
  expiresAt,
  mintUrl: mint,
  quoteId: id,
  request,
  amount: sats,
  state: 'PAID',
  locked,
});

/** What payers are given (LUD-06, LUD-16, NIP-57): invoices of the mint that the owner of the address chose. */
function createPaying({ ledger, signer, publish }: AddressServiceOptions, userOf: (pubkey: string) => User) {
  const invoices = new Map<string, { readonly quote: Quote; readonly nostr: string | undefined }>();
  const end = ledger.onSettled((invoice) => {
    const found = invoices.get(invoice.text);
    if (!found) return;
    found.quote.paidAt = invoice.settled?.at ?? nowSeconds();
    if (found.nostr === undefined) return;
    const relays = (JSON.parse(found.nostr) as NostrEvent).tags.find((tag) => tag[0] === 'relays')?.slice(1) ?? [];
    publish(zapReceipt(signer, found.nostr, invoice), relays);
  });

  const payRequest = (name: string, origin: string) => ({
    tag: 'payRequest',
    callback: `${origin}/.well-known/lnurlp/${name}`,
    metadata: JSON.stringify([['text/plain', 'Sats for a wallet of ecash']]),
    minSendable: MIN_MSATS,
    maxSendable: MAX_MSATS,
    allowsNostr: true,
    nostrPubkey: signer.keyOf(ZAP_PROVIDER).pubkey,
  });

  const invoiceFor = async (pubkey: string, query: URLSearchParams) => {
    const refuse = (reason: string) => ({ status: 'ERROR', reason });
    const [msats, nostr] = [Number(query.get('amount')), query.get('nostr') ?? undefined];
    if (!Number.isSafeInteger(msats) || msats < MIN_MSATS || msats > MAX_MSATS) return refuse('Invalid amount');
    // whom it is for is told by the request itself: the name is the key of a wallet
    const person = nostr === undefined ? undefined : /"p","([\da-f]{64})"/.exec(nostr)?.[1];
    const problem = nostr === undefined ? undefined : requestProblem(nostr, msats, person ?? '');
    if (problem !== undefined) return refuse(problem);
    const { mint, lock, quotes } = userOf(pubkey);
    const wish = { amount: Math.floor(msats / 1_000), unit: 'sat', ...(lock && { pubkey: `02${pubkey}` }) };
    const answer = await fetch(`${mint}/v1/mint/quote/bolt11`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    });
    if (!answer.ok) return refuse('The mint gives no invoice.');
    const { quote: id, request, expiry } = (await answer.json()) as { quote: string; request: string; expiry: number };
    const quote: Quote = {
      mint,
      id,
      request,
      sats: wish.amount,
      locked: lock,
      createdAt: nowSeconds(),
      expiresAt: expiry,
    };
    quotes.push(quote);
    invoices.set(request, { quote, nostr });
    return { pr: request, routes: [] };
  };

  return { payRequest, invoiceFor, end };
}

/** What owners of addresses are told, and what they choose. */
function createOwning(mint: () => string) {
  const users = new Map<string, User>();
  const userOf = (pubkey: string): User => {
    const user = users.get(pubkey) ?? { mint: mint(), lock: false, quotes: [] };
    users.set(pubkey, user);
    return user;
  };

  const list = ({ quotes }: User, query: URLSearchParams) => {
    const since = Number(query.get('since') ?? 0);
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? PAGE_MOST), PAGE_MOST);
    const paid = quotes.filter(({ paidAt }) => paidAt !== undefined && paidAt > since).toReversed();
    return {
      error: false,
      data: { quotes: paid.slice(offset, offset + limit).map(quoteRow) },
      metadata: { total: paid.length, limit },
    };
  };

  const about = (pubkey: string, { mint, lock }: User) => ({
    error: false,
    data: { user: { pubkey, mintUrl: mint, lockQuote: lock } },
  });

  const answerUser = async (request: IncomingMessage, pubkey: string, path: string, query: URLSearchParams) => {
    const user = userOf(pubkey);
    if (path === 'wallet/quotes') return list(user, query);
    const body = request.method === 'PATCH' ? await bodyOf(request) : {};
    if (path === 'user/mint') user.mint = String(body.mint_url);
    if (path === 'user/lock') user.lock = body.lockQuotes === true;
    return path.startsWith('user/') ? about(pubkey, user) : undefined;
  };

  const moveAll = (to: string): void => {
    for (const user of users.values()) user.mint = to;
  };
  return { userOf, answerUser, moveAll };
}

/**
 * A service of Lightning addresses that pay into ecash, as the second version of npub.cash is: `npub1…@host` is paid by an invoice
 * of the mint that its owner chose, and the owner fetches what was paid there.
 */
export async function startAddressService(options: AddressServiceOptions): Promise<DevAddressService> {
  const { userOf, answerUser, moveAll } = createOwning(options.mint);
  const { payRequest, invoiceFor, end } = createPaying(options, userOf);
  const passes = new Map<string, string>();
  const asked: string[] = [];

  const answer = async (request: IncomingMessage, url: URL): Promise<readonly [number, unknown]> => {
    const { pathname, searchParams, origin } = url;
    const name = /^\/\.well-known\/lnurlp\/(npub1\w+)$/.exec(pathname)?.[1];
    if (name !== undefined) {
      const pubkey = decode(name as `npub1${string}`).data;
      return [200, searchParams.has('amount') ? await invoiceFor(pubkey, searchParams) : payRequest(name, origin)];
    }
    const header = request.headers.authorization ?? '';
    if (pathname === '/api/v2/auth/nip98') {
      const pubkey = whoLogsIn(header, url.href);
      if (pubkey === undefined) return [401, { error: true, message: 'Invalid authentication' }];
      const token = randomUUID();
      passes.set(token, pubkey);
      return [200, { error: false, data: { token } }];
    }
    const pubkey = passes.get(header.replace(/^Bearer /, ''));
    if (pubkey === undefined) return [401, { error: true, message: 'Invalid or expired authentication token' }];
    const found = await answerUser(request, pubkey, pathname.replace('/api/v2/', ''), searchParams);
    return found === undefined ? [404, { error: true, message: 'Not found' }] : [200, found];
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    asked.push(`${request.method} ${url.pathname}`);
    const fault = service.fault?.(url.pathname);
    if (fault) return void response.writeHead(fault.status ?? 200, { ...HEADERS, ...fault.headers }).end(fault.text);
    const [status, json] = await answer(request, url);
    response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(json));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500, HEADERS).end('{"error":true}'));
  });
  const service: DevAddressService = {
    url: `http://127.0.0.1:${await listen(server, options.port)}`,
    fault: undefined,
    asked,
    moveAll,
    async close() {
      end();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return service;
}

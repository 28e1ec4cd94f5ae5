import { createHash } from 'node:crypto';
import { verifyEvent } from 'nostr-tools/pure';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { PEOPLE } from '#devnet/content/people.ts';
import type { Signer } from '#devnet/content/signer.ts';
import { ZAP_PROVIDER } from '#devnet/content/engagement.ts';
import type { Ledger, LedgerInvoice } from './ledger.ts';

const MIN_MSATS = 1_000;
const MAX_MSATS = 1_000_000_000;
const COMMENT_MOST = 200;
const SLOW_MS = 3_000;

/** How the provider of a person behaves. */
type ProviderWay = 'usual' | 'slow' | 'asks for more' | 'no zaps' | 'no other origins';

/** Sample people whose providers are not as they should be. */
const PROVIDER_WAYS: Readonly<Record<string, ProviderWay>> = {
  bo: 'slow',
  ikram: 'asks for more',
  dov: 'no zaps',
  nikos: 'no other origins',
};

export type ProviderAnswer = {
  readonly status: number;
  readonly json: unknown;
  readonly delayMs: number;
  /** whether pages of other origins may read it */
  readonly isOpen: boolean;
};

export type ProviderOptions = {
  readonly ledger: Ledger;
  readonly signer: Signer;
  /** the public key of a sample person by their handle */
  readonly pubkeyOf: (handle: string) => string | undefined;
  /** publishes a receipt on the relays that its request names */
  readonly publish: (receipt: NostrEvent, relays: readonly string[]) => void;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const tagOf = (event: Pick<NostrEvent, 'tags'>, name: string) => event.tags.find((tag) => tag[0] === name);

/** Who has the sample wallet. */
export const GUEST = 'you';

const isKnown = (handle: string): boolean => handle === GUEST || PEOPLE.some((one) => one.handle === handle);

/** The account of a sample person in the ledger. */
export const accountOf = (handle: string): string => `person ${handle}`;

const metadataOf = (handle: string, host: string): string =>
  JSON.stringify([
    ['text/plain', `Sats for ${PEOPLE.find((one) => one.handle === handle)?.name ?? handle}`],
    ['text/identifier', `${handle}@${host}`],
  ]);

/** Why a zap request is not taken (NIP-57, appendix D); undefined when it is. */
export function requestProblem(nostr: string, msats: number, pubkey: string): string | undefined {
  let request: NostrEvent & { tags: string[][] };
  try {
    request = JSON.parse(nostr) as typeof request;
    if (request.kind !== 9734 || !verifyEvent(request)) return 'The zap request is not signed.';
  } catch {
    return 'The zap request is no event.';
  }
  const people = request.tags.filter(([name]) => name === 'p');
  if (people.length !== 1 || people[0]?.[1] !== pubkey) return 'The zap request is for somebody else.';
  if (request.tags.filter(([name]) => name === 'e').length > 1) return 'The zap request names more than one note.';
  const amount = tagOf(request, 'amount')?.[1];
  return amount !== undefined && amount !== String(msats) ? 'The zap request names another amount.' : undefined;
}

/** The receipt of a zap (NIP-57, appendix E), as the provider signs it once the invoice is settled. */
export function zapReceipt(signer: Signer, nostr: string, invoice: LedgerInvoice): NostrEvent {
  const request = JSON.parse(nostr) as NostrEvent;
  const copied = request.tags.filter(([name]) => name === 'p' || name === 'e' || name === 'a' || name === 'k');
  const tags = [
    ...copied.map((tag) => [...tag]),
    ['P', request.pubkey],
    ['bolt11', invoice.text],
    ['description', nostr],
    ['preimage', invoice.preimage],
  ];
  return signer.sign({ kind: 9735, at: invoice.settled?.at ?? invoice.createdAt, tags }, signer.keyOf(ZAP_PROVIDER));
}

/**
 * The Lightning addresses of the sample people (LUD-06, LUD-12, LUD-16, LUD-21, NIP-57): answers for `/.well-known/lnurlp/<handle>`,
 * `/lnurl/<handle>` and `/lnurl/<handle>/<payment hash>`, and publishes a receipt for each zap that the ledger settles.
 */
export function createLnurlProvider({ ledger, signer, pubkeyOf, publish }: ProviderOptions) {
  const zaps = new Map<string, string>();
  const end = ledger.onSettled((invoice) => {
    const nostr = zaps.get(invoice.paymentHash);
    if (nostr === undefined) return;
    const relays = tagOf(JSON.parse(nostr) as NostrEvent, 'relays')?.slice(1) ?? [];
    publish(zapReceipt(signer, nostr, invoice), relays);
  });
  const refuse = (reason: string) => ({ status: 'ERROR', reason });

  const parameters = (handle: string, origin: string) => ({
    tag: 'payRequest',
    callback: `${origin}/lnurl/${handle}`,
    minSendable: MIN_MSATS,
    maxSendable: MAX_MSATS,
    metadata: metadataOf(handle, new URL(origin).host),
    commentAllowed: COMMENT_MOST,
    ...(PROVIDER_WAYS[handle] === 'no zaps'
      ? {}
      : { allowsNostr: true, nostrPubkey: signer.keyOf(ZAP_PROVIDER).pubkey }),
  });

  const problemOf = (handle: string, msats: number, query: URLSearchParams): string | undefined => {
    if (!Number.isSafeInteger(msats) || msats < MIN_MSATS || msats > MAX_MSATS) return 'That amount is not taken.';
    if ((query.get('comment')?.length ?? 0) > COMMENT_MOST) return 'The comment is too long.';
    const nostr = query.get('nostr');
    return nostr === null ? undefined : requestProblem(nostr, msats, pubkeyOf(handle) ?? '');
  };

  const invoice = (handle: string, origin: string, query: URLSearchParams) => {
    const asked = Number(query.get('amount'));
    const problem = problemOf(handle, asked, query);
    if (problem !== undefined) return refuse(problem);
    const nostr = query.get('nostr');
    const msats = PROVIDER_WAYS[handle] === 'asks for more' ? asked * 10 : asked;
    const descriptionHash = sha256(nostr ?? metadataOf(handle, new URL(origin).host));
    const made = ledger.invoice({ payee: accountOf(handle), msats, descriptionHash });
    if (nostr !== null) zaps.set(made.paymentHash, nostr);
    return { pr: made.text, routes: [], verify: `${origin}/lnurl/${handle}/${made.paymentHash}` };
  };

  const verify = (hash: string) => {
    const found = ledger.find(hash);
    if (found === undefined) return refuse('Not found');
    const { settled, preimage, text } = found;
    return { status: 'OK', settled: settled !== undefined, preimage: settled ? preimage : null, pr: text };
  };

  const answer = (path: readonly string[], origin: string, query: URLSearchParams): ProviderAnswer => {
    const [first, second = '', third] = path;
    const handle = first === '.well-known' ? (third ?? '') : second;
    const way = PROVIDER_WAYS[handle] ?? 'usual';
    const more = { delayMs: way === 'slow' ? SLOW_MS : 0, isOpen: way !== 'no other origins' };
    if (!isKnown(handle)) return { status: 404, json: refuse('Nobody of that name.'), ...more };
    if (first === '.well-known') return { status: 200, json: parameters(handle, origin), ...more };
    return { status: 200, json: third === undefined ? invoice(handle, origin, query) : verify(third), ...more };
  };
  return { answer, end };
}

export type LnurlProvider = ReturnType<typeof createLnurlProvider>;

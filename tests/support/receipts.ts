import { createHash } from 'node:crypto';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { writeInvoice, type InvoiceDraft } from '#devnet/lightning/invoice.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const secretOf = (name: string) => new Uint8Array(sha256(`key of ${name}`));

/** The public key of somebody in a test of receipts. */
export const keyOf = (name: string): string => getPublicKey(secretOf(name));

const sign = (name: string, kind: number, at: number, tags: string[][], content = ''): NostrEvent =>
  finalizeEvent({ kind, created_at: at, tags, content }, secretOf(name));

/** What a receipt says, and what a forger may change of it. */
export type ReceiptParts = {
  readonly payer?: string;
  readonly recipient?: string;
  readonly provider?: string;
  readonly note?: string | undefined;
  readonly sats?: number;
  readonly comment?: string;
  readonly at?: number;
  /** other receipts of the same payment have the same */
  readonly salt?: string;
  readonly invoice?: Partial<InvoiceDraft>;
  readonly bolt11?: (text: string) => string;
  readonly request?: (tags: string[][]) => string[][];
  readonly receipt?: (tags: string[][]) => string[][];
  readonly description?: (text: string) => string;
};

/** A zap receipt that is signed all through, genuine unless it is told otherwise. */
export const makeReceipt = (parts: ReceiptParts = {}): NostrEvent => {
  const { payer = 'payer', recipient = 'author', provider = 'provider', sats = 21, at = 1_700_000_000 } = parts;
  const { comment = '', salt = '', note, request: changeRequest = same, receipt: change = same } = parts;
  const about = [['p', keyOf(recipient)], ...(note === undefined ? [] : [['e', note]])];
  const request = sign(
    payer,
    9734,
    at,
    changeRequest([['amount', String(sats * 1_000)], ...about, ['salt', salt]]),
    comment,
  );
  const description = (parts.description ?? same)(JSON.stringify(request));
  const preimage = sha256(`${salt} ${description}`);
  const draft = { msats: sats * 1_000, paymentHash: sha256(preimage), descriptionHash: sha256(description) };
  const text = writeInvoice({ ...draft, createdAt: at, ...parts.invoice }, secretOf('node'));
  const tags = [
    ...about,
    ['P', keyOf(payer)],
    ['bolt11', (parts.bolt11 ?? same)(text)],
    ['description', description],
    ['preimage', preimage.toString('hex')],
  ];
  return sign(provider, 9735, at + 2, change(tags));
};

const same = <T>(value: T): T => value;

import { createHash, randomBytes } from 'node:crypto';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { readOffer } from '#domain/wallet/offer.ts';
import { writeInvoice } from './invoice.ts';
import { writeOffer } from './offer.ts';

/** Why a payment did not happen; the names are those of NIP-47. */
export type LedgerRefusal = 'NOT_FOUND' | 'INSUFFICIENT_BALANCE' | 'EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_FAILED';

export class LedgerError extends Error {
  readonly code: LedgerRefusal;
  constructor(code: LedgerRefusal) {
    super(code);
    this.code = code;
  }
}

/** An invoice that the ledger knows, and what became of it. Times in seconds. */
export type LedgerInvoice = {
  readonly text: string;
  readonly paymentHash: string;
  readonly preimage: string;
  readonly msats: number;
  /** the account that is paid */
  readonly payee: string;
  readonly description: string;
  readonly descriptionHash?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** the offer that it was made for */
  readonly offer?: string;
  settled?: { readonly payer: string; readonly at: number };
};

/** An offer (BOLT 12), which can be paid any number of times; `msats`: at least so much each time, undefined for any amount. */
type LedgerOffer = {
  readonly text: string;
  readonly payee: string;
  readonly msats: number | undefined;
  readonly description: string;
};

/** What an account asks for. `node`: whose key signs, the ledger's own unless told otherwise. */
type InvoiceWish = {
  readonly payee: string;
  readonly msats: number;
  readonly description?: string;
  /** hex */
  readonly descriptionHash?: string;
  readonly expirySeconds?: number;
  readonly node?: string;
  readonly offer?: string;
};

/**
 * The books of the sample network's Lightning: every invoice, every balance, every settlement. Nothing else can move money in
 * it, so it is the oracle of the tests: what an app believes is compared with this.
 */
export type Ledger = {
  invoice(wish: InvoiceWish): LedgerInvoice;
  offer(wish: Pick<InvoiceWish, 'payee' | 'description'> & { readonly msats?: number | undefined }): LedgerOffer;
  /** has an invoice made for the offer and pays it; throws a `LedgerError` and moves nothing otherwise */
  payOffer(payer: string, text: string, msats: number): LedgerInvoice;
  /** moves the money, once; throws a `LedgerError` and moves nothing otherwise */
  pay(payer: string, text: string): LedgerInvoice;
  /**
   * Pays a part of an invoice; the money moves when the parts of all payers come to the whole of it (NUT-15). Answers with the
   * invoice then, with undefined while parts are missing.
   */
  payPart(payer: string, text: string, msats: number): LedgerInvoice | undefined;
  /** takes back the part that did not find the others; false when there is none (any more) */
  withdrawPart(payer: string, text: string): boolean;
  /** gives an account sats out of nothing */
  fund(account: string, sats: number): void;
  /** msats */
  balanceOf(account: string): number;
  find(hashOrText: string): LedgerInvoice | undefined;
  /** invoices that an account made or paid, the newest first */
  of(account: string): readonly LedgerInvoice[];
  /** hashes that somebody tried to pay again after they were settled, with who tried */
  readonly repeated: readonly { readonly paymentHash: string; readonly payer: string }[];
  readonly settlements: readonly LedgerInvoice[];
  /** calls back after each settlement; answers with what ends that */
  onSettled(listener: (invoice: LedgerInvoice) => void): () => void;
  /** the public key of a node, hex */
  nodeOf(name?: string): string;
};

/** The secret key of a node of the sample network; the same name always has the same. */
export const nodeSecret = (name: string): Uint8Array => new Uint8Array(createHash('sha256').update(name).digest());

const DEFAULT_EXPIRY_SECONDS = 3_600;

type Options = { readonly seed?: string; readonly now?: () => number };

/** Opens empty books. The same seed gives the same node keys. */
export function createLedger({ seed = 'nuthatch', now = () => Math.floor(Date.now() / 1_000) }: Options = {}): Ledger {
  const invoices = new Map<string, LedgerInvoice>();
  const offers = new Map<string, LedgerOffer>();
  const balances = new Map<string, number>();
  const repeated: { paymentHash: string; payer: string }[] = [];
  const settlements: LedgerInvoice[] = [];
  const listeners = new Set<(invoice: LedgerInvoice) => void>();
  /** what payers gave towards invoices of which other parts are missing, by payment hash */
  const parts = new Map<string, Map<string, number>>();
  const secretOf = (node: string) => nodeSecret(`${seed} node ${node}`);
  const add = (account: string, msats: number) => balances.set(account, (balances.get(account) ?? 0) + msats);
  const find = (wanted: string) => invoices.get(wanted) ?? invoices.get(readInvoice(wanted)?.paymentHash ?? '');

  const invoice: Ledger['invoice'] = (wish) => {
    const { payee, msats, description = '', descriptionHash, node = 'ledger', offer } = wish;
    const { expirySeconds = DEFAULT_EXPIRY_SECONDS } = wish;
    const secret = randomBytes(32);
    const paymentHash = createHash('sha256').update(secret).digest();
    const createdAt = now();
    const committed = descriptionHash === undefined ? { description } : { descriptionHash: bytes(descriptionHash) };
    const draft = { msats, paymentHash, createdAt, expirySeconds, paymentSecret: randomBytes(32), ...committed };
    const made: LedgerInvoice = {
      text: writeInvoice(draft, secretOf(node)),
      paymentHash: paymentHash.toString('hex'),
      preimage: secret.toString('hex'),
      expiresAt: createdAt + expirySeconds,
      msats,
      payee,
      description,
      descriptionHash,
      createdAt,
      ...(offer !== undefined && { offer }),
    };
    invoices.set(made.paymentHash, made);
    return made;
  };

  /** Throws when the invoice cannot be paid by this account now; `msats`: the part of it that this account pays. */
  const checked = (payer: string, text: string, msats?: number): LedgerInvoice => {
    const found = find(text);
    if (found === undefined) throw new LedgerError('NOT_FOUND');
    if (found.settled !== undefined) {
      repeated.push({ paymentHash: found.paymentHash, payer });
      throw new LedgerError('ALREADY_PAID');
    }
    if (found.text !== readInvoice(text)?.text) throw new LedgerError('PAYMENT_FAILED');
    if (found.expiresAt <= now()) throw new LedgerError('EXPIRED');
    if ((balances.get(payer) ?? 0) < (msats ?? found.msats)) throw new LedgerError('INSUFFICIENT_BALANCE');
    return found;
  };

  const settle = (found: LedgerInvoice, payer: string): LedgerInvoice => {
    found.settled = { payer, at: now() };
    add(found.payee, found.msats);
    settlements.push(found);
    for (const listener of listeners) listener(found);
    return found;
  };

  const payPart: Ledger['payPart'] = (payer, text, msats) => {
    const found = checked(payer, text, msats);
    const held = parts.get(found.paymentHash) ?? new Map<string, number>();
    if (held.has(payer)) throw new LedgerError('ALREADY_PAID');
    const whole = [...held.values(), msats].reduce((sum, part) => sum + part, 0);
    if (whole > found.msats) throw new LedgerError('PAYMENT_FAILED');
    add(payer, -msats);
    parts.set(found.paymentHash, held.set(payer, msats));
    if (whole < found.msats) return undefined;
    parts.delete(found.paymentHash);
    return settle(found, payer);
  };

  const pay: Ledger['pay'] = (payer, text) => {
    const found = checked(payer, text);
    if (parts.get(found.paymentHash)?.size) throw new LedgerError('PAYMENT_FAILED');
    add(payer, -found.msats);
    return settle(found, payer);
  };

  const nodeOf: Ledger['nodeOf'] = (name = 'ledger') =>
    payeeOf({ text: writeInvoice({ paymentHash: new Uint8Array(32), createdAt: 0 }, secretOf(name)) })!;

  return {
    invoice,
    offer({ payee, msats, description = '' }) {
      const metadata = randomBytes(8).toString('hex');
      const made = { text: writeOffer({ msats, description, metadata, issuer: nodeOf() }), payee, msats, description };
      offers.set(made.text, made);
      return made;
    },
    payOffer(payer, text, msats) {
      const found = offers.get(readOffer(text)?.text ?? '');
      if (found === undefined) throw new LedgerError('NOT_FOUND');
      if (!Number.isSafeInteger(msats) || msats < (found.msats ?? 1)) throw new LedgerError('PAYMENT_FAILED');
      if ((balances.get(payer) ?? 0) < msats) throw new LedgerError('INSUFFICIENT_BALANCE');
      return pay(payer, invoice({ ...found, msats, offer: found.text }).text);
    },
    payPart,
    withdrawPart(payer, text) {
      const held = parts.get(find(text)?.paymentHash ?? '');
      const msats = held?.get(payer);
      if (held === undefined || msats === undefined) return false;
      held.delete(payer);
      add(payer, msats);
      return true;
    },
    find,
    repeated,
    settlements,
    fund: (account, sats) => void add(account, sats * 1_000),
    balanceOf: (account) => balances.get(account) ?? 0,
    pay,
    of: (account) =>
      [...invoices.values()].filter(({ payee, settled }) => payee === account || settled?.payer === account).reverse(),
    onSettled(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    nodeOf,
  };
}

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

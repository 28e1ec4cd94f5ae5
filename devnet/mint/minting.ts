import { randomUUID } from 'node:crypto';
import { verifyMintQuoteSignature } from '@cashu/cashu-ts';
import type { Ledger, LedgerInvoice } from '#devnet/lightning/ledger.ts';
import type { MintQuote } from './books.ts';
import { checkOutputs, type Desk, sign } from './exchange.ts';
import { MintError } from './mint-error.ts';
import { type BlindSignature, isPoint, objectOf, outputsOf, sumOf, textOf } from './wire.ts';

/** What the mint's own Lightning account is called, and how many msats each of its units is worth. */
export type Till = Desk & {
  readonly ledger: Ledger;
  readonly account: string;
  readonly quoteSeconds: number;
  readonly least: number;
  readonly most: number;
};

export const MSATS: Readonly<Record<string, number>> = { sat: 1_000, msat: 1, usd: 10_000 };

/** What one of this unit is worth; throws when the mint has no active keyset of it. */
export function msatsOf({ books }: Desk, unit: string): number {
  const isKnown = [...books.keysets.values()].some((each) => each.isActive && each.unit === unit);
  if (!isKnown || MSATS[unit] === undefined) throw new MintError('unit');
  return MSATS[unit];
}

/** A quote as it travels (NUT-23). */
export const mintQuoteAnswer = ({ id, request, amount, unit, state, expiry, pubkey }: MintQuote) => ({
  quote: id,
  request,
  amount,
  unit,
  state,
  expiry,
  ...(pubkey !== null && { pubkey }),
});

/** Writes down that the invoice of a quote was paid. */
export function notePaid({ books }: Desk, { paymentHash }: LedgerInvoice): void {
  const row = books.one<MintQuote>(`SELECT * FROM mint_quotes WHERE hash = ? AND state = 'UNPAID'`, paymentHash);
  if (row === undefined) return;
  books.write(() => {
    books.run(`UPDATE mint_quotes SET state = 'PAID' WHERE id = ?`, row.id);
    books.touch('bolt11_mint_quote', row.id);
  });
}

/** An invoice, and the quote that its payment settles (NUT-04, NUT-20). */
export function quoteMint(till: Till, body: unknown) {
  const asked = objectOf(body);
  const { amount, description, pubkey = null } = asked;
  const unit = textOf(asked, 'unit');
  const msats = msatsOf(till, unit);
  if (!Number.isSafeInteger(amount)) throw new MintError('malformed');
  if ((amount as number) < till.least || (amount as number) > till.most) throw new MintError('limits');
  if (pubkey !== null && !isPoint(pubkey)) throw new MintError('pubkey');
  const invoice = till.ledger.invoice({
    payee: till.account,
    msats: (amount as number) * msats,
    description: typeof description === 'string' ? description : '',
    expirySeconds: till.quoteSeconds,
  });
  const quote: MintQuote = {
    id: randomUUID(),
    hash: invoice.paymentHash,
    request: invoice.text,
    amount: amount as number,
    unit,
    pubkey,
    expiry: invoice.expiresAt,
    state: 'UNPAID',
  };
  const values = [quote.id, quote.hash, quote.request, quote.amount, unit, pubkey, quote.expiry, quote.state];
  till.books.write(() => till.books.run('INSERT INTO mint_quotes VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values));
  return mintQuoteAnswer(quote);
}

function found(desk: Desk, id: string): MintQuote {
  const quote = desk.books.mintQuote(id);
  if (quote === undefined) throw new MintError('unknownQuote');
  return quote;
}

export const checkMintQuote = (desk: Desk, id: string) => mintQuoteAnswer(found(desk, id));

/** Signs the outputs of a paid quote, once. A quote that was paid stays mintable, however late. */
export function mint(desk: Desk, body: unknown): { signatures: BlindSignature[] } {
  const asked = objectOf(body);
  const outputs = outputsOf(asked.outputs);
  return desk.books.write(() => {
    const { id, state, amount, unit, pubkey } = found(desk, textOf(asked, 'quote'));
    if (state === 'UNPAID') throw new MintError('unpaid');
    if (state === 'ISSUED') throw new MintError('issued');
    const { signature } = asked;
    if (pubkey !== null && !(typeof signature === 'string' && isOf(pubkey, id, outputs, signature)))
      throw new MintError('signature');
    if (checkOutputs(desk, outputs) !== unit) throw new MintError('otherUnit');
    if (sumOf(outputs) !== amount) throw new MintError('unbalanced');
    desk.books.run(`UPDATE mint_quotes SET state = 'ISSUED' WHERE id = ?`, id);
    desk.books.touch('bolt11_mint_quote', id);
    return { signatures: sign(desk, outputs) };
  });
}

/** Whether whoever may mint by this quote has signed (NUT-20). */
export function isOf(pubkey: string, quote: string, outputs: readonly { B_: string }[], signature: string): boolean {
  try {
    return verifyMintQuoteSignature(pubkey, quote, outputs as never, signature);
  } catch {
    return false;
  }
}

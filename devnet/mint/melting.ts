import { randomUUID } from 'node:crypto';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { readOffer } from '#domain/wallet/offer.ts';
import { LedgerError } from '#devnet/lightning/ledger.ts';
import type { MeltQuote } from './books.ts';
import { checkConditions } from './conditions.ts';
import { checkInputs, checkOutputs, sign, take } from './exchange.ts';
import { feeOf, powersOf } from './keysets.ts';
import { MintError } from './mint-error.ts';
import { msatsOf, type Till } from './minting.ts';
import { type BlindedMessage, inputsOf, objectOf, outputsOf, sumOf, textOf } from './wire.ts';

/** What Lightning costs at this mint, in its unit: what is asked for beforehand, and what is kept of that. */
export type Routing = { readonly reserve: (amount: number) => number; readonly fee: (amount: number) => number };

/** How a payment ended, or that it has not. */
export type Outcome = { readonly preimage: string } | 'failed' | 'pending';

/** A quote as it travels (NUT-23, NUT-08). */
export const meltQuoteAnswer = (quote: MeltQuote) => ({
  quote: quote.id,
  request: quote.request,
  amount: quote.amount,
  unit: quote.unit,
  fee_reserve: quote.fee_reserve,
  state: quote.state,
  expiry: quote.expiry,
  payment_preimage: quote.preimage,
  ...(quote.state === 'PAID' && { change: JSON.parse(quote.change) as unknown }),
});

/** How many msats this mint is to pay: all of the invoice, or the part that the wallet names (NUT-15). */
function askedMsats(options: unknown, msats: number): { pays: number; part: number | null } {
  const part = (options as { mpp?: { amount?: unknown } } | null | undefined)?.mpp?.amount;
  if (part === undefined) return { pays: msats, part: null };
  if (!Number.isSafeInteger(part) || (part as number) <= 0 || (part as number) > msats)
    throw new MintError('otherAmount');
  return { pays: part as number, part: part as number };
}

/** What a payment will cost at most (NUT-05). */
export function quoteMelt(till: Till, routing: Routing, body: unknown) {
  const asked = objectOf(body);
  const unit = textOf(asked, 'unit');
  const worth = msatsOf(till, unit);
  const invoice = readInvoice(textOf(asked, 'request'));
  if (invoice === undefined) throw new MintError('malformed');
  if (invoice.msats === undefined) throw new MintError('noAmount');
  const { pays, part } = askedMsats(asked.options, invoice.msats);
  const amount = Math.ceil(pays / worth);
  if (amount < till.least || amount > till.most) throw new MintError('limits');
  if (invoice.expiresAt <= till.now()) throw new MintError('expired');
  const quote: MeltQuote = {
    id: randomUUID(),
    hash: invoice.paymentHash,
    request: invoice.text,
    amount,
    unit,
    fee_reserve: routing.reserve(amount),
    expiry: till.now() + till.quoteSeconds,
    part_msats: part,
    state: 'UNPAID',
    preimage: null,
    blanks: '[]',
    change: '[]',
  };
  const columns = Object.values(quote);
  const names = Object.keys(quote).join(', ');
  const marks = columns.map(() => '?').join(', ');
  till.books.write(() => till.books.run(`INSERT INTO melt_quotes (${names}) VALUES (${marks})`, ...columns));
  return meltQuoteAnswer(quote);
}

/** What paying an offer will cost at most (NUT-25): of one that names no amount the wallet says how much. */
export function quoteOfferMelt(till: Till, routing: Routing, body: unknown) {
  const asked = objectOf(body);
  const unit = textOf(asked, 'unit');
  const worth = msatsOf(till, unit);
  const offer = readOffer(textOf(asked, 'request'));
  if (offer === undefined || !offer.networks.includes('regtest')) throw new MintError('malformed');
  const named = (asked.options as { amountless?: { amount_msat?: unknown } } | null | undefined)?.amountless
    ?.amount_msat;
  const msats = named ?? offer.msats;
  if (msats === undefined) throw new MintError('noAmount');
  if (!Number.isSafeInteger(msats) || (msats as number) < (offer.msats ?? 1)) throw new MintError('otherAmount');
  const amount = Math.ceil((msats as number) / worth);
  if (amount < till.least || amount > till.most) throw new MintError('limits');
  const id = randomUUID();
  const expiry = till.now() + till.quoteSeconds;
  till.books.write(() => {
    till.books.run('INSERT INTO offers_to_pay VALUES (?, ?)', id, msats as number);
    // each quote is a payment of its own, which has no hash before the payee makes the invoice
    till.books.run(
      `INSERT INTO melt_quotes (id, hash, request, amount, unit, fee_reserve, expiry, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'UNPAID')`,
      id,
      id,
      offer.text,
      amount,
      unit,
      routing.reserve(amount),
      expiry,
    );
  });
  return meltQuoteAnswer(foundMelt(till, id));
}

/** The same for invoices and offers: which of them a quote is for. */
const kindOf = ({ books }: Till, id: string) =>
  books.offerMsats(id) === undefined ? 'bolt11_melt_quote' : 'bolt12_melt_quote';

/** The quote of this name; each is known by the method that it was made for. */
export function foundMelt(till: Till, id: string, method?: 'bolt11' | 'bolt12'): MeltQuote {
  const quote = till.books.meltQuote(id);
  const isOther = method !== undefined && `${method}_melt_quote` !== kindOf(till, id);
  if (quote === undefined || isOther) throw new MintError('unknownQuote');
  return quote;
}

/** Throws unless this quote may be paid now. */
function checkQuote(till: Till, quote: MeltQuote): void {
  if (quote.state === 'PAID') throw new MintError('paidBefore');
  if (quote.state === 'PENDING') throw new MintError('quotePending');
  if (quote.expiry <= till.now()) throw new MintError('expired');
  const same = `SELECT state FROM melt_quotes WHERE hash = ? AND state <> 'UNPAID' AND part_msats IS NULL`;
  const other = till.books.one<Pick<MeltQuote, 'state'>>(same, quote.hash);
  if (other) throw new MintError(other.state === 'PAID' ? 'paidBefore' : 'quotePending');
}

/** Holds the inputs for the payment: from here on they are pending, and only its end changes that. */
export function beginMelt(till: Till, body: unknown, method: 'bolt11' | 'bolt12'): MeltQuote {
  const asked = objectOf(body);
  const inputs = inputsOf(asked.inputs);
  const blanks = asked.outputs === undefined || asked.outputs === null ? [] : outputsOf(asked.outputs, true);
  return till.books.write(() => {
    const quote = foundMelt(till, textOf(asked, 'quote'), method);
    checkQuote(till, quote);
    const unit = checkInputs(till, inputs);
    if (unit !== quote.unit) throw new MintError('otherUnit');
    if (blanks.length > 0 && checkOutputs(till, blanks, true) !== unit) throw new MintError('otherUnit');
    checkConditions({ inputs, outputs: blanks, quote: quote.id });
    if (sumOf(inputs) - feeOf(inputs, till.books.keysets) < quote.amount + quote.fee_reserve)
      throw new MintError('unbalanced');
    take(till, inputs, 'PENDING', quote.id);
    for (const { B_ } of blanks) till.books.run('INSERT INTO blanks VALUES (?, ?)', B_, quote.id);
    till.books.run(
      `UPDATE melt_quotes SET state = 'PENDING', blanks = ? WHERE id = ?`,
      JSON.stringify(blanks),
      quote.id,
    );
    till.books.touch(kindOf(till, quote.id), quote.id);
    return foundMelt(till, quote.id);
  });
}

type Held = { y: string; keyset: string; amount: number };

const heldBy = ({ books }: Till, quote: string) => books.all<Held>('SELECT * FROM proofs WHERE quote = ?', quote);

/** Gives what is left over in the blank outputs, the smallest amounts first; what they cannot hold stays with the mint. */
function signChange(till: Till, quote: MeltQuote, left: number) {
  const blanks = JSON.parse(quote.blanks) as BlindedMessage[];
  const amounts = powersOf(left).slice(-blanks.length || undefined);
  const used = blanks.length === 0 ? [] : amounts.map((amount, index) => ({ ...blanks[index]!, amount }));
  return sign(till, used);
}

/** Ends a pending melt with what became of the payment. */
export function endMelt(till: Till, routing: Routing, id: string, outcome: Exclude<Outcome, 'pending'>): MeltQuote {
  return till.books.write(() => {
    const quote = foundMelt(till, id);
    if (quote.state !== 'PENDING') return quote;
    const held = heldBy(till, id);
    if (outcome === 'failed') {
      till.books.run('DELETE FROM proofs WHERE quote = ?', id);
      till.books.run(`UPDATE melt_quotes SET state = 'UNPAID', blanks = '[]' WHERE id = ?`, id);
    } else {
      const inputs = held.map(({ keyset, amount }) => ({ id: keyset, amount }));
      const cost = quote.amount + Math.min(routing.fee(quote.amount), quote.fee_reserve);
      const change = signChange(till, quote, sumOf(inputs) - feeOf(inputs, till.books.keysets) - cost);
      till.books.run(`UPDATE proofs SET state = 'SPENT' WHERE quote = ?`, id);
      const end = `UPDATE melt_quotes SET state = 'PAID', preimage = ?, change = ? WHERE id = ?`;
      till.books.run(end, outcome.preimage, JSON.stringify(change), id);
    }
    till.books.run('DELETE FROM blanks WHERE quote = ?', id);
    till.books.touch(kindOf(till, id), id);
    for (const { y } of held) till.books.touch('proof_state', y);
    return foundMelt(till, id);
  });
}

/** Pays the invoice of a pending melt out of the mint's own account. */
export function pay({ ledger, account, books }: Till, quote: MeltQuote): Outcome {
  const offerMsats = books.offerMsats(quote.id);
  try {
    if (offerMsats !== undefined) return { preimage: ledger.payOffer(account, quote.request, offerMsats).preimage };
    if (quote.part_msats === null) return { preimage: ledger.pay(account, quote.request).preimage };
    const settled = ledger.payPart(account, quote.request, quote.part_msats);
    return settled ? { preimage: settled.preimage } : 'pending';
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return 'failed';
  }
}

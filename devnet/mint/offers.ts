import { randomUUID } from 'node:crypto';
import type { LedgerInvoice } from '#devnet/lightning/ledger.ts';
import type { OfferQuote } from './books.ts';
import { checkOutputs, type Desk, sign } from './exchange.ts';
import { MintError } from './mint-error.ts';
import { isOf, MSATS, msatsOf, type Till } from './minting.ts';
import { type BlindSignature, isPoint, objectOf, outputsOf, sumOf, textOf } from './wire.ts';

/** The quote of an offer as it travels (NUT-25). */
export const offerAnswer = ({ id, request, amount, unit, pubkey, paid, issued }: OfferQuote) => ({
  quote: id,
  request,
  amount,
  unit,
  method: 'bolt12',
  expiry: null,
  pubkey,
  amount_paid: paid,
  amount_issued: issued,
});

/** An offer, and the quote that each payment of it adds to; always locked (NUT-25, NUT-20). */
export function quoteOffer(till: Till, body: unknown) {
  const asked = objectOf(body);
  const { amount = null, description, pubkey } = asked;
  const unit = textOf(asked, 'unit');
  const worth = msatsOf(till, unit);
  if (amount !== null && !Number.isSafeInteger(amount)) throw new MintError('malformed');
  const least = amount as number | null;
  if (least !== null && (least < till.least || least > till.most)) throw new MintError('limits');
  if (!isPoint(pubkey)) throw new MintError('pubkey');
  const { text } = till.ledger.offer({
    payee: till.account,
    msats: least === null ? undefined : least * worth,
    description: typeof description === 'string' ? description : '',
  });
  const id = randomUUID();
  till.books.write(() =>
    till.books.run(
      'INSERT INTO offers (id, request, amount, unit, pubkey) VALUES (?, ?, ?, ?, ?)',
      id,
      text,
      least,
      unit,
      pubkey,
    ),
  );
  return checkOffer(till, id);
}

function found({ books }: Desk, id: string): OfferQuote {
  const quote = books.offer(id);
  if (quote === undefined) throw new MintError('unknownQuote');
  return quote;
}

export const checkOffer = (desk: Desk, id: string) => offerAnswer(found(desk, id));

/** Writes down that somebody paid an offer; what is less than one of the unit waits for the next payment. */
export function noteOfferPaid({ books }: Desk, { offer = '', msats }: LedgerInvoice): void {
  const row = books.one<OfferQuote>('SELECT * FROM offers WHERE request = ?', offer);
  if (row === undefined) return;
  const worth = MSATS[row.unit]!;
  const came = row.rest_msats + msats;
  books.write(() => {
    const paid = row.paid + Math.floor(came / worth);
    books.run('UPDATE offers SET paid = ?, rest_msats = ? WHERE id = ?', paid, came % worth, row.id);
    books.touch('bolt12_mint_quote', row.id);
  });
}

/** Signs outputs for what came in by an offer and was not signed for yet, all of it or a part. */
export function mintOffer(desk: Desk, body: unknown): { signatures: BlindSignature[] } {
  const asked = objectOf(body);
  const outputs = outputsOf(asked.outputs);
  return desk.books.write(() => {
    const { id, unit, pubkey, paid, issued } = found(desk, textOf(asked, 'quote'));
    const { signature } = asked;
    if (!(typeof signature === 'string' && isOf(pubkey, id, outputs, signature))) throw new MintError('signature');
    if (checkOutputs(desk, outputs) !== unit) throw new MintError('otherUnit');
    if (paid === 0) throw new MintError('unpaid');
    if (paid === issued) throw new MintError('issued');
    const sum = sumOf(outputs);
    if (sum > paid - issued) throw new MintError('unbalanced');
    desk.books.run('UPDATE offers SET issued = issued + ? WHERE id = ?', sum, id);
    desk.books.touch('bolt12_mint_quote', id);
    return { signatures: sign(desk, outputs) };
  });
}

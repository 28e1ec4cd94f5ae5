import type { MeltQuote } from './books.ts';
import type { Fault } from './faults.ts';
import { beginMelt, endMelt, meltQuoteAnswer, type Outcome, pay, type Routing } from './melting.ts';
import { MintError } from './mint-error.ts';
import { objectOf } from './wire.ts';
import type { Till } from './minting.ts';

type Ended = Exclude<Outcome, 'pending'>;

/** Pays what wallets melt: at once, later, or not. */
export function createPayments(till: Till, routing: Routing, partSeconds: number) {
  const { ledger, books, account } = till;

  /** Waits for the parts of the other mints; gives up after a while (NUT-15). */
  const othersOf = (quote: MeltQuote): Promise<Ended> =>
    new Promise((done) => {
      const end = (outcome: Ended) => {
        stop();
        clearTimeout(timer);
        done(outcome);
      };
      const stop = ledger.onSettled((invoice) => {
        if (invoice.paymentHash === quote.hash) end({ preimage: invoice.preimage });
      });
      const timer = setTimeout(() => {
        if (ledger.withdrawPart(account, quote.request)) end('failed');
      }, partSeconds * 1_000);
      timer.unref();
    });

  const finish = async (quote: MeltQuote): Promise<MeltQuote> => {
    const outcome = pay(till, quote);
    return endMelt(till, routing, quote.id, outcome === 'pending' ? await othersOf(quote) : outcome);
  };

  /** Ends a payment that hangs. */
  const endPayment = async (id: string, ends: 'paid' | 'failed' = 'paid'): Promise<void> => {
    const quote = books.meltQuote(id);
    if (quote?.state !== 'PENDING') return;
    if (ends === 'paid') return void (await finish(quote));
    // a part that is on its way comes back first
    if (quote.part_msats !== null) ledger.withdrawPart(account, quote.request);
    endMelt(till, routing, id, 'failed');
  };

  const later = (id: string, { ms, ends }: { ms?: number; ends?: 'paid' | 'failed' }): void => {
    if (ms !== undefined) setTimeout(() => void endPayment(id, ends).catch(() => {}), ms).unref();
  };

  return {
    endPayment,
    /** Pays the invoice of a quote with the proofs that are handed in (NUT-05). */
    async melt(body: unknown, method: 'bolt11' | 'bolt12', fault?: Fault) {
      const quote = beginMelt(till, body, method);
      if (fault?.type === 'payment pending') later(quote.id, fault);
      else if (fault?.type === 'payment failed') endMelt(till, routing, quote.id, 'failed');
      else if (objectOf(body).prefer_async === true) later(quote.id, { ms: 0 });
      else await finish(quote);
      const ended = books.meltQuote(quote.id)!;
      if (ended.state === 'UNPAID') throw new MintError('paymentFailed');
      return meltQuoteAnswer(ended);
    },
    /** After a start: ends what was pending by what Lightning says of it. */
    recover() {
      for (const { id, hash, request, part_msats: part } of books.all<MeltQuote>(
        `SELECT * FROM melt_quotes WHERE state = 'PENDING'`,
      )) {
        if (part !== null) ledger.withdrawPart(account, request);
        const found = ledger.find(hash);
        const isMine = found?.settled && (part !== null || found.settled.payer === account);
        endMelt(till, routing, id, isMine ? { preimage: found.preimage } : 'failed');
      }
    },
  };
}

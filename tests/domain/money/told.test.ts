import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { learn, requestPayment } from '#domain/wallet/payment.ts';
import { entryOfPayment } from '#domain/wallet/payment-entry.ts';
import { evidenceText, knownOfPayment } from '#ui/money/payment-evidence.ts';
import { historyTable } from '#ui/money/history-table.ts';
import { momentLabel } from '#ui/texts/dates.ts';
import { speak } from '#ui/texts/language.ts';

const AT = Date.UTC(2026, 10, 22, 11, 53);
const invoice = createLedger().invoice({ payee: 'shop', msats: 3_200_500, description: '=HYPERLINK("x")' });
const by = {
  owner: '11'.repeat(32),
  attempt: 'one',
  at: AT,
  route: { kind: 'nwc', walletPubkey: '22'.repeat(32) },
} as const;
const sent = learn(requestPayment({ ...invoice }, by), { type: 'leaves', attempt: 'one', at: AT });
const unknown = learn(sent, { type: 'silence', at: AT + 25_000 });
const paid = learn(unknown, { type: 'paid', preimage: invoice.preimage, feesMsats: 1_000, at: AT + 40_000 });

// words are spoken to a page
beforeEach(() => void vi.stubGlobal('document', { documentElement: {} }));
afterEach(async () => {
  await speak('en');
  vi.unstubAllGlobals();
});

describe('what is given away of payments', () => {
  it('is a table without formulas, invoices and proofs', () => {
    const table = historyTable([entryOfPayment(paid, undefined, AT)]);
    expect(table.split('\r\n')).toEqual([
      '\uFEFFTime,Kind,Direction,Amount (sats),Fee (sats),State,Known by,Person,Note,Payment hash,Mint',
      `2026-11-22T11:53:00.000Z,Invoice,out,3200.5,1,paid,proof,,"'=HYPERLINK(""x"")",${invoice.paymentHash},`,
      '',
    ]);
    expect(table).not.toContain(invoice.preimage);
  });

  it('[NWC-08] is the evidence in order, without the proof', () => {
    const text = evidenceText(paid);
    expect(text).toContain(`payment_hash ${invoice.paymentHash}`);
    expect(text).toContain('2026-11-22T11:53:25.000Z Request timed out after 25000ms.');
    expect(text).not.toContain(invoice.preimage);
    expect(knownOfPayment(paid).map(({ at }) => at)).toEqual([AT + 40_000, AT + 25_000, AT, AT]);
  });

  it('is that of a mint where one was asked to pay: which one, by which quote, and that it says so', () => {
    const mint = 'https://hazel.example';
    const ecash = learn(requestPayment({ ...invoice }, { ...by, route: { kind: 'ecash', mint } }), {
      type: 'leaves',
      attempt: 'one',
      at: AT,
    });
    const quote = { id: 'quote-of-hazel', invoice: invoice.text, amount: 3_201, reserve: 33 };
    const trouble = { code: 'quote-forgotten' };
    const melt = { id: 'melt', phase: 'attention', quote, trouble, changedAt: AT + 30_000 } as Operation;
    const text = evidenceText(ecash, { mint: 'Hazel', melts: [melt] });
    expect(text).toContain(`mint ${mint}\nquote quote-of-hazel, operation melt, attention\n`);
    expect(text).toContain('Sent to Hazel.');
    expect(text).toMatch(
      /11:53:30.000Z The mint does not know this payment any more, and the ecash for it is spent\.$/,
    );
    // it may be the page that was closed meanwhile
    const silent = learn(ecash, { type: 'silence', at: AT + 1_000 });
    expect(knownOfPayment(silent)[0]!.text).toBe('No answer had reached this page yet.');
    const word = { type: 'found', state: 'settled', at: AT + 1_000 } as const;
    expect(knownOfPayment(learn(ecash, word), { mint: 'Hazel' })[0]!.text).toBe('Paid, says Hazel. There is no proof.');
    expect(knownOfPayment(learn(sent, word))[0]!.text).toBe('Paid, says your wallet. There is no proof.');
  });

  it('[NWC-17] tells an answer without anything in it from one that proves nothing', () => {
    const at = AT + 1_000;
    const empty = learn(sent, { type: 'failed', problem: { code: 'no-result', method: 'pay_invoice' }, at });
    const bare = learn(sent, { type: 'paid', preimage: '33'.repeat(32), feesMsats: 0, at });
    expect([empty.phase, bare.phase]).toEqual(['unknown', 'unknown']);
    expect(knownOfPayment(empty)[0]!.text).toBe('Payment failed.');
    expect(knownOfPayment(bare)[0]!.text).toBe('The wallet says it paid, but what it sent proves nothing.');
  });

  it('speaks German, too', async () => {
    await speak('de');
    expect(historyTable([entryOfPayment(paid, undefined, AT)])).toContain('Rechnung,aus,3200.5,1,bezahlt,Beleg');
    expect(knownOfPayment(unknown)[0]!.text).toBe('Keine Antwort nach 25 s.');
  });
});

describe('until when an invoice can be paid', () => {
  it('has its day where that is not today', () => {
    const now = new Date(2026, 10, 22, 14, 5).getTime();
    expect(momentLabel(new Date(2026, 10, 22, 15, 5).getTime(), now)).toMatch(/^3:05\sPM$/);
    expect(momentLabel(new Date(2026, 10, 23, 14, 5).getTime(), now)).toMatch(/^Nov 23, 2026, 2:05\sPM$/);
  });
});

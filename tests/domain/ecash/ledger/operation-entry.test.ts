import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { told as toldRow, type HistoryRow, type OperationOutcome } from '#domain/ecash/ledger/ledger-history.ts';
import { atMints, booksOfPayments, entriesOfEcash, meltsUnderWay } from '#domain/ecash/ledger/operation-entry.ts';
import type { Operation, OperationKind, OperationPhase } from '#domain/ecash/ledger/operation.ts';
import { learn, requestPayment } from '#domain/wallet/payment.ts';
import { entryOfPayment } from '#domain/wallet/payment-entry.ts';
import { isOpenEntry, satsOf } from '#domain/money/money-entry.ts';
import { entriesOf } from '#domain/money/money-history.ts';
import { depositEnd } from '#ui/ecash/ended-why.ts';
import { aboutOf, stepsOf } from '#ui/ecash/operation-facts.ts';
import { historyTable } from '#ui/money/history-table.ts';
import { aboutEntry } from '#ui/money/looking.tsx';

import { entryAbout, entryEnd, entryTime, entryTitle, entryWhen, kindText, signedSats } from '#ui/money/entry-words.ts';
import { moneyTexts } from '#ui/texts/money.ts';

const AT = Date.UTC(2026, 10, 22, 11, 53);
const [HAZEL, WALNUT] = ['https://hazel.example', 'https://walnut.example'];
const nameOf = (mint: string) => (mint === HAZEL ? 'Hazel' : 'Walnut');
const lightning = createLedger();
const invoice = lightning.invoice({ payee: 'shop', msats: 1_500_000, description: 'two bags of seeds' });
const quote = { id: 'q', invoice: invoice.text, amount: 1_500, reserve: 15 };
const OUTPUTS = [
  { role: 'keep', keyset: '00', amounts: [1], b: [''], sealed: { ivB64: '', ciphertextB64: '' } },
] as const;

const record = (kind: OperationKind, phase: OperationPhase, changes: Partial<Operation> = {}): Operation => ({
  id: `${kind} ${phase}`,
  rev: 1,
  kind,
  mint: HAZEL,
  unit: 'sat',
  phase,
  amount: 500,
  fee: 1,
  inputs: [],
  spends: 501,
  outputs: [],
  counters: [],
  attempts: 1,
  refusals: 0,
  got: 0,
  createdAt: AT,
  changedAt: AT,
  ...changes,
});

const row = (kind: OperationKind, outcome: OperationOutcome, changes: Partial<HistoryRow> = {}): HistoryRow => ({
  operation: `${kind} ${outcome}`,
  kind,
  mint: HAZEL,
  unit: 'sat',
  amount: 500,
  fee: 1,
  outcome,
  at: AT,
  ...changes,
});

const entries = (open: readonly Operation[], history: readonly HistoryRow[] = [], paid: readonly string[] = []) =>
  entriesOfEcash({ open, history }, nameOf, new Set(paid));
const told = (open: readonly Operation[], history: readonly HistoryRow[] = []) =>
  entries(open, history).map((entry) => [entryTitle(entry, ''), signedSats(entry), entryEnd(entry)]);

it('[MELT-08] a payment that is proven is under way while its change is looked for, and not in doubt', () => {
  const end = (changes: Partial<Operation>) =>
    entryEnd(entries([record('melt', 'unknown', { quote, ...changes })])[0]!);
  expect(end({})).toBe('not known yet');
  expect(end({ preimage: invoice.preimage })).toBe('under way');
});

describe('a payment of which there is a record of its own', () => {
  const by = { owner: '11'.repeat(32), attempt: 'one', at: AT } as const;
  const route = { kind: 'ecash', mint: HAZEL } as const;
  const sent = learn(requestPayment(invoice, { ...by, route }), { type: 'leaves', attempt: 'one', at: AT });
  const stateAt = (open: readonly Operation[], payment = sent, history: readonly HistoryRow[] = []) =>
    atMints(entryOfPayment(payment, undefined, AT), payment, { open, history }, nameOf);

  it('names its mints, and needs somebody when what one of them says does not add up', () => {
    const melt = (phase: OperationPhase, changes: Partial<Operation> = {}) =>
      record('melt', phase, { id: `melt ${phase}`, quote, ...changes });
    expect(stateAt([melt('unknown')])).toMatchObject({ state: 'under way', mint: 'Hazel' });
    const unknown = learn(sent, { type: 'silence', at: AT + 25_000 });
    expect(stateAt([melt('unknown')], unknown)).toMatchObject({ state: 'not known', mint: 'Hazel' });
    expect(stateAt([melt('attention')], unknown)).toMatchObject({ state: 'needs you' });
    expect(stateAt([melt('attention')])).toMatchObject({ state: 'needs you' });
    // of another invoice, and of what is over
    const other = { ...quote, invoice: lightning.invoice({ payee: 'shop', msats: 1_000 }).text };
    expect(stateAt([melt('attention', { quote: other })], unknown)).toMatchObject({ state: 'not known' });
    const paid = learn(sent, { type: 'paid', preimage: invoice.preimage, feesMsats: 0, at: AT });
    expect(stateAt([melt('attention')], paid)).toMatchObject({ state: 'paid', mint: 'Hazel' });
    const parts = [HAZEL, WALNUT].map((mint) => ({ mint, msats: 750_000 }));
    const split = { ...unknown, route: { ...route, parts } };
    const second = melt('attention', { mint: WALNUT });
    expect(stateAt([melt('unknown'), second], split)).toMatchObject({ state: 'needs you', mint: 'Hazel, Walnut' });
    expect(meltsUnderWay([melt('unknown'), second, record('deposit', 'waiting', { quote })], split)).toHaveLength(2);
  });

  it('by a wallet is none of a mint', () => {
    const payment = { ...sent, route: { kind: 'nwc', walletPubkey: '22'.repeat(32) } } as const;
    const entry = entryOfPayment(payment, undefined, AT);
    expect(atMints(entry, payment, { open: [record('melt', 'attention', { quote })], history: [] }, nameOf)).toEqual(
      entry,
    );
  });

  it('[PROOF-11] says what all its mints gave back beyond what they owed', () => {
    const rows = [3, 4].map((surplus) => row('melt', 'done', { invoice: invoice.text, fee: 0, surplus }));
    const other = row('melt', 'done', { invoice: 'another', fee: 0, surplus: 9 });
    expect(stateAt([], sent, [...rows, other])).toHaveProperty('surplus', 7);
    expect(stateAt([], sent, [other])).not.toHaveProperty('surplus');
    const short = row('melt', 'done', { invoice: invoice.text, fee: 206, surplus: -6 });
    expect(stateAt([], sent, [short, other])).toHaveProperty('surplus', -6);
  });
});

describe('a payment from ecash that failed', () => {
  const by = { owner: '11'.repeat(32), attempt: 'one', at: AT } as const;
  const asked = learn(requestPayment(invoice, { ...by, route: { kind: 'ecash', mint: HAZEL } }), {
    type: 'leaves',
    attempt: 'one',
    at: AT,
  });
  const failed = learn(asked, { type: 'found', state: 'failed', at: AT });
  const paid = learn(asked, { type: 'paid', preimage: invoice.preimage, feesMsats: 4_000, at: AT });
  const rows = [2, 1].map((fee) => row('melt', 'not done', { invoice: invoice.text, fee }));
  const entryOf = (payment: typeof asked, history: readonly HistoryRow[]) =>
    atMints(entryOfPayment(payment, undefined, AT), payment, booksOfPayments({ open: [], history }), nameOf);

  it('says what its mints took all the same for making its ecash fresh', () => {
    const entry = entryOf(failed, [...rows, row('melt', 'not done', { invoice: 'another', fee: 9 })]);
    expect(entry).toMatchObject({ state: 'not paid', feeMsats: 3_000 });
    expect(aboutEntry(failed, entry)).toEqual({
      title: 'Not paid',
      why: 'Your sats are back, less 3 sats that the mint took for exchanging them.',
    });
    expect(historyTable([entry])).toContain(',1500,3,not paid,');
  });

  it('that cost nothing says so', () => {
    const entry = entryOf(failed, [row('melt', 'not done', { invoice: invoice.text, fee: 0 })]);
    expect(entry.feeMsats).toBeUndefined();
    expect(aboutEntry(failed, entry).why).toBe('Your sats are back.');
  });

  it('and was paid when it was tried again, cost both', () => {
    const done = row('melt', 'done', { invoice: invoice.text, fee: 4 });
    expect(entryOf(paid, [done, ...rows])).toMatchObject({ state: 'paid', feeMsats: 7_000 });
    expect(aboutEntry(paid, entryOf(paid, [done, ...rows])).why).toBe(
      'Fee: 7 sats. What the route did not use came back as change.',
    );
    expect(aboutEntry(paid, entryOf(paid, [{ ...done, surplus: -2 }])).why).toBe(
      'Fee: 4 sats. The mint kept 2 sats more than it had said.',
    );
    // as long as nobody says what the second try cost, nobody knows what both did
    expect(entryOf(asked, rows).feeMsats).toBeUndefined();
  });
});

describe('what a person reads of ecash', () => {
  it('[DEPOSIT-04] of an invoice that nobody paid yet: that it is unpaid, and that nobody has to wait for it', () => {
    const [entry] = entries([record('deposit', 'waiting')]);
    expect(aboutOf(entry!)).toEqual({
      title: 'Waiting for payment',
      why: expect.stringContaining('We have seen no payment yet') as unknown,
    });
    expect(historyTable([entry!])).toContain(',unpaid,');
    // a move pays its own, and what came to an address is paid before it begins
    for (const changes of [{ partner: { operation: 'm', mint: WALNUT } }, { address: 'me@example.com' }])
      expect(entryEnd(entries([record('deposit', 'waiting', changes)])[0]!)).toBe('under way');
  });

  it('[DEPOSIT-10] of an invoice that is unpaid by the last word of its mint, which had said otherwise', () => {
    const end = (phase: OperationPhase, changes: Partial<Operation>) =>
      entryEnd(entries([record('deposit', phase, { outputs: OUTPUTS, ...changes })])[0]!);
    const refused = (number: number) => ({ trouble: { code: 'mint-refused', number, said: '' } as const });
    expect([end('journaled', {}), end('sent', {})]).toEqual(['under way', 'under way']);
    expect(end('waiting', {})).toBe('unpaid');
    // it says both at once, that it is paid and that it is not: whoever paid is not asked to pay
    expect(end('unknown', refused(20_001))).toBe('not known yet');
    // what came by an offer was paid before it began
    expect(end('waiting', { quote: { ...quote, method: 'bolt12' } })).toBe('under way');
    const taken = record('deposit', 'waiting', { outputs: OUTPUTS });
    expect(stepsOf(entries([taken])[0]!, taken).find(({ state }) => state === 'now')?.text).toBe(
      'Waiting for the payment',
    );
  });

  it('calls the payment of a request so once it is paid, and not while it is under way or when it came back', () => {
    const request = { key: 'k', attempt: 'press' };
    const parcel = { way: { type: 'post', url: 'https://shop.example' }, state: 'done', request } as const;
    const payment = { request: 'r', rumor: 'm', from: 'f'.repeat(64) };
    const title = (records: readonly Operation[], rows: readonly HistoryRow[] = []) => told(records, rows)[0]![0];
    expect(title([record('send', 'waiting', { parcel })])).toBe('Token sent');
    expect(title([record('receive', 'committed', { payment })])).toBe('Your request was paid');
    expect(title([], [row('send', 'taken', { isRequest: true })])).toBe('Request paid');
    expect(title([], [row('receive', 'done', { isRequest: true })])).toBe('Your request was paid');
    expect(title([], [row('send', 'taken back', { isRequest: true })])).toBe('Token sent');
    // and its page says the same
    const pageOf = (one: HistoryRow) => [kindText(entries([], [one])[0]!), aboutOf(entries([], [one])[0]!).title];
    expect(pageOf(row('send', 'taken', { isRequest: true }))[0]).toBe('Request paid');
    expect(pageOf(row('receive', 'done', { isRequest: true }))).toEqual([
      'Your request was paid',
      'Your request was paid',
    ]);
    expect(pageOf(row('send', 'taken back', { isRequest: true }))[0]).toBe('Token sent');
    // both ways: what is written down when it is over says the same
    expect(toldRow(record('send', 'committed', { parcel }), 'taken')).toMatchObject({ isRequest: true });
    expect(toldRow(record('send', 'committed'), 'taken')).not.toHaveProperty('isRequest');
  });

  it.each<[OperationKind, OperationOutcome, string, string, string]>([
    ['deposit', 'done', 'Deposit', '+500', 'fee 1'],
    ['deposit', 'not done', 'Deposit', '0', 'not paid'],
    ['receive', 'done', 'Token received', '+500', 'fee 1'],
    ['receive', 'spent elsewhere', 'Token not received', '0', 'somebody else was first'],
    ['send', 'out', 'Token sent', '−500', 'not taken yet · fee 1'],
    ['send', 'taken', 'Token sent', '−500', 'taken · fee 1'],
    ['send', 'taken back', 'Token sent', '−500', 'taken back · fee 1'],
    ['send', 'not done', 'Token not made', '0', 'not paid'],
    ['reclaim', 'done', 'Token taken back', '+500', 'fee 1'],
    ['melt', 'done', 'Invoice paid', '−500', 'fee 1'],
    ['melt', 'not done', 'Invoice not paid', '0', 'not paid'],
    ['deposit', 'attention', 'Deposit', '+500', 'needs you'],
    ['consolidation', 'done', 'Ecash exchanged', '0', 'fee 1'],
  ])('of %s that is %s: %s, %s, %s', (kind, outcome, ...words) =>
    expect(told([], [row(kind, outcome)])).toEqual([words]),
  );

  it('of a search by the words: what it found, and nothing of one that found nothing', () => {
    expect(told([], [row('restore', 'done', { fee: 0 })])).toEqual([
      ['Found by your recovery phrase', '500', 'no fee'],
    ]);
    expect(told([], [row('restore', 'done', { amount: 0, fee: 0 })])).toEqual([]);
    // as long as it goes on nobody knows
    expect(told([record('restore', 'unknown', { amount: 0, fee: 0 })])).toHaveLength(1);
  });

  it.each<[OperationKind, OperationPhase, Partial<Operation>, string]>([
    ['deposit', 'waiting', {}, 'unpaid'],
    // nobody said yet that it was paid
    ['deposit', 'unknown', {}, 'unpaid'],
    ['deposit', 'unknown', { outputs: OUTPUTS }, 'not known yet'],
    ['deposit', 'attention', { outputs: OUTPUTS }, 'needs you'],
    ['send', 'sent', {}, 'under way'],
    ['send', 'waiting', {}, 'not taken yet · fee 1'],
    ['send', 'waiting', { fee: 0 }, 'not taken yet'],
    ['melt', 'waiting', { quote }, 'under way'],
    ['melt', 'unknown', { quote }, 'not known yet'],
    ['receive', 'unknown', {}, 'not known yet'],
    ['consolidation', 'attention', {}, 'needs you'],
  ])('of %s while it is %s', (kind, phase, changes, end) =>
    expect(told([record(kind, phase, changes)]).map(([, , said]) => said)).toEqual([end]),
  );

  it('names the mint, what was written and since when', () => {
    const [sent] = entries([record('send', 'waiting', { memo: 'for the\nfeeder fund' })]);
    expect([entryAbout(sent!), entryWhen(sent!, AT + 3 * 3_600_000)]).toEqual([
      'Hazel · “for the feeder fund”',
      '3h ago',
    ]);
    const [paid] = entries([record('melt', 'sent', { quote })]);
    expect(paid).toMatchObject({ note: 'two bags of seeds', paymentHash: invoice.paymentHash, feeMsats: undefined });
  });

  it('says the day of what was not today, unless its list has days', () => {
    const now = new Date(2026, 10, 22, 14).getTime();
    const at = (...when: [number, number, number, number, number]) =>
      entries([], [row('send', 'taken', { at: new Date(...when).getTime() })])[0]!;
    expect(entryWhen(at(2026, 10, 22, 0, 5), now)).toMatch(/^12:05/);
    expect(entryWhen(at(2026, 10, 21, 23, 55), now)).toBe('yesterday');
    expect(entryWhen(at(2026, 10, 14, 13, 0), now)).toBe('Nov 14');
    expect(entryWhen(at(2025, 10, 22, 13, 0), now)).toBe('Nov 22, 2025');
    expect(entryTime(at(2026, 10, 14, 13, 0), now)).toMatch(/^1:00/);
    const [open] = entries([record('send', 'waiting', { createdAt: now - 3 * 86_400_000 })]);
    expect(entryWhen(open!, now)).toBe('3d ago');
  });

  it('[PROOF-11] of a mint that gave back more than it owed: no fee, and how much more', () => {
    const paid = toldRow(record('melt', 'committed', { quote, fee: 0, surplus: 3 }), 'done');
    const [entry] = entries([], [paid]);
    expect([entryEnd(entry!), entry]).toMatchObject(['no fee', { surplus: 3 }]);
    expect(moneyTexts.surplus(entry!.surplus!)).toContain('3 sats more than it owed you');
  });

  it('says what it rests on', () => {
    const truth = (kind: OperationKind, outcome: OperationOutcome, changes: Partial<HistoryRow> = {}) =>
      entries([], [row(kind, outcome, changes)])[0]!.truth;
    expect(truth('melt', 'done', { preimage: invoice.preimage })).toBe('proof');
    expect(truth('melt', 'done')).toBe('mint');
    expect(truth('send', 'taken')).toBe('mint');
    expect(truth('deposit', 'done')).toBe('ecash');
    expect(truth('receive', 'not done')).toBeUndefined();
  });

  it('leaves what is listed as a payment to the payment, and what is open to its record', () => {
    const melt = record('melt', 'unknown', { quote });
    expect(entries([melt], [], [invoice.paymentHash])).toEqual([]);
    expect(entries([], [row('melt', 'not done', { invoice: invoice.text })], [invoice.paymentHash])).toEqual([]);
    const out = record('send', 'waiting');
    expect(entries([out], [row('send', 'out', { operation: out.id })])).toHaveLength(1);
  });

  it('is quiet about own ecash that was made fresh for nothing', () => {
    expect(entries([], [row('swap', 'done', { fee: 0 }), row('fence', 'done'), row('swap', 'not done')])).toEqual([]);
    expect(entries([record('consolidation', 'sent')])).toEqual([]);
  });
});

describe('a move between mints', () => {
  const TO = { partner: { operation: 'the deposit', mint: WALNUT } };
  const FROM = { partner: { operation: 'the melt', mint: HAZEL } };
  const deposit = (phase: OperationPhase) =>
    record('deposit', phase, { id: 'the deposit', mint: WALNUT, amount: 1_500, fee: 0, quote, ...FROM });
  const melt = (phase: OperationPhase) => record('melt', phase, { id: 'the melt', amount: 1_500, quote, ...TO });
  const melted = (outcome: OperationOutcome, fee = 9) =>
    row('melt', outcome, { operation: 'the melt', amount: 1_500, fee, invoice: invoice.text, ...TO });
  const deposited = (outcome: OperationOutcome) =>
    row('deposit', outcome, { operation: 'the deposit', amount: 1_500, fee: 0, mint: WALNUT, ...FROM });
  const ISSUED = { code: 'quote-issued' } as const;

  it('is one thing, of an amount that neither came nor left', () => {
    const [entry, ...others] = entries([], [melted('done'), deposited('done')]);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ id: 'the melt', kind: 'move', from: 'Hazel', mint: 'Walnut', state: 'paid' });
    expect([entryTitle(entry!, ''), signedSats(entry!), entryEnd(entry!)]).toEqual([
      'Moved to Walnut',
      '1,500',
      'fee 9',
    ]);
    expect(entryAbout(entry!)).toBe('from Hazel');
    expect(historyTable([entry!])).toContain('Move between mints,out,1500,9,paid,the ecash');
    expect(historyTable([entry!])).toContain('Hazel > Walnut');
    expect(entries([], [{ ...melted('done', 0), surplus: 2 }, deposited('done')])).toMatchObject([{ surplus: 2 }]);
  });

  it.each<[Operation[], HistoryRow[], string, string]>([
    [[deposit('waiting'), melt('sent')], [], 'Moving to Walnut', 'under way'],
    [[deposit('waiting'), melt('unknown')], [], 'Moving to Walnut', 'not known yet'],
    [[deposit('attention'), melt('unknown')], [], 'Moving to Walnut', 'needs you'],
    [[deposit('waiting')], [melted('done')], 'Moving to Walnut', 'under way'],
    [[deposit('waiting')], [melted('not done', 0)], 'Not moved', 'not paid'],
    [[melt('waiting')], [deposited('done')], 'Moved to Walnut', 'fee 1'],
    [[], [melted('done'), { ...deposited('not done'), why: ISSUED }], 'Move between mints', 'not received'],
    [[], [melted('done'), deposited('spent elsewhere')], 'Move between mints', 'taken elsewhere'],
  ])('stands as the worse of its two ends (%#)', (open, history, title, end) => {
    const [entry, ...others] = entries(open, history);
    expect([others, entryTitle(entry!, ''), entryEnd(entry!)]).toEqual([[], title, end]);
  });

  it('says of a mint that was paid and gave nothing so, and nothing of sats that are back', () => {
    const about = (end: HistoryRow) => aboutOf(entries([], [melted('done'), end])[0]!);
    const withheld = { ...deposited('not done'), why: ISSUED };
    expect(about(withheld)).toEqual(depositEnd(withheld, 'Walnut'));
    expect(about(withheld).title).toBe('Walnut was paid but gives no ecash');
    expect(about(deposited('spent elsewhere'))).toEqual(depositEnd(deposited('spent elsewhere'), 'Walnut'));
  });
});

describe('the list of ecash', () => {
  it('has everything that is not over, adds up, and has no id twice, whatever the ledger holds', () => {
    const kind = fc.constantFrom<OperationKind>('send', 'receive', 'reclaim', 'melt', 'deposit');
    const phase = fc.constantFrom<OperationPhase>('journaled', 'sent', 'answered', 'waiting', 'unknown', 'attention');
    const outcome = fc.constantFrom<OperationOutcome>('done', 'taken', 'taken back', 'not done', 'spent elsewhere');
    const amount = fc.integer({ min: 1, max: 100_000 });
    const open = fc.array(fc.tuple(kind, phase, amount), { maxLength: 12 });
    const rows = fc.array(fc.tuple(kind, outcome, amount), { maxLength: 12 });
    fc.assert(
      fc.property(open, rows, (going, ended) => {
        const all = entries(
          going.map(([which, at, sats], id) => record(which, at, { id: `o${id}`, amount: sats })),
          ended.map(([which, how, sats], id) => row(which, how, { operation: `h${id}`, amount: sats })),
        );
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(all.filter(isOpenEntry)).toHaveLength(going.length);
        expect(all).toHaveLength(going.length + ended.length);
        for (const entry of all) expect(satsOf(entry)).toBe(entry.msats / 1_000);
        expect(historyTable(all).split('\r\n')).toHaveLength(all.length + 2);
      }),
    );
  });
});

describe('a nutzap that devices with the same words took at once', () => {
  const redeemed = ['n'.repeat(64)];
  const zap = (operation: string, changes: Partial<HistoryRow> = {}) =>
    row('receive', 'done', { operation, amount: 8, isNutzap: true, redeemed, ...changes });
  const ids = (history: readonly HistoryRow[]) => entries([], history).map(({ id }) => id);

  it('[WEV-11] is one entry, whoever tells of it; another one is another', () => {
    const theirs = zap('theirs', { elsewhere: true });
    expect(ids([theirs, zap('ours')])).toEqual(['ours']);
    expect(ids([theirs, zap('a third', { elsewhere: true })])).toEqual(['theirs']);
    expect(ids([theirs, zap('another', { elsewhere: true, redeemed: ['m'.repeat(64)] })])).toHaveLength(2);
    // what was tried here in vain is none
    expect(ids([theirs, zap('tried', { outcome: 'spent elsewhere' })])).toContain('theirs');
    expect(ids([row('receive', 'done', { operation: 'a', elsewhere: true }), row('receive', 'done')])).toHaveLength(2);
  });
});

describe('a token that was taken in two tabs at once', () => {
  const late = row('receive', 'spent elsewhere', { operation: 'late', tokenY: 'y' });

  it('came once: the try that found it spent is none of somebody else', () => {
    const ids = (history: readonly HistoryRow[]) => entries([], history).map(({ id }) => id);
    expect(ids([late, row('receive', 'done', { operation: 'first', tokenY: 'y' })])).toEqual(['first']);
    expect(ids([late, row('receive', 'done', { operation: 'other', tokenY: 'z' })])).toEqual(['late', 'other']);
    expect(ids([late, row('receive', 'not done', { operation: 'before', tokenY: 'y' })])).toContain('late');
    expect(told([], [late])).toEqual([['Token not received', '0', 'somebody else was first']]);
  });
});

describe('a token that is out', () => {
  const lock = { pubkey: '02'.padEnd(66, 'a') } as Operation['lock'];
  const delivery = { to: 'b'.repeat(64) } as unknown as NonNullable<Operation['delivery']>;
  it.each([
    ['whoever opens it first', {}, 'Whoever opens it first owns it.'],
    ['one person', { lock }, 'Only the person whose key you named can open it.'],
    ['one person, whose relays did not take it', { lock, delivery }, 'No relay of theirs has taken it yet.'],
    [
      'one person, whose relays have it',
      { lock, delivery: { ...delivery, deliveredAt: AT } },
      'It is with the relays of',
    ],
  ] as const)('says that it is for %s', (_, changes, said) => {
    const [entry] = entries([record('send', 'waiting', { outputs: OUTPUTS, ...(changes as Partial<Operation>) })]);
    expect(entry?.token).toBe('out');
    expect(aboutOf(entry!).why).toContain(said);
  });

  it('has a fee that is known where it was made here, and not where another device made it', () => {
    const made = (changes: Partial<Operation>) => entries([record('send', 'waiting', { fee: 0, ...changes })])[0]!;
    expect([made({}), made({ elsewhere: true })].map(({ feeMsats }) => feeMsats)).toEqual([0, undefined]);
  });
});

describe('what the recovery phrase found', () => {
  const found = row('restore', 'done', { fee: 0, amount: 2_486 });
  const [own, elsewhere] = entries([], [found, { ...found, operation: 'on another device', elsewhere: true }]);

  it('was there before: it has no sign, is nothing that came in, and says where it was found', () => {
    for (const entry of [own!, elsewhere!]) {
      expect(signedSats(entry)).toBe('2,486');
      expect(entriesOf('in', [entry])).toEqual([]);
      expect(entriesOf('out', [entry])).toEqual([]);
    }
    expect([entryAbout(own!), entryAbout(elsewhere!)]).toEqual(['Hazel', 'Hazel · on another device']);
  });

  it('stands in the table as what it is, and neither as in nor as out', () => {
    expect(historyTable([own!]).split('\r\n')[1]).toContain('Found by your recovery phrase,,2486,0,paid');
  });
});

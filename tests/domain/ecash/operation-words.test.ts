import { describe, expect, it } from 'vitest';
import { backCosts } from '#domain/ecash/ledger/back-costs.ts';
import { paidIn, type MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { told } from '#domain/ecash/ledger/ledger-history.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { entriesOfEcash } from '#domain/ecash/ledger/operation-entry.ts';
import { DAY } from '#domain/units.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { aboutOf, evidenceOf, operationFacts, knownOfOperation, stepsOf } from '#ui/ecash/operation-facts.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { depositEnd, endedWhy, reasonAnd } from '#ui/ecash/ended-why.ts';
import { refusalText } from '#ui/ecash/failure-text.ts';
import { lackOf } from '#ui/ecash/mints/needs-mint.tsx';
import { entryEnd, kindText, shownSats, signedSats } from '#ui/money/entry-words.ts';
import { takingText, waitingWords } from '#ui/ecash/requests/request-shown.tsx';
import type { KnownOperation } from '#ui/ecash/use-operation.ts';
import { tokenHelp } from '#ui/ecash/tokens/token-help.ts';
import { moveSteps, notMoved } from '#ui/ecash/transfers/transfer-progress.tsx';
import { zapDoubtText, zapFailureText } from '#ui/wallet/zap-failure-text.ts';

const AT = Date.UTC(2026, 10, 22, 11, 53);
const SEALED = { ivB64: 'iv of it', ciphertextB64: 'sealed secret' };
const HAZEL = 'https://hazel.example';

const melt: Operation = {
  id: 'one',
  rev: 3,
  kind: 'melt',
  mint: HAZEL,
  unit: 'sat',
  phase: 'unknown',
  amount: 1_500,
  fee: 1,
  inputs: ['y'],
  spends: 1_516,
  outputs: [{ role: 'change', keyset: '00', amounts: [1], b: ['b'], sealed: SEALED }],
  counters: [],
  quote: { id: '7c1e0000000000000040ab', invoice: 'lnbc1', amount: 1_500, reserve: 15, lockKey: SEALED },
  attempts: 1,
  refusals: 0,
  got: 0,
  trouble: { code: 'mint-silent' },
  createdAt: AT,
  changedAt: AT + 25_000,
};
const entryOf = (record: Operation) => entriesOfEcash({ open: [record], history: [] }, () => 'Hazel', new Set())[0]!;

describe('what is told of an operation with ecash', () => {
  it('is what it costs at most, what is set aside, and what the mint said', () => {
    const facts = new Map(
      operationFacts(entryOf(melt), { record: melt, row: undefined }).map(([name, value]) => [name, value]),
    );
    expect(facts.get('Fee, at most')).toBe('16');
    expect(facts.get('Set aside')).toBe('1,516');
    expect(facts.get('Quote')).toBe('7c1e0000…000040ab');
    expect(aboutOf(entryOf(melt)).title).toBe('Not known yet: we keep asking');
    expect(aboutOf(entryOf(melt), 'Nobody asks').title).toBe('Nobody asks');
    expect(knownOfOperation(entryOf(melt), melt)[0]).toEqual({
      at: AT + 25_000,
      text: 'The mint does not answer. What became of this will be looked up.',
    });
    expect(stepsOf(entryOf(melt), melt).find(({ state }) => state === 'now')?.text).toBe('Waiting for its answer');
  });

  it('is evidence without secrets', () => {
    const text = evidenceOf(entryOf(melt), { record: melt, row: undefined }, HAZEL);
    expect(text).toContain('quote 7c1e0000000000000040ab');
    expect(text).toContain('phase unknown, rev 3, sent 1, refused 0');
    for (const secret of Object.values(SEALED)) expect(text).not.toContain(secret);
  });

  it('[DEPOSIT-11] of one that is over is all by which its mint finds it, and when it was begun', () => {
    const trouble = { code: 'mint-refused', number: 99, said: 'quote is not paid' } as const;
    const row = told({ ...melt, kind: 'deposit', changedAt: AT + DAY, trouble }, 'not done');
    const entry = entriesOfEcash({ open: [], history: [row] }, () => 'Hazel', new Set())[0]!;
    const text = evidenceOf(entry, { record: undefined, row }, HAZEL);
    for (const part of [row.quote, row.invoice, 'quote is not paid']) expect(text).toContain(part);
    const facts = new Map(operationFacts(entry, { record: undefined, row }).map(([name, value]) => [name, value]));
    expect(facts.get('Quote')).toBe('7c1e0000…000040ab');
    expect(facts.get('Begun')).toBe(dateLabel(melt.createdAt / 1_000));
  });

  it('says that the sats are back, and what that cost', () => {
    const row = { operation: 'one', kind: 'melt', mint: HAZEL, unit: 'sat', amount: 900, at: AT } as const;
    const about = (fee: number) =>
      aboutOf(
        entriesOfEcash({ open: [], history: [{ ...row, fee, outcome: 'not done' }] }, () => 'Hazel', new Set())[0]!,
      );
    expect(about(0)).toEqual({ title: 'Not paid', why: 'Your sats are back.' });
    expect(about(2).why).toBe('Your sats are back, less 2 sats that the mint took for exchanging them.');
  });

  it('says that a token is back, and what its mint took for that', () => {
    const row = { operation: 'one', kind: 'send', mint: HAZEL, unit: 'sat', amount: 63, fee: 0, at: AT } as const;
    const about = (backFee?: number, gone?: number) => {
      const back = { ...(backFee !== undefined && { backFee }), ...(gone !== undefined && { gone }) };
      const history = [{ ...row, outcome: 'taken back' as const, ...back }];
      return aboutOf(entriesOfEcash({ open: [], history }, () => 'Hazel', new Set())[0]!).why;
    };
    expect([about(), about(0)]).toEqual(['Your sats are back.', 'Your sats are back.']);
    expect(about(60)).toBe('Your sats are back. The mint took a fee of 60 sats.');
    expect(about(1, 32)).toBe('Somebody had taken 32 sats of it. The rest is back. The mint took a fee of 1 sat.');
  });

  it('says before a token is taken back what comes back of it', () => {
    const keysets = [
      { id: `00${'a'.repeat(14)}`, feePpk: 100 },
      { id: `01${'b'.repeat(64)}`, feePpk: 10_000 },
    ];
    const costs = (id: string, ...amounts: readonly number[]) => {
      const proofs = amounts.map((amount, at) => ({ amount, id, secret: `${at}`, C: `02${'c'.repeat(64)}` }));
      const token = `cashuA${btoa(JSON.stringify({ token: [{ mint: HAZEL, proofs }] }))}`;
      const amount = amounts.reduce((sum, one) => sum + one, 0);
      return backCosts({ mint: HAZEL, amount }, token, [{ url: HAZEL, facts: { keysets } }]);
    };
    expect(costs(`00${'a'.repeat(14)}`, 8, 4)).toEqual({ fee: 1, rest: 11 });
    // ids may be short ones
    expect(costs(`01${'b'.repeat(14)}`, 32, 16, 8, 4, 2, 1)).toEqual({ fee: 60, rest: 3 });
    // as long as nobody knows
    expect(costs(`00${'c'.repeat(14)}`, 8)).toEqual({ fee: 0, rest: 8 });
    expect(backCosts({ mint: HAZEL, amount: 8 }, undefined)).toEqual({ fee: 0, rest: 8 });
    const { backCosts: words } = ecashMovesTexts.send;
    expect(words({ fee: 0, rest: 8 })).toBe('');
    expect(words({ fee: 60, rest: 3 })).toBe('. The mint takes 60 sats for that: 3 sats of it come back');
    expect(words({ fee: 60, rest: -29 })).toBe(', but the mint would take all of it as a fee');
  });

  it('says before a token is made what is left of it for whoever takes it', () => {
    const { theyGet } = ecashMovesTexts.send;
    expect(theyGet({ amount: 31, taking: 0 })).toBe('');
    expect(theyGet({ amount: 31, taking: 10 })).toBe(' · they get 21 sats after a fee of 10 sats');
  });

  it('says of a payment whose mint kept more than it had said how much that is', () => {
    const row = { operation: 'one', kind: 'melt', mint: HAZEL, unit: 'sat', amount: 50, fee: 206, at: AT } as const;
    const history = [{ ...row, surplus: -6, outcome: 'done' as const }];
    expect(aboutOf(entriesOfEcash({ open: [], history }, () => 'Hazel', new Set())[0]!).why).toBe(
      'The mint says so. Fee: 206 sats. The mint kept 6 sats more than it had said.',
    );
    expect(ecashMovesTexts.pay.change(true)).toMatch(/^The fee can be higher than the payment itself/);
  });

  it('says why nothing came of it, and how it stands now', () => {
    const about = (kind: 'receive' | 'send' | 'melt', outcome: 'not done' | 'spent elsewhere') => {
      const row = { operation: 'one', kind, mint: HAZEL, unit: 'sat', amount: 900, fee: 0, at: AT, outcome } as const;
      const why = { code: 'mint-refused', number: 12_003, said: 'expired' } as const;
      return aboutOf(entriesOfEcash({ open: [], history: [{ ...row, why }] }, () => 'Hazel', new Set())[0]!);
    };
    const EXPIRED = 'The keys of this ecash have expired at the mint.';
    expect(about('receive', 'not done')).toEqual({
      title: 'Not received',
      why: `${EXPIRED} Nothing was exchanged: the token is as it was.`,
    });
    expect(about('send', 'not done')).toEqual({ title: 'No token was made', why: `${EXPIRED} Your sats are back.` });
    expect(about('melt', 'not done').why).toBe(`${EXPIRED} Your sats are back.`);
    expect(about('receive', 'spent elsewhere')).toEqual({
      title: 'Not received',
      why: 'Somebody else spent it first.',
    });
    expect(endedWhy({ code: 'bad-response' }, 'Your sats are back.')).toBe('bad response. Your sats are back.');
  });

  it('says of a token that its mint calls spent and unspent that it contradicts itself, and not that it is spent', () => {
    const about = (why: EcashProblem) => {
      const row = { operation: 'one', kind: 'receive', mint: HAZEL, unit: 'sat', amount: 9, fee: 0, at: AT } as const;
      const history = [{ ...row, outcome: 'not done', why }] as const;
      return aboutOf(entriesOfEcash({ open: [], history }, () => 'Hazel', new Set())[0]!).why;
    };
    const CONTRADICTS = 'The mint says that this token was spent, and also that it was not. Nothing was exchanged.';
    expect(about({ code: 'mint-refused', number: 11_001, said: '' })).toBe(CONTRADICTS);
    expect(about({ code: 'mint-refused', number: 0, said: 'Token already spent.' })).toBe(CONTRADICTS);
    expect(about({ code: 'mint-refused', number: 777, said: 'back in an hour' })).toBe(
      'The mint says: back in an hour. Nothing was exchanged: the token is as it was.',
    );
    expect(about({ code: 'token-partly-spent', gone: 8, left: 1 })).toBe(
      '8 sats of this token were already spent. 1 sat can still be received.',
    );
  });

  it('says of what did not happen because its mint called the ecash spent that it is not spent', () => {
    const spent = { code: 'mint-refused', number: 11_001, said: '' } as const;
    const words = 'The mint said that this ecash was spent, and it is not.';
    expect(endedWhy(spent, 'Your sats are back.')).toBe(`${words} Your sats are back.`);
    expect(refusalText({ problem: { code: 'interrupted' }, ecashProblem: spent } as PaymentRecord)).toBe(words);
    expect(zapFailureText({ ecash: spent })).toBe(words);
    // as long as it is in doubt nobody knows whether it is
    expect(zapDoubtText({ ecash: spent })).toBe('This ecash was already spent.');
  });

  it('does not say twice that the sats are back, and always says it', () => {
    const back = 'Your sats are back.';
    const { pay, transfer, operation } = ecashMovesTexts;
    const stands = [back, pay.aboutParts['not paid'].why, transfer.failedWhy('Hazel'), operation.backLess('3')];
    for (const stand of stands)
      expect(endedWhy({ code: 'mint-refused', number: 20_004, said: '' }, stand)).toBe(
        `The Lightning payment failed. ${stand}`,
      );
    expect(reasonAnd('This ecash was already spent.', back)).toBe('This ecash was already spent. Your sats are back.');
    expect(reasonAnd(undefined, back)).toBe(back);
  });

  it('does not call a mint silent whose words stand beside it', () => {
    const answered = {
      ...melt,
      kind: 'receive',
      trouble: { code: 'mint-status', status: 500, said: 'Not now.' },
    } as const;
    const [entry] = entriesOfEcash({ open: [answered], history: [] }, () => 'Hazel', new Set());
    const all = [
      aboutOf(entry!).why,
      ecashMovesTexts.receive.unknownYetWhy('Hazel'),
      ecashMovesTexts.pay.about['not known'].why,
    ];
    for (const why of all) expect(why).toMatch(/has not (?:yet )?said/);
  });

  it('tells a deposit that another device took from one that nobody paid', () => {
    expect(depositEnd({ outcome: 'not done' }, 'Hazel').title).toBe('Nobody paid this invoice');
    const row = { operation: 'one', kind: 'deposit', mint: HAZEL, unit: 'sat', amount: 9, fee: 0, at: AT } as const;
    const history = [{ ...row, outcome: 'spent elsewhere' }] as const;
    const [entry] = entriesOfEcash({ open: [], history }, () => 'Hazel', new Set());
    expect(depositEnd({ outcome: 'spent elsewhere' }, 'Hazel')).toEqual(aboutOf(entry!));
    expect(depositEnd({ outcome: 'spent elsewhere' }, 'Hazel').title).toBe('Taken elsewhere');
  });

  it('blames no other device for a deposit that its mint was paid for and gives nothing of', () => {
    const row = { operation: 'one', kind: 'deposit', mint: HAZEL, unit: 'sat', amount: 300, fee: 0, at: AT } as const;
    const history = [{ ...row, outcome: 'not done', why: { code: 'quote-issued' } }] as const;
    const [entry] = entriesOfEcash({ open: [], history }, () => 'Hazel', new Set());
    expect(aboutOf(entry!)).toEqual(depositEnd(history[0], 'Hazel'));
    expect(aboutOf(entry!).title).toBe('Hazel was paid but gives no ecash');
    expect([signedSats(entry!), shownSats(entry!)]).toEqual(['300', 300]);
    expect(entryEnd(entry!)).toBe('not received');
  });

  it('says of a mint that is asked for what words have there, and does not answer, that it is looked at later', () => {
    const silent = entryOf({ ...melt, kind: 'restore', phase: 'unknown', amount: 0, inputs: [] });
    expect(kindText(silent)).toBe('Looking with your recovery phrase');
    expect(aboutOf(silent).why).toBe('The mint does not answer. As soon as it does, we look for your coins there.');
    expect(aboutOf(silent, undefined, { code: 'mint-silent' })).toEqual(aboutOf(silent));
    expect(aboutOf(silent, undefined, { code: 'mint-status', status: 503, said: '' }).why).toBe(
      'HTTP request failed (503). As soon as that changes, we look for your coins there.',
    );
    const without = entryOf({ ...melt, kind: 'restore', phase: 'fenced', amount: 0, inputs: [] });
    expect(aboutOf({ ...without, why: { code: 'mint-no-restore' } })).toEqual({
      title: 'Not looked at',
      why: 'This mint cannot find ecash by a recovery phrase.',
    });
  });

  it('has a word for every kind and phase', () => {
    for (const kind of ['send', 'receive', 'reclaim', 'melt', 'deposit'] as const)
      for (const phase of ['journaled', 'sent', 'waiting', 'unknown', 'attention', 'answered'] as const) {
        const record = { ...melt, kind, phase };
        const { title, why } = aboutOf(entryOf(record));
        expect([title, why].every((text) => text.length > 3)).toBe(true);
        expect(stepsOf(entryOf(record), record).length).toBeGreaterThan(1);
      }
  });
});

describe('a token that cannot be taken', () => {
  it('is told to be worth no more than its fee', () => {
    expect(tokenHelp({ code: 'funds-swap' })).toBe('The mint would take all of it as a fee. Nothing was taken.');
  });
});

describe('what is missing before ecash can be sent', () => {
  it('is nothing where some is there; where all of it is set aside, that is said', () => {
    const missing = (balance: number, held: number) =>
      lackOf({ exists: true, balance, mints: [{ held, facts: undefined, isOwn: true }] }, 'sats');
    expect(missing(1, 9)).toBeUndefined();
    expect(missing(0, 9)).toMatchObject({ title: 'All of your ecash is set aside', money: 'ecash' });
    expect(missing(0, 0)).toMatchObject({ title: 'You have no ecash yet', money: 'deposit' });
    expect(lackOf({ exists: false, balance: 0, mints: [] }, 'sats')).toMatchObject({ money: 'ecash' });
    expect(lackOf({ exists: true, balance: 0, mints: [] }, 'wallet')).toBeUndefined();
    const own = [{ held: 0, facts: undefined, isOwn: true }];
    expect(lackOf({ exists: true, balance: 5, mints: own }, 'offers')).toMatchObject({
      title: 'None of your mints makes offers',
      money: 'mints',
    });
  });

  it('is a mint of one’s own for what comes in, though sats stayed at a stranger’s: those can leave', () => {
    const stranger = { exists: true, balance: 5, mints: [{ held: 0, facts: undefined, isOwn: false }] };
    expect(lackOf(stranger, 'mint')).toMatchObject({ money: 'mints' });
    expect(lackOf(stranger, 'offers')).toMatchObject({ title: 'You use no mint yet' });
    expect(lackOf(stranger, 'sats')).toBeUndefined();
  });
});

describe('a request of one’s own', () => {
  const request: MadeRequest = {
    id: 'r',
    text: 'creqA',
    mints: [],
    isSingleUse: false,
    isLocked: false,
    relays: ['wss://one.example', 'wss://two.example'],
    createdAt: AT,
    payments: [],
  };
  const wordsAfter = (days: number, changes: Partial<MadeRequest> = {}) =>
    waitingWords({ ...request, ...changes }, 0, AT + days * DAY);

  it('says that it is watched as long as it is, and that it is not any more', () => {
    expect(wordsAfter(29)).toEqual({
      stands: 'Waiting for payment',
      watch: expect.stringContaining('2 relays') as unknown,
    });
    expect(wordsAfter(31)).toEqual({
      stands: 'No longer waiting',
      watch: 'It is more than 30 days old, so we no longer look for payments',
    });
    expect(wordsAfter(1, { closedAt: AT })).toEqual({ stands: 'No longer waiting' });
    expect(waitingWords(request, 0, AT, false)).toEqual({
      stands: 'Waiting for payment',
      watch: 'This tab looks for payments once your wallet is open here',
    });
    expect(waitingWords(request, 8, AT + 31 * DAY).stands).toBe('8 sats have arrived');
  });

  it('is paid by what was sent, and holds what its mint left of that', () => {
    const row = { kind: 'receive', mint: HAZEL, unit: 'sat', at: AT } as const;
    const history = [
      { ...row, operation: 'a', amount: 20, fee: 40, outcome: 'done' },
      { ...row, operation: 'b', amount: 8, fee: 0, outcome: 'done' },
      { ...row, operation: 'c', amount: 9, fee: 0, outcome: 'spent elsewhere' },
    ] as const;
    const payment = (operation: string, amount: number) =>
      ({ rumor: operation, from: '', at: AT, mint: HAZEL, amount, state: 'taken', operation }) as const;
    const payments = [payment('a', 60), payment('b', 8), payment('c', 9), payment('d', 7)];
    expect(paidIn({ ...request, payments }, history)).toEqual({ sent: 68, held: 28 });
    expect(payments.map(({ operation }) => takingText(history.find((one) => one.operation === operation)))).toEqual([
      '20 sats are yours, the mint took 40',
      'Yours',
      'Already spent by somebody else',
      'Being taken…',
    ]);
    const why = { code: 'token-partly-spent', gone: 60, left: 40 } as const;
    expect(takingText({ ...history[1], outcome: 'not done', why })).toBe(
      'Partly spent already. You find the rest in your history.',
    );
  });
});

describe('the steps of a move', () => {
  const names = { from: 'Hazel', to: 'Beech' };
  const none = { record: undefined, row: undefined };
  const row = (outcome: 'done' | 'not done') => ({
    record: undefined,
    row: { operation: 'x', kind: 'melt', mint: HAZEL, unit: 'sat', amount: 1, fee: 0, outcome, at: AT } as const,
  });
  const states = (...halves: Parameters<typeof moveSteps> extends [infer A, infer B, ...unknown[]] ? [A, B] : never) =>
    moveSteps(halves[0], halves[1], names).map(({ state }) => state);

  it('follow both mints', () => {
    const waiting = { record: { ...melt, kind: 'deposit', attempts: 0, outputs: [] } as Operation, row: undefined };
    expect(states({ record: melt, row: undefined }, waiting)).toEqual(['done', 'done', 'now', undefined, undefined]);
    expect(states(row('done'), waiting)).toEqual(['done', 'done', 'done', 'now', 'done']);
    expect(states(row('done'), row('done'))).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(states(row('not done'), none)).toEqual(['done', 'done', 'bad']);
    expect(states(row('done'), row('not done'))).toEqual(['done', 'done', 'done', 'bad', 'done']);
  });

  it('end where nothing moved, with the reason', () => {
    const why = { code: 'mint-refused', number: 20_004, said: 'no route' } as const;
    const failed = row('not done');
    const end = (paying: KnownOperation, deposit: KnownOperation = none) => notMoved({ melt: paying, deposit, names });
    expect(end(none)).toBeUndefined();
    expect(end({ record: melt, row: undefined })).toBeUndefined();
    expect(end(row('done'))).toBeUndefined();
    expect(end(row('done'), row('done'))).toBeUndefined();
    expect(end({ ...failed, row: { ...failed.row, why } })?.why).toMatch(/.+\. Your sats are back at Hazel\.$/);
    const gone = { ...failed.row, outcome: 'spent elsewhere' } as const;
    expect(end({ record: undefined, row: gone })?.why).toBe('Somebody else spent it first.');
    const withheld = { ...failed.row, why: { code: 'quote-issued' } } as const;
    expect(end(row('done'), { record: undefined, row: withheld })?.title).toBe('Beech was paid but gives no ecash');
  });
});

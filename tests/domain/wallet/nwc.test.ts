import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negotiate } from '#domain/wallet/nwc-encryption.ts';
import {
  readAnswer,
  readBalance,
  readBudget,
  readFacts,
  readMadeInvoice,
  readNotification,
  readPaid,
  readTransaction,
  readTransactions,
} from '#domain/wallet/nwc.ts';
import {
  endsPairing,
  isPassing,
  SERVICE_CODES,
  WalletError,
  walletProblemOf,
  type ServiceCode,
  type WalletProblem,
} from '#domain/wallet/wallet-problem.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';

const problemOf = (act: () => unknown): WalletProblem | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return walletProblemOf(error);
  }
};

const answer = (body: unknown, method: Parameters<typeof readAnswer>[1] = 'get_balance') =>
  readAnswer(JSON.stringify(body), method);
const HASH = 'ab'.repeat(32);
const row = {
  type: 'outgoing',
  state: 'settled',
  amount: 21_000,
  fees_paid: 10,
  payment_hash: HASH.toUpperCase(),
  created_at: 5,
  settled_at: 6,
};

describe('an answer of a wallet service', () => {
  it('[NWC-09] that refuses fails with its code and its word, calmed', () => {
    for (const name of SERVICE_CODES)
      expect(problemOf(() => answer({ result_type: 'x', error: { code: name, message: 'No\u202e\nmore' } }))).toEqual({
        code: 'service',
        name,
        said: 'No more',
      });
    const said = problemOf(() => answer({ error: { code: 'NEW', message: 'No' } }));
    expect(said).toEqual({ code: 'service', name: 'OTHER', said: 'No' });
  });

  it.each([
    ['[NWC-17]', 'pay_invoice'],
    ['[NWC-20]', 'list_transactions'],
  ] as const)('%s with an error that says nothing is one without a result (%s)', (_, method) => {
    for (const error of [{}, { code: 'OTHER' }, { code: 'NEW', message: ' ' }, { message: 5 }])
      expect(problemOf(() => answer({ error }, method))).toEqual({ code: 'no-result', method });
    for (const name of ['INSUFFICIENT_BALANCE', 'PAYMENT_FAILED'] as const)
      expect(problemOf(() => answer({ error: { code: name } }, method))).toEqual({ code: 'service', name, said: '' });
  });

  it('[NWC-10] that is no answer to this cannot be read', () => {
    for (const json of ['', '[]', 'null', '{"result_type":"pay_invoice","result":{}}', '{"result":{"balance":1}}'])
      expect(problemOf(() => readAnswer(json, 'get_balance'))).toEqual({ code: 'unreadable' });
  });

  it.each([
    ['[NWC-17]', 'pay_invoice', 'Payment failed'],
    ['[NWC-18]', 'get_balance', 'Failed to get balance'],
    ['[NWC-19]', 'get_info', 'Failed to get info'],
    ['[NWC-20]', 'list_transactions', 'Failed to list transactions'],
    ['[NWC-21]', 'make_invoice', 'Failed to make invoice'],
  ] as const)('%s without a result fails by its method %s: %s', (_, method, words) => {
    expect(walletProblemText({ code: 'no-result', method })).toBe(words);
    for (const result of [undefined, null, 'x', []])
      for (const result_type of [method, undefined])
        expect(problemOf(() => answer({ result_type, result }, method))).toEqual({ code: 'no-result', method });
  });

  it('[NWC-12] tells the balance in sats', () => {
    expect(readBalance(answer({ result_type: 'get_balance', result: { balance: 21_999 } }))).toBe(21);
    for (const balance of [-1, 1.5, '5', 1e30, undefined])
      expect(problemOf(() => readBalance({ balance }))).toEqual({ code: 'no-result', method: 'get_balance' });
  });

  it('[NWC-13] tells who it is and what it can', () => {
    expect(
      readFacts({ alias: 'Al\u202eder', pubkey: HASH, network: 'mainnet', methods: ['pay_invoice', 5, '<b>'] }),
    ).toEqual({
      alias: 'Alder',
      pubkey: HASH,
      network: 'mainnet',
      methods: ['pay_invoice'],
      notifications: [],
    });
  });

  it('[NWC-14] lists payments, leaving out what makes no sense, and never more than so many', () => {
    expect(readTransactions({ transactions: [row, { type: 'x' }, null, { ...row, amount: -1 }] })).toEqual([
      expect.objectContaining({ type: 'outgoing', state: 'settled', msats: 21_000, feesMsats: 10, paymentHash: HASH }),
    ]);
    expect(readTransactions({ transactions: Array.from({ length: 5_000 }, () => row) })).toHaveLength(100);
    expect(problemOf(() => readTransactions({}))).toEqual({ code: 'no-result', method: 'list_transactions' });
  });

  it('knows no fee where the wallet tells none', () => {
    expect(readTransaction({ ...row, fees_paid: 0 })?.feesMsats).toBe(0);
    for (const fees_paid of [undefined, null, -1])
      expect(readTransaction({ ...row, fees_paid })?.feesMsats).toBeUndefined();
  });

  it('tells the state of a payment as older services do, by when it was settled', () => {
    expect(readTransaction({ ...row, state: undefined })?.state).toBe('settled');
    expect(readTransaction({ ...row, state: undefined, settled_at: null })?.state).toBe('pending');
    expect(readTransaction({ ...row, state: 'FAILED' })?.state).toBe('failed');
  });

  it('[NWC-15] gives the invoice it made, [NWC-11] the preimage of one it paid, and the budget', () => {
    expect(readMadeInvoice({ invoice: 'lnbc1' })).toBe('lnbc1');
    expect(problemOf(() => readMadeInvoice({ invoice: 5 }))).toEqual({ code: 'no-result', method: 'make_invoice' });
    expect(readPaid({ preimage: HASH, fees_paid: 3 })).toEqual({ preimage: HASH, feesMsats: 3 });
    expect(readPaid({ preimage: 'abc' })).toEqual({ preimage: undefined, feesMsats: undefined });
    expect(readBudget({ used_budget: 1, total_budget: 9, renews_at: 7 })).toEqual({
      usedMsats: 1,
      totalMsats: 9,
      renewsAt: 7,
    });
    expect(readBudget({})).toBeUndefined();
  });

  it('tells of money that came or went', () => {
    const told = (notification_type: string) =>
      readNotification(JSON.stringify({ notification_type, notification: { ...row, type: undefined } }));
    expect(told('payment_sent')).toMatchObject({ type: 'outgoing', paymentHash: HASH, state: 'settled' });
    expect(told('payment_received')).toMatchObject({ type: 'incoming' });
    expect([told('other'), readNotification('x'), readNotification('null')]).toEqual([undefined, undefined, undefined]);
  });

  it('whatever it says, nothing but a problem with a code comes of it', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        for (const read of [readBalance, readTransactions, readMadeInvoice, readFacts, readBudget, readPaid])
          expect(problemOf(() => read(readAnswer(json, 'get_info')))?.code).not.toBe('unknown');
        readNotification(json);
      }),
    );
  });
});

describe('encryption', () => {
  const info = (content: string, ...tags: string[][]) => ({ content, tags });
  it('[NWC-05] is the better one that both know, NIP-04 where nothing is said', () => {
    expect(negotiate(info('pay_invoice', ['encryption', 'nip04 nip44_v2'])).encryption).toBe('nip44_v2');
    expect(negotiate(info('', ['encryption', 'nip04'])).encryption).toBe('nip04');
    expect(negotiate(info('pay_invoice get_info', ['notifications', 'payment_sent']))).toEqual({
      encryption: 'nip04',
      methods: ['pay_invoice', 'get_info'],
      notifications: ['payment_sent'],
    });
    expect(negotiate(undefined).encryption).toBe('nip04');
    expect(problemOf(() => negotiate(info('', ['encryption', 'nip99'])))).toEqual({ code: 'no-common-encryption' });
  });
});

describe('a problem with a wallet', () => {
  it('[WALLET-24] is passing when the network failed', () => {
    const said = (text: string) => isPassing({ code: 'provider', said: text });
    expect(['a Network error', 'timeout', 'Failed to fetch', 'no', ''].map(said)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isPassing({ code: 'no-answer', ms: 5 }) && isPassing({ code: 'no-relay' })).toBe(true);
    expect(isPassing({ code: 'service', name: 'UNAUTHORIZED', said: '' })).toBe(false);
    expect(isPassing({ code: 'service', name: 'INTERNAL', said: 'network down' })).toBe(true);
    const limited = { code: 'service', name: 'RATE_LIMITED', said: 'slow down' } as const;
    expect([isPassing(limited), endsPairing(limited)]).toEqual([false, false]);
  });

  it('[WALLET-25] is of no use any more when the wallet said no or its code makes no sense, not for want of a network', () => {
    const ends = (name: ServiceCode) => endsPairing({ code: 'service', name, said: '' });
    expect(SERVICE_CODES.filter((name) => !ends(name))).toEqual(['RATE_LIMITED']);
    expect(endsPairing({ code: 'service', name: 'INTERNAL', said: 'network down' })).toBe(false);
    const others = [
      { code: 'no-result', method: 'get_info' },
      { code: 'unreadable' },
      { code: 'pairing-key' },
      { code: 'wallet-locked' },
    ] as const;
    expect(others.map(endsPairing)).toEqual([true, true, true, false]);
  });

  it('has no words of its own', () => {
    expect(new WalletError({ code: 'service', name: 'OTHER', said: 'secret' }).message).toBe('service');
    expect(walletProblemOf(new Error('x'))).toEqual({ code: 'unknown' });
  });
});

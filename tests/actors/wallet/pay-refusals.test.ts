import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Payable } from '#domain/wallet/payment.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { createPaying, type PayingDeps } from '#actors/wallet/paying.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import { openPayments } from '#store/wallet/payments.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';

const NOW = 1_700_000_000_000;
const payable: Payable = { text: 'lnbcrt1', paymentHash: 'ab'.repeat(32), msats: 21_000, expiresAt: NOW / 1_000 + 60 };

/** What a payment needs of the page; nothing of it is asked. */
const PAGE = {
  desk: () => ({ send: () => {} }) as never,
  sourceOf: () => undefined,
  whenBack: () => () => {},
  watchProof: () => () => {},
  account: { get: () => 'cd'.repeat(32), subscribe: () => () => {} },
  now: () => NOW,
  attemptId: () => 'one',
  onBegin: () => {},
  paidAfterAll: () => {},
};

/** The words with which a payment is refused before anything is written down. */
const wordsFor = async (invoice: Payable, deps: Partial<PayingDeps>) => {
  const payments = {
    begin: vi.fn(),
    watch: () => () => {},
    get: vi.fn(),
    all: vi.fn(),
    change: vi.fn(),
    lookAgain: vi.fn(),
  };
  const { paying } = createPaying({
    ...PAGE,
    payments,
    first: () => ({ route: { kind: 'webln' } }) as never,
    ...deps,
  });
  const error: unknown = await paying.pay(invoice).catch((problem: unknown) => problem);
  expect(payments.begin).not.toHaveBeenCalled();
  return error instanceof WalletError ? walletProblemText(error.problem) : error;
};

describe('a payment that cannot begin', () => {
  it.each<[string, string, Payable, Partial<PayingDeps>]>([
    ['[WALLET-43] without a wallet', 'Wallet not connected', payable, { first: () => undefined }],
    ['[WALLET-44] before wallets are loaded', 'NDK not initialized', payable, { desk: () => undefined }],
    ['[WEBLN-05] without an invoice', 'missing pr', { ...payable, text: '' }, {}],
    ['of an invoice that is over', 'This invoice has expired.', { ...payable, expiresAt: NOW / 1_000 }, {}],
  ])('%s is refused in words, and nothing is written down', async (_, words, invoice, deps) => {
    expect(await wordsFor(invoice, deps)).toBe(words);
  });
});

describe('a payment that its wallet must allow first', () => {
  const hash = payable.paymentHash;
  const setUp = (unready: PaymentSource['unready'] = () => undefined) => {
    const payments = openPayments(new IDBFactory());
    const pay = vi.fn(async () => {});
    const asked = vi.fn<() => void>();
    const { promise, resolve: allow, reject: deny } = Promise.withResolvers<void>();
    const source: PaymentSource = {
      route: { kind: 'webln' },
      unready,
      prepare() {
        asked();
        return promise;
      },
      pay,
      lookUp: async () => ({ type: 'found', state: 'blind', at: NOW }),
    };
    const is = { now: NOW, account: 'cd'.repeat(32) };
    const { paying, slots } = createPaying({
      ...PAGE,
      payments,
      first: () => source,
      now: () => is.now,
      account: { get: () => is.account, subscribe: () => () => {} },
    });
    const begun = paying.pay(payable).then(
      () => toPromise(createActor(slots.send, { input: { hash } }).start()),
      (error: unknown) => Promise.reject(error as Error),
    );
    const problem = () => begun.then(() => undefined, walletProblemOf);
    return { payments, pay, asked, allow, deny, is, paying, begun, problem };
  };

  it('[WEBLN-01] is not written down while a person thinks, and leaves once it is allowed', async () => {
    const { payments, pay, asked, allow, paying, begun } = setUp();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    // other tabs give up what is written down and not sent in time
    expect(await payments.all()).toEqual([]);
    expect(await paying.isFree(hash)).toBe(false);
    expect(await paying.pay(payable).catch(walletProblemOf)).toEqual({ code: 'under-way' });
    allow();
    await begun;
    expect([(await payments.get(hash))?.phase, pay.mock.calls.length]).toEqual(['sent', 1]);
  });

  it('[WEBLN-01] is never sent where it is not, and may be tried again', async () => {
    const { payments, pay, deny, paying, problem } = setUp();
    const refused = { code: 'provider', said: 'no' } as const;
    deny(new WalletError(refused));
    expect(await problem()).toEqual(refused);
    expect([await payments.all(), pay.mock.calls, await paying.isFree(hash)]).toEqual([[], [], true]);
  });

  it('[NWC-03] is never sent where the wallet cannot be asked even then, and may be tried again', async () => {
    const { payments, pay, asked, allow, paying, begun } = setUp(() => ({ code: 'no-relay' }));
    allow();
    await begun;
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await payments.get(hash)).toMatchObject({ phase: 'refused', problem: { code: 'no-relay' } });
    expect([pay.mock.calls, await paying.isFree(hash)]).toEqual([[], true]);
  });

  it.each([
    ['the invoice expired', { now: payable.expiresAt * 1_000 }, 'invoice-expired'],
    ['the account signed out', { account: '' }, 'cancelled'],
  ] as const)('is not sent when %s meanwhile', async (_, change, code) => {
    const { payments, pay, allow, is, paying, problem } = setUp();
    Object.assign(is, change);
    allow();
    expect(await problem()).toEqual({ code });
    expect([await payments.all(), pay.mock.calls, await paying.isFree(hash)]).toEqual([[], [], true]);
  });
});

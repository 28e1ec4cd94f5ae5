import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { createStakes } from '#actors/ecash/wallet/stakes.ts';
import { offerName } from '#domain/ecash/ledger/made-offer.ts';
import { journal } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { hasEcash } from '#domain/ecash/ledger/stake.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { DAY } from '#domain/units.ts';
import {
  learn,
  mayPayAgain,
  requestPayment,
  type PaymentEvidence,
  type PaymentRecord,
  type PaymentRoute,
} from '#domain/wallet/payment.ts';
import { openHeldNotes } from '#store/ledger/ecash-held.ts';
import { hasEcashTraces, noteOpenEcash } from '#store/ledger/ecash-traces.ts';
import { openLedger } from '#store/ledger/ledger.ts';
import { ledgersIn } from '#store/ledger/ledger-database.ts';
import { openPayments } from '#store/wallet/payments.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const [ANNA, BERT, CLEO] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const MINT = 'https://mint.example';
const sealed = { ivB64: '', ciphertextB64: '' };
const proof = (y: string, amount: number, state: ProofRow['state'] = 'available'): ProofRow => ({
  y,
  mint: MINT,
  unit: 'sat',
  keyset: '00',
  amount,
  sealed,
  state,
  at: 1,
});
const payment = (id: string): Operation => ({
  id,
  rev: 1,
  kind: 'melt',
  mint: MINT,
  unit: 'sat',
  phase: 'journaled',
  amount: 300,
  fee: 0,
  inputs: ['y2'],
  spends: 345,
  outputs: [],
  counters: [],
  attempts: 0,
  refusals: 0,
  got: 0,
  createdAt: 1,
  changedAt: 1,
});

const browser = () => {
  const [factory, local] = [new IDBFactory(), fakeStorage()];
  const ledgerOf = (pubkey: string) => openLedger(factory, { pubkey, now: () => 5 });
  return { factory, local, ledgerOf, stakes: createStakes(factory, local, () => 7) };
};

const pay = async (factory: IDBFactory, owner: string, route: PaymentRoute, hash: string) => {
  const payable = { text: 'lnbc1', paymentHash: hash.repeat(64), msats: 5_000, expiresAt: 9 };
  await openPayments(factory).begin(requestPayment(payable, { owner, route, attempt: 'one', at: 1_000 }));
};

/** Anna has 12,345 sats, of which a payment holds 345. */
const withMoney = async () => {
  const all = browser();
  const ledger = all.ledgerOf(ANNA);
  await ledger.change({ add: [proof('y1', 12_000), proof('y2', 345), proof('y3', 7, 'out'), proof('y4', 9, 'spent')] });
  await ledger.change(journal(payment('p1')));
  return { ...all, ledger };
};

describe('what accounts can lose', () => {
  it('is nothing in a browser that never had any, and no ledger is made by looking', async () => {
    const { factory, stakes } = browser();
    expect(await stakes.read()).toEqual([]);
    expect(await ledgersIn(factory)).toEqual([]);
    expect(await createStakes(undefined, undefined, () => 7).read()).toEqual([]);
  });

  it('is all ecash that is here, to the sat, what is not over, and whether the words were kept', async () => {
    const { stakes, ledger, ledgerOf } = await withMoney();
    await ledgerOf(BERT).change({});
    const open = [{ id: 'p1', kind: 'melt', amount: 300 }];
    expect(await stakes.read()).toEqual([
      { pubkey: ANNA, sats: 12_345, others: {}, open, offers: [], payments: 0, areWordsKept: false },
    ]);
    await ledger.wallet.add({ version: 1, sealed, wrappedKey: 'x', pubkey: ANNA, createdAt: 1 });
    await ledger.wallet.keepWords(2);
    expect(await stakes.read()).toMatchObject([{ areWordsKept: true }]);
  });

  it('is a token that was not received and is kept', async () => {
    const { stakes, ledger } = await withMoney();
    const trouble = { code: 'token-partly-spent', gone: 8, left: 40 } as const;
    const brought = [{ y: 'b1', mint: MINT, unit: 'sat', keyset: '00', amount: 40, sealed }];
    const kept: Operation = { ...payment('r1'), kind: 'receive', inputs: [], phase: 'fenced', trouble, brought };
    await ledger.change({ operations: [kept] });
    const [seen] = await stakes.read();
    expect(seen?.open).toContainEqual({ id: 'r1', kind: 'receive', amount: 40 });
  });

  it('is a Lightning payment of which nobody knows, but not one that is in the ledger already', async () => {
    const { factory, stakes } = browser();
    await pay(factory, CLEO, { kind: 'webln' }, 'd');
    await pay(factory, CLEO, { kind: 'shown' }, 'e');
    await pay(factory, CLEO, { kind: 'ecash', mint: MINT }, 'f');
    expect(await stakes.read()).toMatchObject([{ pubkey: CLEO, sats: 0, open: [], payments: 1 }]);
  });

  it('is what is there in other units, too: it goes with the rest, so it is seen before that', async () => {
    const { stakes, ledgerOf } = browser();
    const ledger = ledgerOf(BERT);
    await ledger.change({
      add: [
        { ...proof('u1', 500), unit: 'usd' },
        { ...proof('u2', 7, 'spent'), unit: 'eur' },
      ],
    });
    const seen = await stakes.read();
    expect(seen).toMatchObject([{ pubkey: BERT, sats: 0, others: { usd: 500 } }]);
    expect(seen.map(hasEcash)).toEqual([true]);
    await ledger.change({ add: [{ ...proof('u3', 1), unit: 'usd' }] });
    await expect(stakes.deleteEcash(seen)).rejects.toMatchObject({ problem: { code: 'ecash-kept' } });
  });

  it('is an offer in use, whose key is nowhere else, and one more is seen before anything is deleted', async () => {
    const { stakes, ledgerOf } = browser();
    const { beside } = ledgerOf(BERT);
    await beside.change(offerName('o1'), () => ({ id: 'o1' }));
    await beside.change(offerName('o2'), () => ({ id: 'o2', closedAt: 1 }));
    const seen = await stakes.read();
    expect(seen).toMatchObject([{ pubkey: BERT, sats: 0, open: [], offers: ['o1'] }]);
    await beside.change(offerName('o3'), () => ({ id: 'o3' }));
    await expect(stakes.deleteEcash(seen)).rejects.toMatchObject({ problem: { code: 'ecash-kept' } });
    await stakes.deleteEcash(await stakes.read());
    expect(await stakes.read()).toEqual([]);
  });

  it('is deleted as the user saw it, while a tab still has it open, with what tells the next visit of it', async () => {
    const { factory, local, stakes, ledger } = await withMoney();
    noteOpenEcash(local, ANNA, true);
    openHeldNotes(local).note(ANNA, { sats: 5, at: 1 });
    await stakes.deleteEcash(await stakes.read());
    expect([await ledgersIn(factory), hasEcashTraces(local), local.length]).toEqual([[], false, 0]);
    expect(await ledger.proofs()).toEqual([]);
  });

  it('says of a payment that its mint can be asked no more: it is neither paid nor not paid, and may be paid no other way', async () => {
    const { factory, stakes } = await withMoney();
    const payments = openPayments(factory);
    await pay(factory, ANNA, { kind: 'ecash', mint: MINT }, 'd');
    await pay(factory, ANNA, { kind: 'ecash', mint: MINT }, 'e');
    await pay(factory, CLEO, { kind: 'nwc', walletPubkey: 'f'.repeat(64) }, 'f');
    for (const hash of ['d', 'f'])
      await payments.change(hash.repeat(64), (known) => learn(known, { type: 'leaves', attempt: 'one', at: 2 }));
    await stakes.deleteEcash(await stakes.read());
    const lost = (await payments.get('d'.repeat(64)))!;
    expect(lost).toMatchObject({ phase: 'unknown', problem: { code: 'ecash-deleted' }, unknownAt: 7 });
    // the ledger that is there now knows nothing of it
    expect(learn(lost, { type: 'found', state: 'none', at: DAY })).toBe(lost);
    expect(mayPayAgain(lost, DAY)).toBe(false);
    // what never left is none of the mint's, and a wallet can still be asked
    expect((await payments.get('e'.repeat(64)))!.phase).toBe('requested');
    expect((await payments.get('f'.repeat(64)))!.phase).toBe('sent');
  });

  it('writes nothing to payments that are over, however many there are', async () => {
    const { factory, stakes } = await withMoney();
    const payments = openPayments(factory);
    const ends: readonly PaymentEvidence[] = [
      { type: 'found', state: 'settled', at: 3 },
      { type: 'found', state: 'failed', at: 3 },
    ];
    for (const [at, end] of ends.entries()) {
      const name = 'de'[at]!;
      await pay(factory, ANNA, { kind: 'ecash', mint: MINT }, name);
      const paid = (known: PaymentRecord): PaymentRecord =>
        learn(learn(known, { type: 'leaves', attempt: 'one', at: 2 }), end);
      await payments.change(name.repeat(64), paid);
    }
    const seen = await stakes.read();
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await stakes.deleteEcash(seen);
    const writes = opened.mock.calls.filter(([stores, mode]) => stores === 'payments' && mode === 'readwrite');
    opened.mockRestore();
    expect(writes).toEqual([]);
    expect((await payments.all()).map(({ phase }) => phase).toSorted()).toEqual(['refused', 'settled']);
  });

  it('is kept whole when anything was added meanwhile', async () => {
    const { factory, stakes, ledger, ledgerOf } = await withMoney();
    const seen = await stakes.read();
    await ledgerOf(BERT).change({ add: [proof('z', 1)] });
    await expect(stakes.deleteEcash(seen)).rejects.toMatchObject({ problem: { code: 'ecash-kept' } });
    expect(await ledgersIn(factory)).toHaveLength(2);
    expect(await ledger.proofs()).toHaveLength(3);
  });

  it('is kept when another operation began, though the sats are the same', async () => {
    const { stakes, ledger } = await withMoney();
    const seen = await stakes.read();
    await ledger.change(journal({ ...payment('p2'), inputs: ['y1'] }));
    await expect(stakes.deleteEcash(seen)).rejects.toMatchObject({ problem: { code: 'ecash-kept' } });
  });
});

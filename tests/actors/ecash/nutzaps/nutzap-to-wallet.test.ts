import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { nutzapToSendOn } from '#actors/ecash/operations/begin.ts';
import { createNutzapToWallet } from '#actors/ecash/nutzaps/nutzap-to-wallet.ts';
import { revise, sendOn, strike } from '#domain/ecash/ledger/ledger-change.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';

const OWNER = 'a'.repeat(64);
const MINT = 'https://mint.example';
const NEVER = new Promise<never>(() => {});
const nothing = { fee: 0, inputs: [], spends: 21, outputs: [], counters: [], unit: 'sat', mint: MINT };
const turns = async () => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('nutzaps that go on to the Lightning wallet', () => {
  let ledger: Ledger;
  const asked: number[] = [];
  const told: (EcashProblem | undefined)[] = [];
  /** One visit: what it began is gone with it. */
  const visit = (redeem: () => Promise<void> = pay, isWanted = true) =>
    createNutzapToWallet({
      ledger: () => ledger,
      isWanted: () => isWanted,
      redeem({ sats }) {
        asked.push(sats);
        return redeem();
      },
      tell: (_, notSentOn) => told.push(notSentOn),
      now: () => 3,
    });
  const read = async () => (await ledger.operation('o1'))!;
  const take = async () => ledger.change({ operations: [revise(await read(), 2, { phase: 'committed', got: 21 })] });
  const drafted = (id: string) =>
    newOperation({ newId: () => id, now: () => 4 }, { kind: 'melt', amount: 19, ...nothing, spends: 0 });
  /** The payment is written down, as that of an invoice of the wallet is. */
  const pay = async () => ledger.change(sendOn(await read(), 4, drafted('o2')));
  const isLeft = async () => (await read()).sendsOn === true;

  beforeEach(async () => {
    asked.splice(0);
    told.splice(0);
    ledger = openLedger(new IDBFactory(), { pubkey: OWNER, now: () => 1 });
    const record = newOperation(
      { newId: () => 'o1', now: () => 1 },
      { kind: 'receive', amount: 21, sendsOn: true, ...nothing },
    );
    await ledger.change({ operations: [record] });
  });

  it('are sent on once they are taken', async () => {
    const sending = visit().taken(OWNER, 'o1');
    await turns();
    expect(asked).toEqual([]);
    await take();
    await sending;
    expect(asked).toEqual([21]);
    expect(told).toEqual([undefined]);
    expect(await isLeft()).toBe(false);
  });

  it('[NWC-24] are sent on by the next visit wherever one ended before, until their payment is written down, and no more', async () => {
    // the page was gone when it was taken, and again before the payment was written down
    await take();
    void visit(() => NEVER).resume(OWNER);
    await turns();
    expect(await isLeft()).toBe(true);
    const next = visit(async () => {
      await pay();
      return NEVER;
    });
    void next.resume(OWNER);
    void next.taken(OWNER, 'o1');
    await turns();
    expect(asked).toEqual([21, 21]);
    expect((await read()).onward).toBe('o2');
    await visit().resume(OWNER);
    expect(asked).toEqual([21, 21]);
  });

  it('of two tabs that begin with it one pays, and the other one says nothing', async () => {
    await take();
    const late = Promise.withResolvers<void>();
    const slow = visit(async () => {
      await late.promise;
      throw new EcashError({ code: 'redeem-failed' });
    }).resume(OWNER);
    await turns();
    await visit().resume(OWNER);
    late.resolve();
    await slow;
    expect(told).toEqual([undefined]);
    await expect(ledger.change(sendOn(await read(), 5, drafted('o2')))).rejects.toThrow('ledger-changed');
  });

  it('wait for the wallet when it is not connected, and stay ecash when it fails', async () => {
    await take();
    await visit(() => Promise.reject(new WalletError({ code: 'not-connected' }))).taken(OWNER, 'o1');
    expect(told).toEqual([{ code: 'redeem-failed' }]);
    expect(await isLeft()).toBe(true);
    await visit(() => Promise.reject(new EcashError({ code: 'redeem-no-invoices' }))).resume(OWNER);
    expect(told).toHaveLength(2);
    expect(await isLeft()).toBe(false);
    await visit().resume(OWNER);
    expect(asked).toEqual([21, 21]);
  });

  it('[NWC-24] are left to the other device that spent some of what came: no invoice is asked for, and nobody is told', async () => {
    const sealed = { ivB64: '', ciphertextB64: '' };
    const row = { mint: MINT, unit: 'sat', keyset: '00', sealed, state: 'available', at: 2 } as const;
    await ledger.change({
      operations: [revise(await read(), 2, { phase: 'committed', got: 21, came: ['y1', 'y2'] })],
      add: [
        { ...row, y: 'y1', amount: 16 },
        { ...row, y: 'y2', amount: 5 },
      ],
    });
    expect(await nutzapToSendOn({ ledger }, 'o1')).toMatchObject({ id: 'o1' });
    // its payment is begun elsewhere while the invoice is asked for here
    const late = visit(async () => {
      await ledger.change(strike(['y2']));
      await nutzapToSendOn({ ledger }, 'o1');
    });
    await late.resume(OWNER);
    expect([asked, told, await isLeft()]).toEqual([[21], [], false]);
    await ledger.change({ operations: [revise(await read(), 3, { sendsOn: true, came: ['y1', 'y2'] })] });
    await visit().resume(OWNER);
    expect([asked, told, await isLeft()]).toEqual([[21], [], false]);
  });

  it('stay ecash where the user does not want it any more, or what was taken was not', async () => {
    await ledger.change({ operations: [revise(await read(), 2, { phase: 'fenced' })] });
    await visit().resume(OWNER);
    await visit(() => NEVER, false).taken(OWNER, 'o1');
    await visit(() => NEVER, false).resume(OWNER);
    expect(asked).toEqual([]);
  });
});

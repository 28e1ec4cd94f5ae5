import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSendingOn } from '#actors/ecash/sending-on.ts';
import { revise } from '#domain/ecash/ledger-change.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Operation } from '#domain/ecash/operation.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';

const OWNER = 'a'.repeat(64);
const MINT = 'https://mint.example';
const NEVER = new Promise<never>(() => {});
const turns = async () => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('nutzaps that go on to the Lightning wallet', () => {
  let ledger: Ledger;
  let record: Operation;
  const asked: number[] = [];
  const told: (EcashProblem | undefined)[] = [];
  /** One visit: what it began is gone with it. */
  const visit = (redeem: () => Promise<void> = async () => {}, isWanted = true) =>
    createSendingOn({
      ledger: () => ledger,
      isWanted: () => isWanted,
      redeem({ sats }) {
        asked.push(sats);
        return redeem();
      },
      tell: (_, notSentOn) => told.push(notSentOn),
    });
  const take = () => ledger.change({ operations: [revise(record, 2, { phase: 'committed', got: 21 })] });

  beforeEach(async () => {
    asked.splice(0);
    told.splice(0);
    ledger = openLedger(new IDBFactory(), { pubkey: OWNER, now: () => 1 });
    const nothing = { fee: 0, inputs: [], spends: 21, outputs: [], counters: [], unit: 'sat', mint: MINT };
    record = newOperation({ newId: () => 'o1', now: () => 1 }, { kind: 'receive', amount: 21, ...nothing });
    await ledger.change({ operations: [record] });
  });

  it('are sent on once they are taken', async () => {
    visit().taken(OWNER, 'o1');
    await turns();
    expect(asked).toEqual([]);
    await take();
    await vi.waitFor(() => expect(asked).toEqual([21]));
    await vi.waitFor(() => expect(told).toEqual([undefined]));
  });

  it('[NWC-24] are sent on by the next visit where one ended before, and never twice', async () => {
    visit(() => NEVER, true).taken(OWNER, 'o1');
    await turns();
    // the page was gone before it was taken; this one begins with it, and is gone before it knows how that ended
    const next = visit(() => NEVER);
    next.resume(OWNER);
    await turns();
    await take();
    await turns();
    // of both that wait, in one page or in two, one sends it on
    expect(asked).toEqual([21]);
    visit().resume(OWNER);
    visit().resume(OWNER);
    await turns();
    expect(asked).toEqual([21]);
  });

  it('wait for the wallet when it is not connected, and stay ecash when it fails', async () => {
    await take();
    visit(() => Promise.reject(new WalletError({ code: 'not-connected' }))).taken(OWNER, 'o1');
    await vi.waitFor(() => expect(told).toEqual([{ code: 'redeem-failed' }]));
    await turns();
    visit(() => Promise.reject(new EcashError({ code: 'redeem-no-invoices' }))).resume(OWNER);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    await turns();
    visit().resume(OWNER);
    await turns();
    expect(asked).toEqual([21, 21]);
  });

  it('stay ecash where the user does not want it any more', async () => {
    await take();
    visit(() => NEVER, false).taken(OWNER, 'o1');
    visit(() => NEVER, false).resume(OWNER);
    await turns();
    expect(asked).toEqual([]);
  });
});

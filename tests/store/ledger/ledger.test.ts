import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { journal } from '#domain/ecash/ledger/ledger-change.ts';
import { ledgerFaults, type LedgerContent } from '#domain/ecash/ledger/ledger-faults.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { openLedger } from '#store/ledger/ledger.ts';

const MINT = 'https://mint.example';
const PUBKEY = 'a'.repeat(64);
const sealed = { ivB64: '', ciphertextB64: '' };
const proof = (y: string, amount: number): ProofRow => ({
  y,
  mint: MINT,
  unit: 'sat',
  keyset: '00',
  amount,
  sealed,
  state: 'available',
  at: 1,
});
const record = (id: string, change: Partial<Operation> = {}): Operation => ({
  id,
  rev: 1,
  kind: 'swap',
  mint: MINT,
  unit: 'sat',
  phase: 'journaled',
  amount: 8,
  fee: 0,
  inputs: ['y1'],
  spends: 8,
  outputs: [],
  counters: [{ keyset: '00', from: 0, to: 2 }],
  attempts: 0,
  refusals: 0,
  got: 0,
  createdAt: 1,
  changedAt: 1,
  ...change,
});

const seen: LedgerContent[] = [];
const world = (factory = new IDBFactory()) => {
  seen.length = 0;
  const open = () => openLedger(factory, { pubkey: PUBKEY, now: () => 5, inspect: (content) => seen.push(content) });
  return { factory, open, ledger: open() };
};
const codeOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error as LedgerError).problem.code,
  );

afterEach(() => vi.restoreAllMocks());

describe('the ledger', () => {
  it('[PROOF-05] [PROOF-06] [PROOF-07] [PROOF-10] holds what an operation spends, in one step with its record', async () => {
    const { ledger, open } = world();
    await ledger.change({ add: [proof('y1', 8)] });
    await ledger.change(journal(record('o1')));
    await ledger.close();
    const again = open();
    expect(await again.operations()).toEqual([record('o1')]);
    expect(await again.proofsOf('o1')).toEqual([{ ...proof('y1', 8), state: 'reserved', operation: 'o1', at: 5 }]);
    expect(await again.counter(MINT, '00')).toBe(2);
    expect(await again.counter(MINT, '01')).toBe(0);
  });

  it('[PROOF-05] keeps which event tells of a proof, also while an operation holds it, and in one step with the event before', async () => {
    const { ledger } = world();
    await ledger.change({ add: [proof('y1', 8)] });
    await ledger.change({ told: [{ y: 'y1', from: undefined, to: 'e1' }] });
    await ledger.change(journal(record('o1')));
    const held = { ...proof('y1', 8), state: 'reserved', operation: 'o1', tokenEvent: 'e1', at: 5 };
    expect(await ledger.proofs()).toEqual([held]);
    expect(await codeOf(ledger.change({ told: [{ y: 'y1', from: 'e0', to: 'e2' }] }))).toBe('ledger-changed');
    expect(await ledger.proofs()).toEqual([held]);
  });

  it('gives a proof to one of two operations', async () => {
    const { ledger, open } = world();
    await ledger.change({ add: [proof('y1', 8)] });
    const second = open();
    const codes = await Promise.all([
      codeOf(ledger.change(journal(record('o1')))),
      codeOf(second.change(journal(record('o2', { counters: [{ keyset: '00', from: 2, to: 4 }] })))),
    ]);
    expect(codes).toEqual(['done', 'ledger-changed']);
    expect(await ledger.operations()).toHaveLength(1);
    expect(await ledger.counter(MINT, '00')).toBe(2);
  });

  it('gives a number of the seed to one of two operations', async () => {
    const { ledger } = world();
    await ledger.change({ add: [proof('y1', 8), proof('y2', 8)] });
    await ledger.change(journal(record('o1')));
    expect(await codeOf(ledger.change(journal(record('o2', { inputs: ['y2'] }))))).toBe('ledger-changed');
    expect(await ledger.proofsOf('o2')).toEqual([]);
  });

  it('changes a record by who saw its last version only', async () => {
    const { ledger } = world();
    await ledger.change({ operations: [record('o1', { inputs: [] })] });
    await ledger.change({ operations: [record('o1', { inputs: [], rev: 2, phase: 'sent' })] });
    expect(await codeOf(ledger.change({ operations: [record('o1', { rev: 2, phase: 'fenced' })] }))).toBe(
      'ledger-changed',
    );
    expect((await ledger.operation('o1'))?.phase).toBe('sent');
  });

  it('takes no proof twice', async () => {
    const { ledger } = world();
    await ledger.change({ add: [proof('y1', 8)] });
    expect(await codeOf(ledger.change({ add: [proof('y2', 1), proof('y1', 8)] }))).toBe('ledger-changed');
    expect(await ledger.proofs()).toHaveLength(1);
  });

  it('[PROOF-06] keeps what is spent, and lists what is not', async () => {
    const { ledger } = world();
    await ledger.change({ add: [proof('y1', 8), proof('y2', 2)] });
    await ledger.change({ moves: [{ ys: ['y1'], from: 'available', to: 'spent' }] });
    expect((await ledger.proofs()).map(({ y }) => y)).toEqual(['y2']);
    expect(await ledger.known(['y1', 'y3'])).toMatchObject([{ y: 'y1', state: 'spent' }]);
  });

  it('tells of each change, also those of other tabs', async () => {
    const listeners: ((event: MessageEvent) => void)[] = [];
    const channel = {
      postMessage: (data: string) => {
        for (const listener of listeners) listener({ data } as MessageEvent);
      },
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => void listeners.push(listener),
    } as unknown as BroadcastChannel;
    const { factory } = world();
    const [one, other] = [0, 1].map(() => openLedger(factory, { pubkey: PUBKEY, now: () => 5, channel }));
    const stranger = openLedger(factory, { pubkey: 'b'.repeat(64), now: () => 5, channel });
    const [heard, unheard] = [vi.fn(), vi.fn()];
    const stop = other!.watch(heard, { stores: ['proofs'] });
    stranger.watch(unheard, { stores: ['proofs'] });
    await one!.change({ add: [proof('y1', 8)] });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(unheard).not.toHaveBeenCalled();
    stop();
    await one!.change({ add: [proof('y2', 8)] });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('tells whoever wants to hear of a store, or of an operation, of no other one', async () => {
    const { ledger } = world();
    const [proofs, history, first, any] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    ledger.watch(proofs, { stores: ['proofs'] });
    ledger.watch(history, { stores: ['history', 'outbox'] });
    ledger.watch(first, { operations: ['first'] });
    ledger.watch(any, { operations: ['first', 'other'] });
    await ledger.change({ operations: [record('first')], add: [proof('y1', 8)] });
    await ledger.change({ operations: [record('other')] });
    await ledger.change({ moves: [{ ys: ['y1'], from: 'available', to: 'spent' }] });
    await ledger.mints.remove('https://nobody.example');
    expect([proofs, history, first, any].map(({ mock }) => mock.calls.length)).toEqual([2, 0, 1, 2]);
    ledger.lookAgain('here');
    expect([proofs, history, first, any].map(({ mock }) => mock.calls.length)).toEqual([3, 1, 2, 3]);
  });

  it('has read what it gives as seen once, after each change that was told', async () => {
    const { ledger } = world();
    const before = [await ledger.seen.proofs(), await ledger.seen.operations(), await ledger.seen.mints()];
    await ledger.change({ operations: [record('first')] });
    const after = [await ledger.seen.proofs(), await ledger.seen.operations(), await ledger.seen.mints()];
    expect(after.map((rows, at) => rows === before[at])).toEqual([true, false, true]);
    expect(after[1]).toMatchObject([{ id: 'first' }]);
  });

  it('says that nothing is kept where the browser keeps nothing', async () => {
    const ledger = openLedger(undefined, { pubkey: PUBKEY, now: () => 5 });
    expect(await codeOf(ledger.proofs())).toBe('ledger-storage');
    expect(await codeOf(ledger.change({}))).toBe('ledger-storage');
  });

  it('says so within a bound when another tab keeps an older one open', async () => {
    const factory = new IDBFactory();
    const held = await new Promise<IDBDatabase>((resolve) => {
      const request = factory.open(`nuthatch-ecash-${PUBKEY}`, 1);
      request.addEventListener('success', () => resolve(request.result as unknown as IDBDatabase));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ledger = openLedger(factory, { pubkey: PUBKEY, now: () => 1 });
    const reading = expect(ledger.proofs()).rejects.toEqual(new LedgerError('ledger-storage'));
    await vi.advanceTimersByTimeAsync(10_000);
    await reading;
    vi.useRealTimers();
    held.close();
    await ledger.close();
  });

  it('opens again after another tab wanted the database closed', async () => {
    const { ledger, factory } = world();
    await ledger.change({ add: [proof('y1', 8)] });
    const upgrade = factory.open(`nuthatch-ecash-${PUBKEY}`, 3);
    const gone = await new Promise<IDBDatabase>((resolve) =>
      upgrade.addEventListener('success', () => resolve(upgrade.result as unknown as IDBDatabase)),
    );
    gone.close();
    // a newer version is not opened by this one, and nothing is lost by it
    expect(await codeOf(ledger.proofs())).toBe('ledger-storage');
  });
});

describe('a ledger of an older version', () => {
  it('keeps its money, and gets a place for the wallet', async () => {
    const { ledger, factory } = world();
    const name = `nuthatch-ecash-${PUBKEY}`;
    const opening = factory.open(name, 1);
    opening.addEventListener('upgradeneeded', () => {
      const database = opening.result as unknown as IDBDatabase;
      const proofs = database.createObjectStore('proofs', { keyPath: 'y' });
      proofs.createIndex('state', 'state');
      proofs.createIndex('operation', 'operation');
      database.createObjectStore('operations', { keyPath: 'id' }).createIndex('open', 'open');
      database.createObjectStore('counters', { keyPath: ['mint', 'keyset'] });
      database.createObjectStore('mints', { keyPath: 'url' });
      database.createObjectStore('outbox', { keyPath: ['operation', 'kind'] });
      database.createObjectStore('history', { keyPath: 'operation' });
      proofs.put(proof('y1', 8));
    });
    const old = await new Promise<IDBDatabase>((resolve) =>
      opening.addEventListener('success', () => resolve(opening.result as unknown as IDBDatabase)),
    );
    old.close();
    expect(await ledger.known(['y1'])).toMatchObject([{ y: 'y1', amount: 8 }]);
    expect(await ledger.wallet.get()).toBeUndefined();
  });

  it('takes one wallet, and never another in its place', async () => {
    const { ledger } = world();
    const sealed = { ivB64: '', ciphertextB64: '' };
    const record = { version: 1, sealed, wrappedKey: 'w', pubkey: 'p', createdAt: 1 } as const;
    await ledger.wallet.add(record);
    expect(await codeOf(ledger.wallet.add({ ...record, wrappedKey: 'x' }))).toBe('ledger-changed');
    await ledger.wallet.keepWords(7);
    expect(await ledger.wallet.get()).toEqual({ ...record, wordsKeptAt: 7 });
  });
});

describe('a ledger that fails at any write', () => {
  const WRITES = 6;
  const whole = (content: LedgerContent | undefined) => content && ledgerFaults(content);

  it.each(['QuotaExceededError', 'UnknownError'])('is as before after %s', async (name) => {
    const codes: string[] = [];
    for (let at = 1; at <= WRITES; at += 1) {
      const { ledger, open } = world();
      await ledger.change({ add: [proof('y1', 4), proof('y2', 4)] });
      let writes = 0;
      const original = IDBObjectStore.prototype.put;
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
        writes += 1;
        if (writes === at) throw new DOMException('no', name);
        return original.apply(this, given);
      });
      codes.push(await codeOf(ledger.change(journal(record('o1', { inputs: ['y1', 'y2'] })))));
      vi.restoreAllMocks();
      const again = open();
      const isDone = codes.at(-1) === 'done';
      expect(await again.operations()).toHaveLength(isDone ? 1 : 0);
      expect((await again.proofs()).map(({ state }) => state)).toEqual(
        isDone ? ['reserved', 'reserved'] : ['available', 'available'],
      );
      expect(await again.counter(MINT, '00')).toBe(isDone ? 2 : 0);
      // what failed can be done again
      if (!isDone) await again.change(journal(record('o1', { inputs: ['y1', 'y2'] })));
      expect(await again.operations()).toHaveLength(1);
      expect(whole(seen.at(-1))?.filter((fault) => !fault.includes('were made'))).toEqual([]);
    }
    const code = name === 'QuotaExceededError' ? 'ledger-full' : 'ledger-storage';
    // the record, two proofs and the counter
    expect(codes).toEqual([code, code, code, code, 'done', 'done']);
  });
});

describe('what is kept beside the money', () => {
  it('is changed in one step, and found by how its name begins', async () => {
    const { ledger, open } = world();
    let told = 0;
    ledger.watch(() => void (told += 1), { stores: ['wallet'] });
    await ledger.beside.change<number>('request a', (known) => (known ?? 0) + 1);
    await ledger.beside.change<number>('request a', (known) => (known ?? 0) + 1);
    await ledger.beside.change<number>('request b', () => undefined);
    await ledger.beside.change<string>('other', () => 'x');
    const again = open();
    expect(await again.beside.get('request a')).toBe(2);
    expect(await again.beside.get('request b')).toBeUndefined();
    expect(await again.beside.all('request ')).toEqual([2]);
    expect(told).toBe(4);
    expect(await again.wallet.get()).toBeUndefined();
  });
});

import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import { offerName, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { isMintInUse } from '#actors/ecash/mint-in-use.ts';
import { newOperation, NOTHING_HELD } from '#actors/ecash/new-operation.ts';
import { createStand, readStand } from '#actors/ecash/wallet/stand.ts';
import { openLedger, type Ledger, type LedgerOptions } from '#store/ledger/ledger.ts';

const PUBKEY = 'a'.repeat(64);
const MINT = 'https://mint.example';
const row = (operation: string, at: number): HistoryRow => ({
  operation,
  kind: 'send',
  mint: MINT,
  unit: 'sat',
  amount: 8,
  fee: 0,
  outcome: 'done',
  at,
});
const proof = (y: string): ProofRow => ({
  y,
  mint: MINT,
  unit: 'sat',
  keyset: '00',
  amount: 8,
  sealed: { ivB64: '', ciphertextB64: '' },
  state: 'available',
  at: 1,
});

const SEALED = { ivB64: '', ciphertextB64: '' };
const OFFER: MadeOffer = { id: 'f', mint: MINT, quote: 'q', text: 'lno', lockKey: SEALED, paid: 0, createdAt: 1 };
const receive = (where: Pick<Operation, 'into' | 'partner'>) =>
  newOperation(
    { newId: () => 'o1', now: () => 1 },
    { kind: 'receive', mint: 'https://other.example', unit: 'sat', amount: 8, ...NOTHING_HELD, ...where },
  );

/** Two tabs over one database, and the stand in the first of them. */
const openTabs = () => {
  const factory = new IDBFactory();
  const channel = new EventTarget();
  const tab = (): NonNullable<LedgerOptions['channel']> => {
    const heard = new EventTarget();
    channel.addEventListener('message', (event) => {
      const { data, from } = event as MessageEvent & { from: EventTarget };
      if (from !== heard) heard.dispatchEvent(new MessageEvent('message', { data }));
    });
    return Object.assign(heard, {
      postMessage: (data: unknown) =>
        void channel.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { from: heard })),
    });
  };
  const [ledger, other] = [tab(), tab()].map((mine) =>
    openLedger(factory, { pubkey: PUBKEY, now: () => 5, channel: mine }),
  ) as [ReturnType<typeof openLedger>, ReturnType<typeof openLedger>];
  const stand = createStand({
    ledger: () => ledger,
    onAccount: () => () => {},
    onAwake: () => {},
    remembered: () => undefined,
    seen: () => {},
  });
  const shown = () => stand.get()?.history.map(({ operation }) => operation);
  /** A third tab, of which nobody hears. */
  const silent = openLedger(factory, { pubkey: PUBKEY, now: () => 5 });
  return { ledger, other, silent, stand, shown };
};

describe('what views see of the ledger', () => {
  it('reads the history, which grows for years, only when something came to it', async () => {
    const { ledger, other, stand, shown } = openTabs();
    await ledger.change({ history: [row('first', 1)] });
    await vi.waitFor(() => expect(shown()).toEqual(['first']));
    await vi.waitFor(() => expect(stand.get()?.balance).toBe(0));
    const before = await ledger.seen.history();
    await ledger.change({ add: [proof('y1')] });
    await ledger.change({ add: [proof('y2')] });
    await vi.waitFor(() => expect(stand.get()?.balance).toBe(16));
    expect(await ledger.seen.history()).toBe(before);
    await ledger.change({ history: [row('second', 2)] });
    await vi.waitFor(() => expect(shown()).toEqual(['second', 'first']));
    await ledger.change({ noted: [{ operation: 'first', event: 'e1' }] });
    await vi.waitFor(() => expect(stand.get()?.history.at(-1)?.event).toBe('e1'));
    await other.change({ history: [row('third', 3)] });
    await vi.waitFor(() => expect(shown()).toEqual(['third', 'second', 'first']));
  });

  it('misses nothing of the history that comes while it is read', async () => {
    const { ledger, shown } = openTabs();
    await Promise.all(
      [1, 2, 3, 4, 5].flatMap((at) => [
        ledger.change({ add: [proof(`y${at}`)] }),
        ledger.change({ history: [row(`o${at}`, at)] }),
      ]),
    );
    await vi.waitFor(() => expect(shown()).toEqual(['o5', 'o4', 'o3', 'o2', 'o1']));
  });

  it('has in the history what is no longer open, before anybody told of it', async () => {
    const { ledger, silent, stand, shown } = openTabs();
    await vi.waitFor(() => expect(shown()).toEqual([]));
    const known = { ...stand.get()!, open: [{ id: 'first' } as Operation] };
    await silent.change({ history: [row('first', 1)] });
    expect((await readStand(ledger, { ...known, open: [] })).history).toEqual([]);
    expect((await readStand(ledger, known)).history).toEqual([row('first', 1)]);
  });

  it('tells its own mints from one where something stayed: whoever left sats there is not used', async () => {
    const { ledger } = openTabs();
    await ledger.mints.change(MINT, () => ({ url: MINT, addedAt: 1, tally: NOTHING_SEEN }));
    const left = 'https://left.example';
    await ledger.mints.change(left, () => ({ url: left, addedAt: 1, tally: NOTHING_SEEN, leftAt: 2 }));
    await ledger.change({ add: [proof('y1'), { ...proof('y2'), mint: 'https://stranger.example' }] });
    const { mints } = await readStand(ledger);
    expect(mints.map(({ url, isOwn, isLeft }) => [url, isOwn, isLeft])).toEqual([
      [MINT, true, false],
      ['https://stranger.example', false, false],
      [left, false, true],
    ]);
  });

  it.each<[string, (ledger: Ledger) => Promise<void>]>([
    ['sats', (ledger) => ledger.change({ add: [proof('y1')] })],
    ['coins of another unit', (ledger) => ledger.change({ add: [{ ...proof('y1'), unit: 'usd' }] })],
    ['an offer that may be paid', (ledger) => ledger.beside.change<MadeOffer>(offerName('f'), () => OFFER)],
    ['a token that goes on there', (ledger) => ledger.change({ operations: [receive({ into: MINT })] })],
    [
      'a move that arrives there',
      (ledger) => ledger.change({ operations: [receive({ partner: { operation: 'o', mint: MINT } })] }),
    ],
  ])('calls a mint in use as whoever would remove it does: %s', async (_, has) => {
    const { ledger } = openTabs();
    await ledger.mints.change(MINT, () => ({ url: MINT, addedAt: 1, tally: NOTHING_SEEN }));
    const isInUse = async () => (await readStand(ledger)).mints.find(({ url }) => url === MINT)?.isInUse;
    expect([await isInUse(), await isMintInUse(ledger, MINT)]).toEqual([false, false]);
    await has(ledger);
    expect([await isInUse(), await isMintInUse(ledger, MINT)]).toEqual([true, true]);
  });
});

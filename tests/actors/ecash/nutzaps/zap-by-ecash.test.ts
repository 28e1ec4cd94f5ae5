import { expect, it, vi } from 'vitest';
import { giftPhase } from '#actors/ecash/nutzaps/nutzaps.ts';
import { createZapByEcash } from '#actors/ecash/nutzaps/zap-by-ecash.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { Ecash } from '#ports/ecash.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { EOSE, fakeRequests, SILENT } from '#tests/support/fake-requests.ts';

const over = (requests: ReturnType<typeof fakeRequests>['requests'], ecash?: Ecash, start = async () => {}) =>
  createZapByEcash({
    queryClient: createQueryClient(),
    requests,
    writeRelaysOf: async () => [],
    account: () => hex(1),
    ecash: { start, running: () => ecash, isTraced: () => ecash !== undefined },
  });

it('takes silence for no answer: who takes ecash is not known until a relay says so', async () => {
  let outcomes = SILENT;
  const { requests } = fakeRequests(() => ({ outcomes }));
  const { gift } = over(requests);
  await expect(gift(hex(2))).rejects.toMatchObject({ problem: { code: 'no-relay-answered' } });
  // asked once more, and answered
  outcomes = EOSE;
  expect(await gift(hex(2))).toBeUndefined();
});

it('starts ecash only for somebody else who takes it: who names no mint for sats takes none', async () => {
  let mints = [
    ['mint', 'https://mint.example', 'usd'],
    ['mint', 'nowhere'],
  ];
  const { requests } = fakeRequests(({ filters: [filter] }) => {
    const tags = [['relay', 'wss://one.example'], ...mints, ['pubkey', `02${hex(4)}`]];
    const [pubkey = ''] = filter!.authors!;
    return { events: [fakeEvent({ kind: KIND.nutzapInfo, pubkey, tags })], outcomes: EOSE };
  });
  const start = vi.fn(async () => {});
  const { gift } = over(requests, undefined, start);
  expect(await gift(hex(2))).toBeUndefined();
  mints = [];
  expect(await gift(hex(3))).toBeUndefined();
  mints = [['mint', 'https://mint.example', 'usd', 'sat']];
  expect(await gift(hex(1))).toBeUndefined();
  expect(start).not.toHaveBeenCalled();
  await expect(gift(hex(5))).rejects.toMatchObject({ problem: { code: 'not-connected' } });
  expect(start).toHaveBeenCalledTimes(1);
});

it('names the gifts for a note or a person that are written down, each with its operation, its sats and where it stands', () => {
  const note = { id: hex(3), kind: 1 };
  const gift = { kind: 'send', phase: 'unknown', amount: 21, outputs: [], person: hex(2) };
  const open = [
    { ...gift, id: 'to the note', delivery: { note } },
    { ...gift, id: 'to the person', delivery: {} },
    { ...gift, id: 'bought', kind: 'deposit', amount: 23, gives: 22, quote: { invoice: 'one' }, delivery: { note } },
    { ...gift, id: 'not paid for', kind: 'deposit', quote: { invoice: 'two' }, delivery: { note } },
    { ...gift, id: 'taken back', kind: 'deposit', phase: 'waiting', outputs: [{}], quote: {}, delivery: { note } },
    { ...gift, id: 'no gift' },
  ] as unknown as readonly Operation[];
  const history = [
    { operation: 'before', kind: 'send', amount: 5, isNutzap: true, zapped: note.id, person: hex(2), outcome: 'taken' },
  ] as unknown as readonly HistoryRow[];
  const ecash = { stand: { get: () => ({ open, history }) } } as unknown as Ecash;
  const { given } = over(fakeRequests().requests, ecash);
  const phaseOf = (invoice: string) => (invoice === 'one' ? 'sent' : undefined);
  expect(given.zaps(note.id, phaseOf)).toEqual([
    { id: 'to the note', sats: 21, stand: 'not known' },
    { id: 'bought', sats: 22, stand: 'sending' },
    { id: 'before', sats: 5, stand: 'sent' },
  ]);
  expect(given.zaps(hex(2), phaseOf)).toEqual([{ id: 'to the person', sats: 21, stand: 'not known' }]);
});

it('waits for the payment of a gift whose mint took back that it is paid, as the page of its invoice does', () => {
  const bought = { kind: 'deposit', outputs: [{}], quote: {} } as unknown as Operation;
  expect((['waiting', 'unknown', 'sent'] as const).map((phase) => giftPhase({ ...bought, phase }))).toEqual([
    'requested',
    'sent',
    'sent',
  ]);
});

import { describe, expect, it } from 'vitest';
import { WALLET_EVENT_MAX_BYTES } from '#domain/ecash/ecash-limits.ts';
import { buildDeletion } from '#domain/ecash/events/deletion.ts';
import { commit, giveOn, goOn, stayHere } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { MadeProof } from '#domain/ecash/proof.ts';
import { nextMaking, tellingOf } from '#domain/ecash/ledger/outbox.ts';
import type { OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import { KIND } from '#domain/protocol/kinds.ts';

const RELAYS = ['wss://one.example', 'wss://two.example'];
const state = (row: OutboxRow, open: readonly string[]) => ({
  rows: [row],
  proofs: [],
  open: new Set(open),
  takingBack: new Set<string>(),
  wallet: undefined,
});
const event = { id: 'e', pubkey: 'p', kind: KIND.cashuQuote, created_at: 1, tags: [], content: '', sig: '' };

describe('the event of a deposit', () => {
  it('[DEPOSIT-08] stands as long as somebody may pay, and is deleted once the ecash is there', () => {
    const row: OutboxRow = { operation: 'deposit', kind: 'quote', at: 1, relays: {} };
    expect(nextMaking(state(row, ['deposit']), RELAYS, 2)).toEqual({ make: 'quote', row });
    const told: OutboxRow = { ...row, event };
    expect(nextMaking(state(told, ['deposit']), RELAYS, 2)).toBeUndefined();
    expect(nextMaking(state(told, []), RELAYS, 2)).toEqual({ make: 'deletion', rows: [told] });
  });

  it('[WEV-07] is deleted with so many others that relays take the deletion', () => {
    const rows = Array.from({ length: 900 }, (_, at): OutboxRow => {
      const id = String(at).padStart(64, '0');
      return { operation: id, kind: 'quote', at: 1, relays: {}, event: { ...event, id } };
    });
    const sizes: number[] = [];
    let left: readonly OutboxRow[] = [...rows, { operation: 'untold', kind: 'quote', at: 1, relays: {} }];
    for (;;) {
      const making = nextMaking({ ...state(rows[0]!, []), rows: left }, RELAYS, 2);
      if (making?.make !== 'deletion') break;
      sizes.push(JSON.stringify(buildDeletion(making.rows.map((row) => row.event!))).length);
      left = left.filter((row) => !making.rows.includes(row));
    }
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(WALLET_EVENT_MAX_BYTES);
    expect(nextMaking({ ...state(rows[0]!, []), rows: left }, RELAYS, 2)).toMatchObject({ make: 'end' });
  });

  it('that no relay was told of needs no deletion', () => {
    const row: OutboxRow = { operation: 'deposit', kind: 'quote', at: 1, relays: {} };
    expect(nextMaking(state(row, []), RELAYS, 2)).toEqual({ make: 'end', row });
  });
});

describe('the history of what came and was to go on', () => {
  const sealed = { ivB64: '', ciphertextB64: '' };
  const made: MadeProof = { y: 'y1', mint: 'm', unit: 'sat', keyset: '00', amount: 8, sealed, role: 'keep' };
  const record = (change: Partial<Operation>): Operation => ({
    id: 'o1',
    rev: 1,
    kind: 'deposit',
    mint: 'm',
    unit: 'sat',
    phase: 'sent',
    amount: 8,
    fee: 0,
    inputs: [],
    spends: 8,
    outputs: [],
    counters: [],
    attempts: 1,
    refusals: 0,
    got: 0,
    createdAt: 1,
    changedAt: 1,
    ...change,
  });
  const token = record({ id: 'o2', kind: 'send', phase: 'journaled', inputs: ['y1'] });
  const payment = record({ id: 'o2', kind: 'melt', phase: 'journaled', inputs: ['y1'] });
  const deposit = record({ id: 'o3', phase: 'waiting' });

  it.each([
    ['a deposit that is given on', { gives: 8 }, (came: Operation) => giveOn(came, 6, token)],
    ['a deposit that stays', { gives: 8 }, (came: Operation) => stayHere(came, 6, { code: 'nutzap-not-taken' })],
    ['a token that is moved', { kind: 'receive', into: 'n' }, (came: Operation) => goOn(came, 6, { payment, deposit })],
    [
      'a token that stays',
      { kind: 'receive', into: 'n' },
      (came: Operation) => stayHere(came, 6, { code: 'funds-send' }),
    ],
  ] as const)('[DEPOSIT-07] names the ecash of %s, once that is known', (_, wish, next) => {
    const came = commit(record(wish), 5, { proofs: [made] });
    expect(tellingOf(came, 5)).toEqual([]);
    const change = next(came.operations![0]!);
    const told = tellingOf(change, 6).filter(({ kind }) => kind === 'history');
    expect(told).toEqual([{ operation: 'o1', kind: 'history', at: 6, relays: {}, made: ['y1'], used: [] }]);
    expect(change.operations![0]).not.toHaveProperty('came');
  });
});

describe('the mints of a wallet', () => {
  const says = { mints: ['https://one.example', 'https://two.example'], pubkey: '02' };
  const row = (kind: 'wallet' | 'backup' | 'mints'): OutboxRow => ({
    operation: 'wallet',
    kind,
    at: 1,
    event,
    relays: {},
    says,
  });
  const told = [row('wallet'), row('backup'), row('mints')];
  const making = (wallet: { mints: readonly string[]; left?: readonly string[] }) =>
    nextMaking({ ...state(told[0]!, []), rows: told, wallet: { ...wallet, pubkey: '02' } }, RELAYS, 2);

  it('[WEV-03] are told of once; one that another device left is no more among them, and the words still lead to it', () => {
    expect(making({ mints: says.mints })).toBeUndefined();
    const wallet = { mints: ['https://two.example'], left: ['https://one.example'] };
    expect(making(wallet)).toEqual({ make: 'wallet', former: told[0] });
    told[0] = { ...told[0]!, says: { ...says, mints: wallet.mints } };
    expect(making(wallet)).toBeUndefined();
    expect(making({ mints: wallet.mints })).toEqual({ make: 'mints', former: told[2] });
  });
});

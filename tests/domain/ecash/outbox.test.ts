import { describe, expect, it } from 'vitest';
import { nextMaking } from '#domain/ecash/outbox.ts';
import type { OutboxRow } from '#domain/ecash/outbox-row.ts';
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

  it('that no relay was told of needs no deletion', () => {
    const row: OutboxRow = { operation: 'deposit', kind: 'quote', at: 1, relays: {} };
    expect(nextMaking(state(row, []), RELAYS, 2)).toEqual({ make: 'end', row });
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

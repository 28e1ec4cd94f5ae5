import { describe, expect, it } from 'vitest';
import { heldEcash } from '#domain/ecash/ledger/held.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';

const record = (change: Partial<Operation>): Operation => ({
  id: '1',
  rev: 1,
  kind: 'melt',
  mint: 'https://a.example',
  unit: 'sat',
  phase: 'unknown',
  amount: 1_500,
  fee: 0,
  inputs: [],
  spends: 1_516,
  outputs: [],
  counters: [],
  attempts: 1,
  refusals: 0,
  got: 0,
  createdAt: 0,
  changedAt: 0,
  ...change,
});
const mint = (url: string, balance: number, held: number) => ({ url, balance, held });

describe('what somebody has', () => {
  it('is what can be spent and what is set aside', () => {
    const mints = [mint('https://a.example', 12_494, 1_516), mint('https://b.example', 3_299, 0)];
    const { balance, aside, mints: held } = heldEcash({ mints, open: [record({})] });
    expect([balance, aside]).toEqual([17_309, 1_516]);
    expect(held.map((one) => one.balance)).toEqual([14_010, 3_299]);
  });

  it('is without tokens that are out, of the same mint alone', () => {
    const mints = [mint('https://a.example', 1_000, 600), mint('https://b.example', 0, 500)];
    const out = record({ kind: 'send', phase: 'waiting', amount: 500, mint: 'https://b.example' });
    expect(heldEcash({ mints, open: [out] })).toMatchObject({ balance: 1_600, aside: 600 });
    expect(heldEcash({ mints, open: [{ ...out, phase: 'sent' }] })).toMatchObject({ balance: 2_100 });
  });
});

import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { NO_SECRET, type ProofRow } from '#domain/ecash/proof.ts';
import { areSameStakes, stakeOf, type Stake } from '#domain/ecash/ledger/stake.ts';
import { requestPayment, type PaymentRecord } from '#domain/wallet/payment.ts';

const ANNA = '11'.repeat(32);
const MINT = 'https://a.example';

const proof = (change: Partial<ProofRow>): ProofRow => ({
  y: '02',
  mint: MINT,
  unit: 'sat',
  keyset: '00',
  amount: 8,
  sealed: NO_SECRET,
  state: 'available',
  at: 0,
  ...change,
});

const operation = (change: Partial<Operation>): Operation => ({
  id: '1',
  rev: 1,
  kind: 'send',
  mint: MINT,
  unit: 'sat',
  phase: 'waiting',
  amount: 5,
  fee: 0,
  inputs: [],
  spends: 8,
  outputs: [],
  counters: [],
  attempts: 1,
  refusals: 0,
  got: 0,
  createdAt: 0,
  changedAt: 0,
  ...change,
});

const payment = (change: Partial<PaymentRecord>): PaymentRecord => ({
  ...requestPayment(
    { text: 'lnbc1', paymentHash: '00'.repeat(32), msats: 21_000, expiresAt: 600 },
    { owner: ANNA, attempt: 'one', at: 0, route: { kind: 'webln' } },
  ),
  ...change,
});

const stake = (
  parts: {
    proofs?: ProofRow[];
    operations?: Operation[];
    payments?: PaymentRecord[];
    offers?: { id: string; closedAt?: number }[];
  },
  wordsKeptAt?: number,
) => {
  const { proofs = [], operations = [], payments = [], offers = [] } = parts;
  const wallet =
    wordsKeptAt === undefined
      ? undefined
      : { version: 1 as const, sealed: NO_SECRET, wrappedKey: '', pubkey: ANNA, createdAt: 0, wordsKeptAt };
  return stakeOf(ANNA, { wallet, proofs, operations, offers }, payments);
};

describe('what an account can lose here', () => {
  it('is ecash that is here, also what an operation holds, but not what is out or spent; what is counted in something else is told apart', () => {
    const proofs = [
      proof({ amount: 8 }),
      proof({ amount: 4, state: 'reserved' }),
      proof({ amount: 100, state: 'out' }),
      proof({ amount: 100, state: 'spent' }),
      proof({ amount: 100, unit: 'usd' }),
    ];
    expect(stake({ proofs })).toMatchObject({ sats: 12, others: { usd: 100 }, open: [], payments: 0 });
    expect(stake({ proofs: proofs.slice(2) })).toMatchObject({ sats: 0, others: { usd: 100 } });
    expect(stake({ proofs: [proof({ state: 'out' })] })).toBeUndefined();
  });

  it('is each operation that is not over, once where two belong together', () => {
    const out = operation({});
    const operations = [out, operation({ id: '2', phase: 'committed' }), operation({ id: '3', parent: '1' })];
    expect(stake({ operations })?.open).toEqual([{ id: '1', kind: 'send', amount: 5 }]);
    expect(stake({ operations: [operation({ phase: 'fenced' })] })).toBeUndefined();
  });

  it('is each token that was not received and is kept, with what is left of it, once', () => {
    const brought = (...ys: string[]) => ys.map((y) => proof({ y }));
    const refused = {
      kind: 'receive',
      phase: 'fenced',
      trouble: { code: 'mint-refused', number: 1, said: '' },
    } as const;
    const partly = { ...refused, trouble: { code: 'token-partly-spent', gone: 8, left: 8 } } as const;
    const first = operation({ ...refused, id: '1', amount: 15, brought: brought('a', 'b') });
    const rest = operation({ ...partly, id: '2', amount: 15, brought: brought('b') });
    const open = (...operations: Operation[]) => stake({ operations })?.open;
    expect(open(first)).toEqual([{ id: '1', kind: 'receive', amount: 16 }]);
    expect(open(first, rest)).toEqual([{ id: '2', kind: 'receive', amount: 8 }]);
    const again = operation({ id: '3', kind: 'receive', phase: 'sent', amount: 7, brought: brought('b') });
    expect(open(first, rest, again)).toEqual([{ id: '3', kind: 'receive', amount: 7 }]);
    expect(open(first, rest, { ...again, phase: 'committed' })).toBeUndefined();
    // anybody can make one up
    expect(open({ ...first, trouble: { ...refused.trouble, number: 10_003 } })).toBeUndefined();
    // what was to be taken as a nutzap is at relays still
    expect(open({ ...first, redeems: [{ event: 'e', sender: 's' }] } as unknown as Operation)).toBeUndefined();
  });

  it.each(['requested', 'sent', 'unknown'] as const)('is a Lightning payment that is %s', (phase) => {
    expect(stake({ payments: [payment({ phase })] })?.payments).toBe(1);
    expect(stake({ payments: [payment({ phase, owner: '22'.repeat(32) })] })).toBeUndefined();
    expect(stake({ payments: [payment({ phase, route: { kind: 'ecash', mint: MINT } })] })).toBeUndefined();
  });

  it.each(['settled', 'refused', 'offered'] as const)('is no Lightning payment that is %s', (phase) =>
    expect(stake({ payments: [payment({ phase })] })).toBeUndefined(),
  );

  it('is an offer that is in use, not one that was closed', () => {
    expect(stake({ offers: [{ id: 'o1' }, { id: 'o2', closedAt: 1 }] })).toMatchObject({ sats: 0, offers: ['o1'] });
    expect(stake({ offers: [{ id: 'o2', closedAt: 1 }] })).toBeUndefined();
  });

  it('says whether the words were written down', () => {
    expect(stake({ proofs: [proof({})] })?.areWordsKept).toBe(false);
    expect(stake({ proofs: [proof({})] }, 1)?.areWordsKept).toBe(true);
  });

  it('is the same only while nothing came and nothing went, in any order', () => {
    const one: Stake = {
      pubkey: ANNA,
      sats: 8,
      others: { eur: 1, usd: 2 },
      open: [operation({}), operation({ id: '2' })],
      offers: ['o1'],
      payments: 0,
      areWordsKept: false,
    };
    const other: Stake = { ...one, pubkey: '22'.repeat(32) };
    expect(areSameStakes([one, other], [other, { ...one, open: one.open.toReversed() }])).toBe(true);
    expect(areSameStakes([one], [{ ...one, sats: 9 }])).toBe(false);
    expect(areSameStakes([one], [{ ...one, others: { eur: 1, usd: 3 } }])).toBe(false);
    expect(areSameStakes([one], [{ ...one, open: [operation({})] }])).toBe(false);
    expect(areSameStakes([one], [{ ...one, offers: [] }])).toBe(false);
    expect(areSameStakes([one], [one, other])).toBe(false);
  });
});

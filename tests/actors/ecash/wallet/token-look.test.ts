import { describe, expect, it } from 'vitest';
import type { ProofRow, SpentState } from '#domain/ecash/proof.ts';
import { askToken, lookAtToken } from '#actors/ecash/wallet/token-look.ts';

const mint = 'https://mint.example';
const asking = (states: readonly SpentState[]) => ({
  nameToken: async () => ({ mint, ys: states.map((_, at) => `y${at}`) }),
  checkStates: async () => Object.fromEntries(states.map((state, at) => [`y${at}`, state])),
});
const knowing = (rows: readonly Partial<ProofRow>[]) =>
  ({ ledger: { known: async () => rows } }) as unknown as Parameters<typeof askToken>[1];

describe('a token that somebody showed', () => {
  it.each([
    [['UNSPENT', 'UNSPENT'], 'unspent'],
    [['UNSPENT', 'PENDING'], 'pending'],
    [['SPENT', 'SPENT'], 'spent'],
    [['PENDING', 'SPENT'], 'pending'],
    [['SPENT', 'UNSPENT'], 'partly spent'],
    [['PENDING', 'SPENT', 'UNSPENT'], 'pending'],
  ] as const)('of %j is %s, also for nobody who is logged in', async (states, state) => {
    expect(await askToken(asking(states), undefined, 'cashuB')).toEqual({ mint, state, y: 'y0', isOwn: false });
  });

  it('is known again by whoever made it', async () => {
    const own = knowing([{ state: 'out', operation: 'one' }]);
    expect(await askToken(asking(['UNSPENT']), own, 'cashuB')).toMatchObject({ isOwn: true });
    expect(await askToken(asking(['UNSPENT']), knowing([]), 'cashuB')).toMatchObject({ isOwn: false });
  });
});

describe('a token that is to be taken', () => {
  const lockedProof = { locked: { ours: true, lock: {} } };
  const looking = (
    known: readonly Partial<ProofRow>[],
    proof: object = {},
    states: Readonly<Record<string, SpentState>> = {},
    rows: readonly object[] = [],
  ) => {
    const proofs = ['y0', 'y1'].map((y) => ({ y, amount: 1, keyset: 'k', hasDleq: true, ...proof }));
    return lookAtToken(
      {
        core: {
          readToken: async () => ({ mint, unit: 'sat', amount: 2, proofs, memo: undefined }),
          checkStates: async () => states,
          checkToken: async () => {},
        },
        mints: { facts: async () => ({ keysets: [{ id: 'k', feePpk: 0 }] }) },
        ledger: { mints: { all: async () => rows }, known: async (ys: readonly string[]) => known.slice(0, ys.length) },
      } as unknown as Parameters<typeof lookAtToken>[0],
      'cashuB',
    );
  };
  const out = { state: 'out', operation: 'one' } as const;

  it("is of a mint of one's own, which one that another device has left is not", async () => {
    expect(await looking([], {}, {}, [{ url: mint }])).toMatchObject({ isKnown: true });
    expect(await looking([], {}, {}, [{ url: mint, leftAt: 1 }])).toMatchObject({ isKnown: false });
    expect(await looking([])).toMatchObject({ isKnown: false });
  });

  it('is known again by whoever made it, and is taken back as long as all of it is out', async () => {
    expect(await looking([])).toMatchObject({ isOwn: false, out: undefined, y: 'y0' });
    expect(await looking([out, out])).toMatchObject({ isOwn: true, out: 'one' });
    expect(await looking([out])).toMatchObject({ isOwn: true, out: undefined });
    expect(await looking([out, { ...out, operation: 'other' }])).toMatchObject({ isOwn: true, out: undefined });
    expect(await looking([out, { ...out, state: 'spent' }])).toMatchObject({ isOwn: true, out: undefined });
  });

  it('is taken where it was locked to oneself', async () => {
    expect(await looking([out, out], lockedProof)).toMatchObject({ isOwn: true, out: undefined });
  });
  it('is worth what is left of it where somebody else spent a part, and nothing where that is all', async () => {
    expect(await looking([], {}, { y0: 'SPENT', y1: 'UNSPENT' })).toMatchObject({
      amount: 1,
      pieces: 1,
      gone: 1,
      problem: undefined,
    });
    expect(await looking([], {}, { y0: 'SPENT', y1: 'SPENT' })).toMatchObject({
      amount: 2,
      gone: 0,
      problem: { code: 'token-spent' },
    });
    expect(await looking([out, out], {}, { y0: 'SPENT', y1: 'UNSPENT' })).toMatchObject({ gone: 1, out: 'one' });
    expect(await looking([])).toMatchObject({ amount: 2, gone: 0, problem: undefined });
  });
});

import { describe, expect, it } from 'vitest';
import type { ProofRow, SpentState } from '#domain/ecash/proof.ts';
import { askToken } from '#actors/ecash/token-look.ts';

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
    [['PENDING', 'SPENT', 'UNSPENT'], 'spent'],
  ] as const)('of %j is %s, also for nobody who is logged in', async (states, state) => {
    expect(await askToken(asking(states), undefined, 'cashuB')).toEqual({ mint, state, y: 'y0', isOwn: false });
  });

  it('is known again by whoever made it', async () => {
    const own = knowing([{ state: 'out', operation: 'one' }]);
    expect(await askToken(asking(['UNSPENT']), own, 'cashuB')).toMatchObject({ isOwn: true });
    expect(await askToken(asking(['UNSPENT']), knowing([]), 'cashuB')).toMatchObject({ isOwn: false });
  });
});

import { describe, expect, it } from 'vitest';
import { chooseWays, LIGHTNING, takesAnything, type Taker } from '#domain/wallet/zap-way.ts';

const [M, N] = ['https://m.example', 'https://n.example'];
const both: Taker = { lightning: true, common: [{ url: M, balance: 30 }], through: M };
const onlyLightning: Taker = { lightning: true, common: [], through: undefined };
const onlyEcash: Taker = { lightning: false, common: [{ url: M, balance: 30 }], through: M };
const nothing: Taker = { lightning: false, common: [], through: undefined };

describe('the way to each of those who are given something', () => {
  it('is what is wished for where they take it, and Lightning where they do not', () => {
    const takers = [both, onlyLightning];
    expect(chooseWays(takers, [10, 10], { by: 'ecash' })).toEqual([{ by: 'ecash', mint: M }, LIGHTNING]);
    expect(chooseWays(takers, [10, 10], { by: 'lightning' })).toEqual([LIGHTNING, LIGHTNING]);
  });

  it('is ecash of the mint that is meant, else Lightning, which that mint pays', () => {
    expect(chooseWays([both], [10], { by: 'ecash', mint: N })).toEqual([LIGHTNING]);
    expect(chooseWays([both], [10], { by: 'ecash', mint: M })).toEqual([{ by: 'ecash', mint: M }]);
  });

  it('is ecash only as far as it lasts for all of them', () => {
    const ways = chooseWays([both, both, onlyEcash], [20, 20, 10], { by: 'ecash' });
    expect(ways).toEqual([{ by: 'ecash', mint: M }, LIGHTNING, { by: 'ecash', mint: M }]);
  });

  it('goes from the Lightning wallet over a mint to whoever has no address', () => {
    expect(chooseWays([onlyEcash], [50], { by: 'lightning' })).toEqual([{ by: 'wallet', mint: M }]);
    expect(chooseWays([onlyEcash], [50], { by: 'ecash' })).toEqual([{ by: 'wallet', mint: M }]);
    expect(chooseWays([{ ...onlyEcash, through: undefined }], [20], { by: 'lightning' })).toEqual([
      { by: 'ecash', mint: M },
    ]);
  });

  it('is Lightning, which says why, for whoever takes nothing of what there is', () => {
    expect(chooseWays([nothing], [10], { by: 'ecash' })).toEqual([LIGHTNING]);
    expect([both, onlyLightning, onlyEcash, nothing].map(takesAnything)).toEqual([true, true, true, false]);
  });
});

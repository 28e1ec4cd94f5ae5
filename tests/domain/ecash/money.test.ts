import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DENOMINATION_TARGET, INPUTS_MOST, OUTPUTS_MAX } from '#domain/ecash/ecash-limits.ts';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { feeOfPpk, feePaid, inputFee } from '#domain/ecash/proofs/fees.ts';
import { sumOf, type ProofFacts } from '#domain/ecash/proof.ts';
import { checkBalance, selectProofs } from '#domain/ecash/proofs/selection.ts';
import { isIssuable, blanksFor, splitAmount, splitToKeep } from '#domain/ecash/proofs/split.ts';

const POWERS = Array.from({ length: 20 }, (_, index) => 2 ** (19 - index));
const codeOf = (act: () => unknown) => {
  try {
    act();
    return undefined;
  } catch (error) {
    return ecashProblemOf(error).code;
  }
};

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
const amounts = fc.integer({ min: 0, max: 500_000 });

describe('splitting', () => {
  it('[TOKEN-19] makes up any amount of denominations, the largest first, and never two where one would do', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const parts = splitAmount(amount, POWERS);
        expect(sum(parts)).toBe(amount);
        expect(parts).toEqual(parts.toSorted((a, b) => b - a));
        expect(new Set(parts).size).toBe(parts.length);
      }),
    );
  });

  it('[TOKEN-20] keeps three of each denomination, as far as the amount goes', () => {
    expect(DENOMINATION_TARGET).toBe(3);
    expect(splitToKeep(21, POWERS, [])).toEqual([4, 4, 4, 2, 2, 2, 1, 1, 1]);
    expect(splitToKeep(21, POWERS, [1, 1, 1, 2, 2, 2, 4, 4, 4])).toEqual([8, 8, 4, 1]);
    fc.assert(
      fc.property(amounts, fc.array(fc.constantFrom(...POWERS)), (amount, have) => {
        expect(sum(splitToKeep(amount, POWERS, have))).toBe(amount);
      }),
    );
  });

  it('asks for no more parts than one request takes, and knows what cannot be issued by one', () => {
    const small = [64, 32, 16, 8, 4, 2, 1];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 * OUTPUTS_MAX }), (amount) => {
        if (!isIssuable(amount, small)) return;
        const parts = splitToKeep(amount, small, []);
        expect(sum(parts)).toBe(amount);
        expect(parts.length).toBeLessThanOrEqual(OUTPUTS_MAX);
      }),
      { examples: [[64 * OUTPUTS_MAX], [64 * OUTPUTS_MAX - 400]] },
    );
    expect(isIssuable(64 * OUTPUTS_MAX, small)).toBe(true);
    expect(isIssuable(64 * OUTPUTS_MAX + 1, small)).toBe(false);
  });

  it('[SEND-06] refuses parts that do not make up the amount', () => {
    expect(codeOf(() => splitToKeep(5, [4, 2], []))).toBe('keep-amounts');
    expect(codeOf(() => splitToKeep(0.5, POWERS, []))).toBe('keep-amounts');
    expect(codeOf(() => splitToKeep(-1, POWERS, []))).toBe('keep-amounts');
    expect(codeOf(() => splitToKeep(0, [4, 2], []))).toBeUndefined();
    expect(codeOf(() => splitAmount(5, [4, 2]))).toBe('keep-amounts');
    expect(codeOf(() => splitAmount(-1, POWERS))).toBe('keep-amounts');
    expect(splitAmount(OUTPUTS_MAX, [1])).toHaveLength(OUTPUTS_MAX);
    expect(codeOf(() => splitAmount(OUTPUTS_MAX + 1, [1]))).toBe('keep-amounts');
  });

  it('has room in the blanks for any change up to the reserve', () => {
    expect([0, 1, 2, 3, 1000, 1024].map(blanksFor)).toEqual([0, 1, 1, 2, 10, 10]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), (reserve) => {
        const most = Math.max(...[reserve, reserve - 1].map((change) => splitAmount(change, POWERS).length));
        expect(blanksFor(reserve)).toBeGreaterThanOrEqual(most - 1);
      }),
    );
  });
});

describe('fees', () => {
  const keysets = [
    { id: 'cheap', feePpk: 0, active: true },
    { id: 'dear', feePpk: 100, active: false },
  ];

  it('[PROOF-02] sums the parts per thousand and rounds up once', () => {
    const proofs = (count: number) => Array.from({ length: count }, () => ({ keyset: 'dear' }));
    expect([0, 1, 3, 10, 11, 20, 21].map((count) => inputFee(proofs(count), keysets))).toEqual([0, 1, 1, 1, 2, 2, 3]);
    expect(inputFee([{ keyset: 'cheap' }, { keyset: 'dear' }], keysets)).toBe(1);
    expect(codeOf(() => inputFee([{ keyset: 'other' }], keysets))).toBe('keyset-unknown');
  });

  it('[PROOF-11] is never negative', () => {
    expect(feePaid(10, 8)).toBe(2);
    expect(codeOf(() => feePaid(8, 10))).toBe('fee-negative');
  });
});

const keysets = [
  { id: 'new', feePpk: 100, active: true },
  { id: 'old', feePpk: 200, active: false },
  { id: 'free', feePpk: 0, active: true },
];
const proof = (amount: number, keyset: string, index: number): ProofFacts => ({
  y: `${index}`,
  mint: 'm',
  unit: 'sat',
  keyset,
  amount,
});
const purses = fc
  .array(fc.tuple(fc.constantFrom(...POWERS.slice(8)), fc.constantFrom('new', 'old', 'free')), { maxLength: 40 })
  .map((rows) => rows.map(([amount, keyset], index) => proof(amount, keyset, index)));

const randomOf = (seed: number) => {
  let state = seed;
  return () => (state = (state * 16_807 + 7) % 2_147_483_647) / 2_147_483_647;
};

describe('selecting proofs', () => {
  const wish = { keysets, clock: () => 0, random: randomOf(7) };

  it('[PROOF-01] [SEND-03] pays the amount and its own fee, of proofs that are there, or says that there is not enough', () => {
    fc.assert(
      fc.property(purses, fc.integer({ min: 1, max: 20_000 }), fc.boolean(), (proofs, amount, withFee) => {
        const worth = sumOf(proofs) - (withFee ? inputFee(proofs, keysets) : 0);
        let chosen: readonly ProofFacts[];
        try {
          chosen = selectProofs({ ...wish, proofs, amount, withFee });
        } catch (error) {
          expect(ecashProblemOf(error)).toEqual({ code: 'funds-send' });
          expect(worth).toBeLessThan(amount);
          return;
        }
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.every((one) => proofs.includes(one))).toBe(true);
        const fee = withFee ? inputFee(chosen, keysets) : 0;
        expect(sumOf(chosen) - fee).toBeGreaterThanOrEqual(amount);
        // none of them could be left out
        for (const one of chosen) {
          const fewer = chosen.filter((other) => other !== one);
          expect(sumOf(fewer) - (withFee ? inputFee(fewer, keysets) : 0)).toBeLessThan(amount);
        }
      }),
    );
  });

  it('finds the exact amount where powers of two make it up, and says so where it must be exact', () => {
    const proofs = [1, 2, 4, 8, 16, 32].map((amount, index) => proof(amount, 'free', index));
    for (let amount = 1; amount < 64; amount++)
      expect(sumOf(selectProofs({ ...wish, proofs, amount, withFee: true, exact: true }))).toBe(amount);
    const coarse = [4, 4].map((amount, index) => proof(amount, 'free', index));
    expect(codeOf(() => selectProofs({ ...wish, proofs: coarse, amount: 5, withFee: false, exact: true }))).toBe(
      'funds-send',
    );
  });

  it('takes proofs of keysets that are not used any more, where they do', () => {
    const proofs = [proof(8, 'new', 1), proof(8, 'old', 2), proof(8, 'new', 3)];
    const [one] = selectProofs({ ...wish, proofs, amount: 7, withFee: true });
    expect(one!.keyset).toBe('old');
  });

  it('[PROOF-01] tries 60 times, and no longer than a second', () => {
    let tries = 0;
    let time = 0;
    const proofs = Array.from({ length: 8 }, (_, index) => proof(64, 'free', index));
    const random = () => {
      tries++;
      return 0.5;
    };
    selectProofs({ ...wish, proofs, amount: 65, withFee: false, random });
    expect(tries / proofs.length).toBe(59);
    tries = 0;
    selectProofs({ ...wish, proofs, amount: 65, withFee: false, random, clock: () => (time += 300) });
    expect(tries / proofs.length).toBe(3);
  });

  it('[PROOF-01] tries no more and no longer where it would take too many pieces', () => {
    const small = Array.from({ length: INPUTS_MOST + 8 }, (_, index) => proof(1, 'free', index));
    const never = { ...wish, proofs: small, amount: INPUTS_MOST + 1, withFee: false };
    let looks = 0;
    expect(codeOf(() => selectProofs({ ...never, clock: () => (looks++, 0) }))).toBe('funds-pieces');
    // once for the end, and before each trial that is no first one
    expect(looks).toBeLessThanOrEqual(61);
    let time = 0;
    expect(codeOf(() => selectProofs({ ...never, clock: () => (time += 300) }))).toBe('funds-pieces');
    expect(time).toBeLessThanOrEqual(300 + 1_000 + 2 * 300);
  });

  it('does not take what costs more than it is worth: a fee of 10,000 per thousand eats small proofs', () => {
    const dear = [{ id: 'dear', feePpk: 10_000, active: true }];
    const proofs = [8, 8, 16].map((amount, index) => proof(amount, 'dear', index));
    expect(sumOf(selectProofs({ ...wish, keysets: dear, proofs, amount: 6, withFee: true }))).toBe(16);
    expect(codeOf(() => selectProofs({ ...wish, keysets: dear, proofs, amount: 7, withFee: true }))).toBe('funds-send');
    expect(feeOfPpk(10_000)).toBe(10);
  });

  it('takes no more than one request may spend: a large one where many small ones would do, and says so where none does', () => {
    const small = Array.from({ length: INPUTS_MOST + 1 }, (_, index) => proof(1, 'free', index));
    const most = { ...wish, proofs: small, withFee: false };
    expect(selectProofs({ ...most, amount: INPUTS_MOST })).toHaveLength(INPUTS_MOST);
    expect(codeOf(() => selectProofs({ ...most, amount: INPUTS_MOST + 1 }))).toBe('funds-pieces');
    expect(codeOf(() => selectProofs({ ...most, amount: INPUTS_MOST + 2 }))).toBe('funds-send');
    const proofs = [...small, proof(INPUTS_MOST * 8, 'free', -1), proof(INPUTS_MOST * 2, 'free', -2)];
    const chosen = selectProofs({ ...most, proofs, amount: INPUTS_MOST + 1 });
    expect(chosen.map(({ amount }) => amount)).toEqual([INPUTS_MOST * 2]);
    // a token is given as it is, or made of other pieces
    expect(codeOf(() => selectProofs({ ...most, proofs, amount: INPUTS_MOST + 1, exact: true }))).toBe('funds-send');
  });

  it('[SEND-05] refuses to let more leave than goes in', () => {
    const proofs = [proof(8, 'new', 1)];
    expect(codeOf(() => checkBalance(proofs, 9))).toBe('balance-send');
    expect(codeOf(() => checkBalance(proofs, 8))).toBeUndefined();
  });
});

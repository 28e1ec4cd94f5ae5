import { describe, expect, it } from 'vitest';
import { KEYSET_LEAVE_BEFORE_MS } from '#domain/ecash/ecash-limits.ts';
import { chooseKeyset } from '#domain/ecash/proofs/choose-keyset.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import { piecesAgain, rotationOf } from '#domain/ecash/proofs/rotation.ts';
import { splitAmount } from '#domain/ecash/proofs/split.ts';
import { DAY, SECOND } from '#domain/units.ts';

const NOW = 1_800_000_000 * SECOND;
const at = (days: number) => Math.floor((NOW + days * DAY) / SECOND);
const keyset = (id: string, facts: Partial<Keyset> = {}): Keyset => ({
  id: id.repeat(16),
  unit: 'sat',
  active: true,
  feePpk: 0,
  ...facts,
});
const proof = (keysetId: string, amount: number): ProofRow => ({
  y: `${keysetId}${amount}`,
  mint: 'm',
  unit: 'sat',
  keyset: keysetId.repeat(16),
  amount,
  state: 'available',
  at: 0,
  sealed: { ivB64: '', ciphertextB64: '' },
});
const fresh = keyset('f');
const rotated = (old: Partial<Keyset>, amounts: readonly number[], next = fresh) => {
  const proofs = amounts.map((amount) => proof('0', amount));
  const { leaving, ended } = rotationOf({ proofs, keysets: [keyset('0', old), next], fresh: next, now: NOW });
  return [leaving.map(({ amount }) => amount), ended.map(({ amount }) => amount)];
};

describe('moving to the keyset in use', () => {
  it('leaves one that ends within two weeks, whether it is in use or not, also when that costs something', () => {
    expect(rotated({ expiry: at(13), feePpk: 100 }, [8, 1])).toEqual([[8, 1], []]);
    expect(rotated({ expiry: at(13), active: false, feePpk: 100 }, [8, 1])).toEqual([[8, 1], []]);
    expect(rotated({ expiry: at(15), feePpk: 100 }, [8, 1])).toEqual([[], []]);
  });

  it('does not move from one that ends to one that ends as soon', () => {
    expect(rotated({ expiry: at(3) }, [8], keyset('f', { expiry: at(3) }))).toEqual([[], []]);
    expect(rotated({ expiry: at(3) }, [8], keyset('f', { expiry: at(4) }))).toEqual([[8], []]);
  });

  it('leaves one that is out of use when that costs next to nothing', () => {
    expect(rotated({ active: false }, [8, 1])).toEqual([[8, 1], []]);
    expect(rotated({ active: false, feePpk: 100 }, [64, 64])).toEqual([[64, 64], []]);
    expect(rotated({ active: false, feePpk: 100 }, [8, 1])).toEqual([[], []]);
  });

  it('stays in one that is out of use while the one in use is dearer, unless it ends soon', () => {
    const dear = keyset('f', { feePpk: 10_000 });
    expect(rotated({ active: false, feePpk: 100 }, [512, 511], dear)).toEqual([[], []]);
    expect(rotated({ active: false, feePpk: 100, expiry: at(13) }, [512, 511], dear)).toEqual([[512, 511], []]);
    expect(rotated({ active: false, feePpk: 100 }, [512, 511], keyset('f', { feePpk: 100 }))).toEqual([[512, 511], []]);
  });

  it('lets lie what costs as much as it is worth', () => {
    expect(rotated({ expiry: at(1), feePpk: 1000 }, [8, 1])).toEqual([[8], []]);
    expect(rotated({ expiry: at(1), feePpk: 900 }, [1])).toEqual([[], []]);
  });

  it('names what has ended apart, so that it spoils nothing else', () => {
    expect(rotated({ expiry: at(-1) }, [8])).toEqual([[], [8]]);
  });

  it('[TOKEN-14] makes nothing new of a keyset that ends soon, as long as there is another one', () => {
    const ending = keyset('01', { id: `01${'a'.repeat(64)}`, expiry: at(KEYSET_LEAVE_BEFORE_MS / DAY - 1) });
    const dear = keyset('00', { id: '00'.repeat(8), feePpk: 100 });
    expect(chooseKeyset([ending, dear], 'sat', at(0))).toBe(dear);
    expect(chooseKeyset([ending], 'sat', at(0))).toBe(ending);
  });
});

describe('pieces that are asked for again of another keyset', () => {
  it('stay as they are as long as it has all their sizes', () => {
    expect(piecesAgain([1, 1, 8], [8, 4, 2, 1])).toEqual([1, 1, 8]);
    expect(piecesAgain([], [8])).toEqual([]);
  });

  it('are cut afresh when it lacks one', () => {
    expect(piecesAgain([1, 1, 8], [4, 2, 1])).toEqual(splitAmount(10, [4, 2, 1]));
  });
});

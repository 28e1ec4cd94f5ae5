import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldBy, type TokenEvent } from '#domain/ecash/ledger/wallet-merge.ts';

const proof = (y: string) => ({
  y,
  mint: 'https://mint.example',
  unit: 'sat',
  keyset: '00',
  amount: 1,
  sealed: { ivB64: '', ciphertextB64: '' },
});
const token = (id: string, ys: readonly string[], del: readonly string[] = []): TokenEvent => ({
  id,
  proofs: ys.map(proof),
  del,
});
const merged = (tokens: readonly TokenEvent[], deleted: readonly string[] = []) =>
  [...heldBy(tokens, new Set([...deleted, ...tokens.flatMap(({ del }) => del)])).keys()].sort();

describe('what relays say of a wallet', () => {
  it('[WEV-01] holds what no event replaced, by `del` or by a deletion', () => {
    expect(merged([token('1', ['a', 'b']), token('2', ['b', 'c'], ['1'])])).toEqual(['b', 'c']);
    expect(merged([token('1', ['a', 'b'])], ['1'])).toEqual([]);
    // also where the event that replaced it was replaced itself
    expect(merged([token('1', ['a']), token('2', ['b'], ['1']), token('3', ['c'], ['2'])])).toEqual(['c']);
  });

  it('[WEV-07] is the same whatever the order, however often each is said, and deletions come first', () => {
    const tokens = fc.array(
      fc.record({
        id: fc.integer({ min: 0, max: 9 }).map(String),
        proofs: fc.array(
          fc.integer({ min: 0, max: 20 }).map((y) => proof(`y${y}`)),
          { maxLength: 4 },
        ),
        del: fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 2 }),
      }),
      { maxLength: 8 },
    );
    const once = (all: readonly TokenEvent[]) => [...new Map(all.map((one) => [one.id, one])).values()];
    fc.assert(
      fc.property(tokens, fc.array(fc.integer({ min: 0, max: 9 }).map(String)), fc.integer(), (all, deleted, turn) => {
        const told = once(all);
        const at = told.length === 0 ? 0 : Math.abs(turn) % told.length;
        const again = [...told.slice(at), ...told.slice(0, at), ...told];
        expect(merged(again, [...deleted, ...deleted])).toEqual(merged(told, deleted));
      }),
    );
  });
});

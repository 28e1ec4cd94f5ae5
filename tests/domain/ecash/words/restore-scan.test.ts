import { describe, expect, it } from 'vitest';
import { beginScan, scanOn, scanProgress, type Scan } from '#domain/ecash/words/restore-scan.ts';

const keyset = (id: string, unit = 'sat') => ({ id, unit, active: false, feePpk: 0 });
const NOTHING = { isEmpty: true, isPending: false };
const FOUND = { isEmpty: false, isPending: false };

const after = (scan: Scan, ...batches: (typeof NOTHING)[]) => batches.reduce(scanOn, scan);

describe('looking through what words have', () => {
  it('[TOKEN-23] goes through each keyset of the unit by hundreds, until three in a row have nothing', () => {
    const scan = beginScan([keyset('a'), keyset('usd', 'usd'), keyset('b')], 'sat');
    expect(scan.todo.map((part) => part.keyset)).toEqual(['a', 'b']);
    const far = after(scan, NOTHING, NOTHING, FOUND, NOTHING, NOTHING);
    expect(far.todo[0]).toEqual({ keyset: 'a', next: 500, empty: 2 });
    const next = after(far, NOTHING);
    expect(next.todo).toEqual([{ keyset: 'b', next: 0, empty: 0 }]);
    expect(scanProgress({ scan: next, got: 7 })).toEqual({ keyset: 2, keysets: 2, asked: 600, found: 7 });
    const done = after(next, NOTHING, NOTHING, NOTHING);
    expect(done.todo).toEqual([]);
    expect(scanProgress({ scan: done, got: 7 })?.keyset).toBe(2);
    expect(after(done, NOTHING)).toEqual(done);
  });

  it('remembers what hangs in a payment', () => {
    const scan = after(beginScan([keyset('a')], 'sat'), FOUND, { isEmpty: false, isPending: true }, FOUND);
    expect(scan.again).toEqual([{ keyset: 'a', next: 100, empty: 0 }]);
  });

  it('has no progress before the mint answered', () => {
    expect(scanProgress({ got: 0 })).toBeUndefined();
  });
});

import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Metadata } from '#domain/profile/metadata.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { hex } from '#tests/support/fake-events.ts';

const DAY = 24 * 60 * 60_000;
const START = 1_800_000_000_000;
const ann = hex(1);

const metadata = (display_name: string, createdAt = 100) => ({ display_name, name: 'name', createdAt }) as Metadata;

const setUp = () => {
  let time = START;
  const names = createDisplayNames(() => time);
  const fail = () => {
    const { failures, lastAttempt } = names.attempt(ann)!;
    names.end(ann, { status: 'failed', failures: failures + 1, lastAttempt });
  };
  return { names, pass: (ms: number) => (time += ms), fail, tryAndFail: () => (names.begin(ann), fail()) };
};

describe('display names', () => {
  it('[NAME-01] remembers public key, both names, when, and the age of the event', () => {
    const { names } = setUp();
    names.put(ann, metadata('Ann'));
    const entry = { pubkey: ann, displayName: 'Ann', name: 'name', timestamp: START, createdAt: 100 };
    expect(names.get(ann)).toEqual(entry);
    expect(names.entries()).toEqual([entry]);
    expect(names.get(ann)).toBe(names.get(ann));
  });

  it('[NAME-03] holds a name for 7 days and then wants it again', () => {
    const { names, pass } = setUp();
    names.put(ann, metadata('Ann'));
    pass(7 * DAY - 1);
    expect(names.get(ann)?.displayName).toBe('Ann');
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([]);
    pass(1);
    expect(names.get(ann)).toBeUndefined();
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([ann]);
  });

  it('keeps the newer name when an older event comes late', () => {
    const { names, pass } = setUp();
    names.put(ann, metadata('New', 200));
    pass(DAY);
    names.put(ann, metadata('Old', 100));
    expect(names.get(ann)).toMatchObject({ displayName: 'New', createdAt: 200, timestamp: START + DAY });
  });

  it('[NAME-05] knows a fetch as pending, success or failed', () => {
    const { names, fail } = setUp();
    expect(names.attempt(ann)?.status).toBeUndefined();
    names.begin(ann);
    expect(names.attempt(ann)?.status).toBe('pending');
    names.end(ann, undefined);
    expect(names.attempt(ann)).toBeUndefined();
    names.begin(ann);
    fail();
    expect(names.attempt(ann)?.status).toBe('failed');
    names.begin(ann);
    names.put(ann, metadata('Ann'));
    expect(names.attempt(ann)?.status).toBe('success');
  });

  it('[NAME-06] retries a failed fetch only over 30 s after the last attempt', () => {
    const { names, pass, tryAndFail } = setUp();
    tryAndFail();
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([]);
    pass(30_000);
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([]);
    pass(1);
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([ann]);
  });

  it('[NAME-06] retries only while it failed fewer than 3 times', () => {
    const { names, pass, tryAndFail } = setUp();
    for (const allowed of [true, true, false, false]) {
      tryAndFail();
      pass(31_000);
      names.want(ann);
      expect(names.takeWanted(10)).toEqual(allowed ? [ann] : []);
    }
    names.put(ann, metadata('Ann'));
    pass(7 * DAY);
    tryAndFail();
    pass(31_000);
    names.want(ann);
    expect(names.takeWanted(10)).toEqual([ann]);
  });

  it('does not want a name that is under way, wanted already, or of no public key', () => {
    const { names } = setUp();
    const begun = vi.fn();
    names.onWanted(begun);
    names.begin(ann);
    names.want(ann);
    names.want('npub');
    names.want(hex(2));
    names.want(hex(2));
    expect(begun).toHaveBeenCalledTimes(1);
    expect(names.takeWanted(10)).toEqual([hex(2)]);
  });

  it('gives wanted names in parts and calls again for the rest', () => {
    const { names } = setUp();
    const begun = vi.fn();
    const stop = names.onWanted(begun);
    for (const number of [1, 2, 3]) names.want(hex(number));
    expect(names.takeWanted(2)).toEqual([hex(1), hex(2)]);
    expect(begun).toHaveBeenCalledTimes(2);
    expect(names.takeWanted(2)).toEqual([hex(3)]);
    stop();
    names.want(hex(4));
    expect(begun).toHaveBeenCalledTimes(2);
  });

  it('calls at once who comes after names were wanted', () => {
    const { names } = setUp();
    names.subscribe(ann, () => {});
    const begun = vi.fn();
    names.onWanted(begun);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('tells who reads a name when it comes, and nobody else', () => {
    const { names } = setUp();
    const [mine, other] = [vi.fn(), vi.fn()];
    const stop = names.subscribe(ann, mine);
    names.subscribe(hex(2), other);
    expect(names.takeWanted(10)).toEqual([ann, hex(2)]);
    names.put(ann, metadata('Ann'));
    expect([mine.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
    stop();
    names.put(ann, metadata('Ann', 200));
    expect(mine).toHaveBeenCalledTimes(1);
  });

  it('still tells the second reader after the first has left', () => {
    const { names } = setUp();
    const second = vi.fn();
    const stopFirst = names.subscribe(ann, () => {});
    names.subscribe(ann, second);
    stopFirst();
    stopFirst();
    names.put(ann, metadata('Ann'));
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('takes back what was saved, but nothing expired, broken or older than what it has', () => {
    const first = setUp();
    for (const number of [1, 2, 3]) first.names.put(hex(number), metadata(`name ${number}`));
    const saved = structuredClone(first.names.entries()) as unknown[];
    const { names } = setUp();
    names.put(hex(2), metadata('fresh'));
    const reader = vi.fn();
    names.subscribe(ann, reader);
    names.restore([
      ...saved,
      null,
      5,
      { pubkey: 'x' },
      { ...(saved[0] as object), pubkey: hex(4), timestamp: START - 7 * DAY },
      { ...(saved[0] as object), pubkey: hex(5), timestamp: START + 1 },
      { ...(saved[0] as object), pubkey: hex(6), name: 'x'.repeat(5_000) },
      { ...(saved[0] as object), pubkey: hex(7), createdAt: Number.NaN },
    ]);
    expect(names.entries().map(({ pubkey, displayName }) => [pubkey, displayName])).toEqual([
      [hex(2), 'fresh'],
      [hex(1), 'name 1'],
      [hex(3), 'name 3'],
    ]);
    expect(reader).toHaveBeenCalledTimes(1);
  });

  it('takes back a name that was saved, where it is newer than what it has', () => {
    const { names: saved } = setUp();
    saved.put(ann, metadata('newer', 200));
    const { names } = setUp();
    names.put(ann, metadata('older', 100));
    names.restore(saved.entries());
    expect(names.get(ann)?.displayName).toBe('newer');
  });

  it('never throws on saved data of any shape', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const { names } = setUp();
        names.restore(saved);
        names.restore([saved]);
        expect(names.entries()).toEqual([]);
      }),
    );
  });

  it('forgets the oldest names beyond 2,000', () => {
    const { names } = setUp();
    for (let number = 1; number <= 2_001; number++) names.put(hex(number), metadata('name'));
    expect(names.entries()).toHaveLength(2_000);
    expect(names.get(hex(1))).toBeUndefined();
  });
});

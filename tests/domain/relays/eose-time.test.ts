import { describe, expect, it } from 'vitest';
import { eoseTimeoutMs } from '#domain/relays/eose-time.ts';

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('eoseTimeoutMs', () => {
  it('[RELAY-63] is the base of 4400 ms while a relay is little known', () => {
    expect([eoseTimeoutMs([]), eoseTimeoutMs(times(4, 9_000))]).toEqual([undefined, undefined]);
  });

  it('is twice what a relay needs, within 1.5 s and 8.8 s', () => {
    expect([50, 1_000, 3_000, 8_000].map((ms) => eoseTimeoutMs(times(50, ms)))).toEqual([1_500, 2_000, 6_000, 8_800]);
  });

  it('forgets a slow answer among many, but not one of the latest five', () => {
    expect(eoseTimeoutMs([3_000, ...times(99, 400)])).toBe(1_500);
    expect(eoseTimeoutMs([...times(97, 400), 3_000, ...times(2, 400)])).toBe(6_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFlapping, standardDeviation, withDuration } from '#domain/relays/flapping.ts';
import { afterReport, latestHealth, readHealth, unknownHealth, type RelayHealth } from '#domain/relays/relay-health.ts';

const url = 'wss://one.example';
const after = (...answers: readonly boolean[]): RelayHealth =>
  answers.reduce((health, ok, index) => afterReport(health, { ok, at: index + 1 }), unknownHealth(url));
const [yes, no] = [true, false];

describe('relay health', () => {
  it('[RELAY-32] keeps counts, times and the average time of the answers', () => {
    const reports = [
      { ok: true, at: 10, ms: 100 },
      { ok: true, at: 20, ms: 300 },
      { ok: false, at: 30 },
    ];
    expect(reports.reduce(afterReport, unknownHealth(url))).toEqual({
      url,
      successCount: 2,
      failureCount: 1,
      totalRequests: 3,
      consecutiveFailures: 1,
      isHealthy: true,
      isUnhealthy: false,
      freshSuccesses: 2,
      averageResponseTime: 200,
      lastSuccess: 20,
      lastFailure: 30,
      lastHealthCheck: 30,
      flapping: false,
    });
  });

  it('[RELAY-33] is healthy after 2 successes', () => {
    expect([after(), after(yes), after(yes, yes), after(yes, no, yes)].map(({ isHealthy }) => isHealthy)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('[RELAY-34] is unhealthy after 3 failures in a row', () => {
    const healths = [after(yes, yes, no, no), after(yes, yes, no, no, no), after(yes, yes, no, no, yes, no)];
    expect(healths.map(({ isHealthy }) => isHealthy)).toEqual([true, false, true]);
  });

  it('[RELAY-34] [RELAY-35] is listed as unhealthy from 3 failures in a row on, until 2 successes', () => {
    const failing = [no, no, no];
    const healths = [
      after(no),
      after(no, no),
      after(yes, no, no),
      after(...failing),
      after(...failing, yes),
      after(...failing, yes, no),
      after(...failing, yes, yes),
    ];
    const listed = [false, false, false, true, true, true, false];
    expect(healths.map(({ isUnhealthy }) => isUnhealthy)).toEqual(listed);
    expect(healths.map((health) => readHealth(health)!.isUnhealthy)).toEqual(listed);
    const { isUnhealthy: _, ...old } = after(...failing);
    expect([readHealth(old)!.isUnhealthy, readHealth({ ...old, consecutiveFailures: 1 })!.isUnhealthy]).toEqual([
      true,
      false,
    ]);
  });

  it('[RELAY-33] [RELAY-66] is healthy again after 2 more successes, however many it had before', () => {
    const failing = [yes, yes, yes, no, no, no];
    const healths = [
      after(...failing, yes),
      after(...failing, yes, yes),
      after(...failing, yes, no, yes),
      after(...failing, no, no, yes, no, no, no, yes),
    ];
    expect(healths.map(({ isHealthy }) => isHealthy)).toEqual([false, true, true, false]);
  });

  it('follows a relay that becomes slow', () => {
    const quick = Array.from({ length: 50 }, (_, at) => ({ ok: true, at, ms: 100 }));
    const slow = Array.from({ length: 20 }, (_, at) => ({ ok: true, at, ms: 8_000 }));
    expect([...quick, ...slow].reduce(afterReport, unknownHealth(url)).averageResponseTime).toBeGreaterThan(5_000);
  });

  it('reads a saved record back, flapping left out', () => {
    const health = { ...after(yes, yes, no), flapping: true };
    expect(readHealth(JSON.parse(JSON.stringify(health)))).toEqual({ ...health, flapping: false });
  });

  it('[RELAY-33] reads records of earlier versions: who was unhealthy needs 2 successes', () => {
    const old = ({ freshSuccesses: _, ...record }: RelayHealth) => readHealth(record)!;
    const records = [after(yes), after(yes, yes), after(yes, yes, no, no, no)].map(old);
    const next = records.map((record) => afterReport(record, { ok: true, at: 9 }));
    expect(records.map(({ isHealthy }) => isHealthy)).toEqual([false, true, false]);
    expect(next.map(({ isHealthy }) => isHealthy)).toEqual([false, true, false]);
    expect(next.map((record) => afterReport(record, { ok: true, at: 10 }).isHealthy)).toEqual([true, true, true]);
  });

  it.each([
    null,
    7,
    'x',
    [],
    {},
    { url },
    { ...unknownHealth(url), url: 'HTTPS://x' },
    { ...unknownHealth(url), failureCount: -1 },
  ])('takes %j for no record', (value) => expect(readHealth(value)).toBeUndefined());

  it('never throws on what was saved, and never gives counts that contradict each other', () => {
    const field = fc.oneof(fc.integer(), fc.string(), fc.constant(url), fc.boolean(), fc.constant(undefined));
    const record = fc.record(Object.fromEntries(Object.keys(unknownHealth(url)).map((key) => [key, field])));
    fc.assert(
      fc.property(fc.oneof(record, fc.anything()), (value) => {
        const health = readHealth(value);
        if (health) expect(health.totalRequests).toBe(health.successCount + health.failureCount);
        if (health) expect(health.consecutiveFailures).toBeLessThanOrEqual(health.failureCount);
      }),
    );
  });

  it('keeps the 100 relays heard of last', () => {
    const records = Array.from({ length: 150 }, (_, at) => ({
      ...unknownHealth(`wss://r${at}.example`),
      lastHealthCheck: at,
    }));
    const kept = latestHealth(records);
    expect([kept.length, kept.some(({ lastHealthCheck }) => lastHealthCheck! < 50)]).toEqual([100, false]);
  });
});

describe('flapping', () => {
  it('[RELAY-64] keeps the last 100 durations', () => {
    const durations = Array.from({ length: 130 }, (_, ms) => ms).reduce<readonly number[]>(withDuration, []);
    expect([durations.length, durations[0], durations.at(-1)]).toEqual([100, 30, 129]);
  });

  it('[RELAY-62] is a standard deviation of the last connections under 1000 ms', () => {
    // 0 and 2000 by turns lie 1000 around their mean, with five of them a little less
    expect(standardDeviation([0, 2_000])).toBe(1_000);
    const deviations = [
      [0, 2_500, 2_500, 2_500, 2_500],
      [1, 2_500, 2_500, 2_500, 2_500],
    ] as const;
    expect(deviations.map(isFlapping)).toEqual([false, true]);
    expect(isFlapping([800, 900, 700, 1_000, 850])).toBe(true);
    expect(isFlapping([0, 2_400, 0, 2_400, 0])).toBe(false);
    expect(isFlapping([500_000, 800, 900, 700, 1_000, 850])).toBe(true);
  });

  it('is nothing that few, long or different connections tell', () => {
    expect([isFlapping([]), isFlapping([800, 800, 800, 800])]).toEqual([false, false]);
    expect(isFlapping([600_000, 600_000, 600_000, 600_000, 600_000])).toBe(false);
    expect(isFlapping([800, 900, 700, 1_000, 30_000])).toBe(false);
  });
});

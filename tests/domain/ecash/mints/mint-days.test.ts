import { describe, expect, it } from 'vitest';
import { seenDays } from '#domain/ecash/mints/mint-days.ts';

const now = Date.UTC(2026, 10, 23, 12);

describe('the days of a mint', () => {
  it('are the last 28, also those on which nothing was asked', () => {
    const days = seenDays([], now);
    expect(days).toHaveLength(28);
    expect(days.every(({ look }) => look === 'not asked')).toBe(true);
    expect([days[0]!.day, days[27]!.day]).toEqual(['2026-10-27', '2026-11-23']);
  });

  it('show answers beside the busiest day, and a day without any answer whole', () => {
    const days = seenDays(
      [
        { day: '2026-11-20', answers: 0, failures: 3 },
        { day: '2026-11-21', answers: 1, failures: 2 },
        { day: '2026-11-22', answers: 100, failures: 0 },
        { day: '2026-11-23', answers: 50, failures: 1 },
        { day: '2026-01-01', answers: 7, failures: 0 },
      ],
      now,
    );
    expect(days.slice(-4).map(({ look, height }) => `${look} ${height}`)).toEqual([
      'silent 100',
      'answered 20',
      'answered 100',
      'answered 50',
    ]);
    expect(days.slice(0, -4).every(({ look }) => look === 'not asked')).toBe(true);
  });
});

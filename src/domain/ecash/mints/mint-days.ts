import { DAY } from '#domain/units.ts';
import { SEEN_DAYS } from '#domain/ecash/ecash-limits.ts';

type Day = { readonly day: string; readonly answers: number; readonly failures: number };

/** What became of the questions of one day; `height` in percent of the busiest one. */
export type SeenDay = {
  readonly day: string;
  readonly look: 'answered' | 'silent' | 'not asked';
  readonly height: number;
};

const SHORTEST_PERCENT = 20;

/** The last 28 days up to that of `now` (ms), also those without a question. */
export const seenDays = (days: readonly Day[], now: number): readonly SeenDay[] => {
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  return Array.from({ length: SEEN_DAYS }, (_, at) => {
    const day = new Date(now - (SEEN_DAYS - 1 - at) * DAY).toISOString().slice(0, 10);
    const { answers = 0, failures = 0 } = days.find((one) => one.day === day) ?? {};
    if (answers > 0)
      return { day, look: 'answered', height: Math.max(SHORTEST_PERCENT, Math.round((100 * answers) / most)) };
    return { day, look: failures > 0 ? 'silent' : 'not asked', height: failures > 0 ? 100 : 8 };
  });
};

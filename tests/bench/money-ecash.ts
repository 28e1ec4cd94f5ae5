import { ECASH_CASES } from '#tests/support/ecash-cases.ts';
import { tryMoneyPoints, type MoneyReport } from '#tests/support/money-points.ts';
import type { Row } from './table.ts';

const EVERY_PAIR = { every: 1, from: 0 };
/** Fewer would mean that an operation lost its places. */
const RUNS_LEAST = 20_000;

/**
 * Each ecash operation with all that can go wrong at each place where it waits, and once more in the recovery, against the
 * books of a mint: nothing lost, nothing in doubt.
 */
export const benchEcash = async (): Promise<Row[]> => {
  const reports: MoneyReport[] = [];
  for (const each of Object.values(ECASH_CASES)) reports.push(await tryMoneyPoints(each, { pairs: EVERY_PAIR }));
  const sum = (of: (report: MoneyReport) => number) => reports.reduce((all, report) => all + of(report), 0);
  const [points, tried, failures] = [
    sum((one) => one.points),
    sum((one) => one.tried),
    sum((one) => one.failures.length),
  ];
  return [
    {
      name: `ecash: places where ${reports.length} operations wait`,
      value: `${points}`,
      budget: '>= 300',
      holds: points >= 300,
    },
    {
      name: 'ecash: runs, alone and in pairs',
      value: `${tried}`,
      budget: `>= ${RUNS_LEAST}`,
      holds: tried >= RUNS_LEAST,
    },
    { name: `ecash: lost or in doubt, of ${tried}`, value: `${failures}`, budget: '0', holds: failures === 0 },
  ];
};

import { ECASH_CASES, LARGE_CASES } from '#tests/support/ecash-cases.ts';
import { chanceFrom } from '#devnet/content/random.ts';
import { rushInBrowser } from '#tests/support/browser-tabs.ts';
import { killBrowser } from '#tests/support/killed-browser.ts';
import { tryAstray, tryMoneyPoints, type MoneyReport } from '#tests/support/money-points.ts';
import { openBrowser } from './browser.ts';
import { percentile, type Row } from './table.ts';

const EVERY_PAIR = { every: 1, from: 0 };
/** with amounts that take many pieces a run takes ten times as long */
const SOME_PAIRS = { every: 40, from: 0 };
/** Fewer would mean that an operation lost its places. */
const RUNS_LEAST = 20_000;
/** Runs in which requests come late, twice or in another order, of all operations together. */
const ASTRAY_RUNS = 500;

const benchAstray = async (): Promise<Row> => {
  const cases = Object.values({ ...ECASH_CASES, ...LARGE_CASES });
  let failures = 0;
  for (let run = 0; run < ASTRAY_RUNS; run += 1)
    failures += (await tryAstray(cases[run % cases.length]!, chanceFrom(`bench ${run}`))).length;
  return {
    name: `ecash: lost or in doubt, of ${ASTRAY_RUNS} runs with requests late, doubled and in another order`,
    value: `${failures}`,
    budget: '0',
    holds: failures === 0,
  };
};

/**
 * Each ecash operation with all that can go wrong at each place where it waits, and once more in the recovery, against the
 * books of a mint: nothing lost, nothing in doubt.
 */
export const benchEcash = async (): Promise<Row[]> => {
  const reports: MoneyReport[] = [];
  for (const each of Object.values(ECASH_CASES)) reports.push(await tryMoneyPoints(each, { pairs: EVERY_PAIR }));
  for (const each of Object.values(LARGE_CASES)) reports.push(await tryMoneyPoints(each, { pairs: SOME_PAIRS }));
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
    await benchAstray(),
  ];
};

/** Tabs of the built app, and what each of them does. */
const TABS = 4;
const EACH = 250;
/** ms between the ends of tabs that act, and until another one does */
const CLOSE_MS = 2_000;
const FAILOVER_MS = 1_500;

/** Four tabs of one browser at two mints, while the one that acts is closed again and again. */
export const benchTabs = async (): Promise<Row[]> => {
  const browser = await openBrowser();
  const wish = { context: browser.context, seed: 'bench', tabs: TABS, each: EACH, closeEveryMs: CLOSE_MS };
  const { done, cut, told, faults, failovers } = await rushInBrowser({ ...wish, say: console.log }).finally(
    browser.dispose,
  );
  for (const line of [...told, ...faults]) console.log(line);
  const all = TABS * EACH;
  const p95 = percentile(failovers, 0.95);
  return [
    {
      name: `ecash: lost, in doubt or by a number taken twice, of ${done + cut} things in ${TABS} tabs, ${cut} of them cut off`,
      value: `${faults.length}`,
      budget: '0',
      holds: faults.length === 0 && done + cut === all && cut > 0,
    },
    {
      name: `ecash: failures that somebody was told of, of ${done}`,
      value: `${told.length}`,
      budget: '0',
      holds: told.length === 0 && done > all / 2,
    },
    {
      name: `ecash: until another tab acts, p95 of ${failovers.length}, ms`,
      value: p95.toFixed(0),
      budget: `<= ${FAILOVER_MS}`,
      holds: failovers.length > 10 && p95 <= FAILOVER_MS,
    },
  ];
};

/** SIGKILLs of the browser. */
const KILLS = 300;
/** ms until the balance is right once the page is opened again */
const RIGHT_MS = 2_000;

/** A browser that is ended by SIGKILL while ecash is under way, with a profile of its own. */
export const benchKilled = async (): Promise<Row[]> => {
  const { failures, ms, underWay } = await killBrowser(KILLS, { say: console.log });
  const longest = Math.max(...ms);
  return [
    {
      name: `ecash: lost or in doubt after ${ms.length} SIGKILLs of the browser, ${underWay} of them in an operation`,
      value: `${failures.length}`,
      budget: '0',
      holds: failures.length === 0 && ms.length === KILLS && underWay > KILLS / 3,
    },
    {
      name: 'ecash: until the balance is right after a SIGKILL, ms at most',
      value: longest.toFixed(0),
      budget: `<= ${RIGHT_MS}`,
      holds: longest <= RIGHT_MS,
    },
  ];
};

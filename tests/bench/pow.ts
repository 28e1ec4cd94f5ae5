import type { Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import type { PowRow } from './pow.bench.ts';
import { median, type Row } from './table.ts';
import { servePage } from './worker-page.ts';

type Bench = {
  benchPow(): Promise<PowRow[]>;
  startWorker(): Promise<number>;
  mineAlone(characters: number): Promise<number>;
  mineTogether(characters: number): Promise<number>;
};

const millions = (rate: number) => `${(rate / 1e6).toFixed(2)} M/s`;

/** What each way must reach against which peer. */
const budgets: readonly [way: number, peer: string, least: number][] = [
  [0, 'nostr-tools', 30],
  [0, 'notemine 0.3.2', 6],
  [0, '@snort/system-wasm', 6],
  [1, 'nostr-tools', 13],
  [2, 'nostr-tools', 10],
];

/** Characters of a note, and the seconds in which 24 bits are to be found on average. */
const lengths: readonly [characters: number, most: number][] = [
  [50, 2],
  [140, 3],
  [300, 4],
];

const STARTS = 7;

/** Each way against what others use. */
const againstPeers = (rows: readonly PowRow[]): Row[] =>
  budgets.map(([way, peer, least]) => {
    const row = rows[way]!;
    const ratio = row.ratios[peer]!;
    const theirs = rows.find(({ name }) => name === peer)!;
    return {
      name: `mining, ${row.name}`,
      value: millions(row.rate),
      against: `${peer} ${millions(theirs.rate)}`,
      ratio: ratio.toFixed(1),
      budget: `>= ${least}`,
      holds: ratio >= least,
    };
  });

const bench = (page: Page) => ({
  rows: () => page.evaluate(() => (window as unknown as Bench).benchPow()),
  start: () => page.evaluate(() => (window as unknown as Bench).startWorker()),
  alone: (length: number) => page.evaluate((count) => (window as unknown as Bench).mineAlone(count), length),
  together: (length: number) => page.evaluate((count) => (window as unknown as Bench).mineTogether(count), length),
});

const onTwoWorkers = async ({ alone, together }: ReturnType<typeof bench>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [characters, most] of lengths) {
    const [one, two] = [await alone(characters), await together(characters)];
    const seconds = 2 ** 24 / two;
    rows.push({
      name: `24 bits on two workers, on average, ${characters} characters`,
      value: `${seconds.toFixed(1)} s, ${millions(two)}`,
      against: `one worker ${millions(one)}`,
      ratio: (two / one).toFixed(2),
      budget: `< ${most} s`,
      holds: seconds < most,
    });
  }
  return rows;
};

/** Proof of work on a note of 300 bytes, on one worker, against what others use; then on two workers. */
export async function benchMining(): Promise<Row[]> {
  const served = await servePage('pow.page.ts');
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'benchPow' in window);
  const measure = bench(page);
  const against = againstPeers(await measure.rows());
  const together = await onTwoWorkers(measure);
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await measure.start());
  await browser.dispose();
  await served.close();
  return [
    ...against,
    ...together,
    {
      name: 'start of a mining worker, to its first nonces',
      value: `${median(starts).toFixed(0)} ms`,
      budget: '< 100 ms',
      holds: median(starts) < 100,
    },
  ];
}

import type { Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import type { PowRow } from './pow.bench.ts';
import type { Row } from './table.ts';
import { servePage } from './worker-page.ts';

type Bench = {
  clicks: number[];
  mineBoth(ms: number): Promise<number[]>;
  benchPow(): Promise<PowRow[]>;
  benchTogether(): Promise<{ alone: number; together: number }>;
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

const CLICKS = 40;
const MINING_MS = 6_000;

/** ms from a click to the next frame, the slowest of many, while all cores mine. */
const slowestClick = async (page: Page): Promise<number> => {
  const mining = page.evaluate((ms) => (window as unknown as Bench).mineBoth(ms), MINING_MS);
  for (let click = 0; click < CLICKS; click += 1) await page.mouse.click(200, 200);
  await mining;
  // clicks under 16 ms are not told of
  return page.evaluate(() => Math.max(16, ...(window as unknown as Bench).clicks));
};

/** Proof of work on a note of 300 bytes, on one worker, against what others use; then on two workers. */
export async function benchMining(): Promise<Row[]> {
  const served = await servePage('pow.page.ts');
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'benchTogether' in window);
  const rows = await page.evaluate(() => (window as unknown as Bench).benchPow());
  const { alone, together } = await page.evaluate(() => (window as unknown as Bench).benchTogether());
  const click = await slowestClick(page);
  await browser.dispose();
  await served.close();
  const against = budgets.map(([way, peer, least]) => {
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
  return [
    ...against,
    {
      name: 'mining on two workers',
      value: millions(together),
      against: `one worker ${millions(alone)}`,
      ratio: (together / alone).toFixed(2),
    },
    {
      name: 'slowest click while two workers mine',
      value: `${click} ms`,
      budget: '< 50 ms',
      holds: click < 50,
    },
    { name: '24 bits on two workers, on average', value: `${(2 ** 24 / together).toFixed(1)} s` },
  ];
}

import { openBrowser } from './browser.ts';
import type { PowRow } from './pow.bench.ts';
import type { Row } from './table.ts';
import { servePage } from './worker-page.ts';

type Bench = {
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

/** Proof of work on a note of 300 bytes, on one worker, against what others use; then on two workers. */
export async function benchMining(): Promise<Row[]> {
  const served = await servePage('pow.page.ts');
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'benchTogether' in window);
  const rows = await page.evaluate(() => (window as unknown as Bench).benchPow());
  const { alone, together } = await page.evaluate(() => (window as unknown as Bench).benchTogether());
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
    { name: '24 bits on two workers, on average', value: `${(2 ** 24 / together).toFixed(1)} s` },
  ];
}

import { openBrowser } from './browser.ts';
import type { Row } from './table.ts';
import type { VerifyRow } from './verify.bench.ts';
import { servePage } from './worker-page.ts';

/** how many times nostr-tools, row by row; the last has none */
const BUDGETS = [2, 2, 3, 8] as const;

/** Verification on one worker against nostr-tools' verifyEvent. */
export async function benchVerification(): Promise<Row[]> {
  const served = await servePage('verify.page.ts');
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'benchVerify' in window);
  const rows = await page.evaluate(() => (window as unknown as { benchVerify(): Promise<VerifyRow[]> }).benchVerify());
  await browser.dispose();
  await served.close();
  return rows.map(({ name, ours, theirs, ratio, unit }, at) => ({
    name,
    value: `${Math.round(ours)} ${unit}`,
    against: `nostr-tools ${Math.round(theirs)} ${unit}`,
    ratio: ratio.toFixed(1),
    ...(BUDGETS[at] ? { budget: `>= ${BUDGETS[at]}`, holds: ratio >= BUDGETS[at] } : {}),
  }));
}

import { expect, test } from '@playwright/test';
import { killBrowser } from '../support/killed-browser.ts';

const KILLS = 20;
/** each starts a browser anew: 5 s, on a machine that does much else several times that */
const LIMIT_MS = 600_000;

test('[PROOF-08] [PROOF-09] ecash is all there after each SIGKILL of the browser, in whatever it was', async () => {
  test.setTimeout(LIMIT_MS);
  const { failures, ms, underWay } = await killBrowser(KILLS, { kind: 'page' });
  expect(failures).toEqual([]);
  expect(ms).toHaveLength(KILLS);
  // or nothing would be tried
  expect(underWay).toBeGreaterThan(2);
});

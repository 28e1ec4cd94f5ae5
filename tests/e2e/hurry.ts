import { expect, type Page } from '@playwright/test';

/** ms of the page's own clock, which is ahead of the real one where a test let time pass. */
export const pageNow = (page: Page): Promise<number> => page.evaluate(() => Date.now());

const STEP_MS = 250;
const STEP_MAX_MS = 2_000;
const REAL_STEP_MS = 25;
const NETWORK_MS = 3_000;

/** As long as a socket needs to be opened, which the clock of the page cannot hurry: on a busy machine that is longer. */
const letSocketsOpen = async (page: Page) => {
  await new Promise((resolve) => setTimeout(resolve, REAL_STEP_MS));
  await page.evaluate(async () => {
    for (let trip = 0; trip < 2; trip += 1) await fetch('/icon.svg', { cache: 'no-store' }).catch(() => undefined);
  });
};

/**
 * Lets the clock of the page, which was installed before, run about ten times as fast until the condition holds; sockets
 * stay as they are. Answers with the ms that passed by that clock; fails after `limitMs` of them, and NETWORK_MS of real
 * time for what waits for the network alone by then.
 */
export const hurryUntil = async (
  page: Page,
  what: string,
  limitMs: number,
  condition: () => Promise<boolean>,
): Promise<number> => {
  const began = await pageNow(page);
  for (;;) {
    const holds = await condition();
    const passed = (await pageNow(page)) - began;
    if (holds) return passed;
    if (passed > limitMs) {
      await expect.poll(condition, { message: `${what} within ${limitMs} ms`, timeout: NETWORK_MS }).toBe(true);
      return (await pageNow(page)) - began;
    }
    await page.clock.fastForward(Math.min(STEP_MAX_MS, Math.max(STEP_MS, Math.round(passed / 10))));
    await letSocketsOpen(page);
  }
};

import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A person who looks at the screen sees where the focus is. */
export const expectFocusRing = async (page: Page, what: string) => {
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
    return { outlineStyle, wide: Number.parseFloat(outlineWidth) >= 2 };
  });
  expect(ring, what).toEqual({ outlineStyle: expect.not.stringMatching('none') as unknown, wide: true });
};

/** Presses Tab until the control has the focus. */
export const tabTo = async (page: Page, control: Locator) => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await control.count()) === 1 && (await control.evaluate((element) => element === document.activeElement)))
      break;
  }
  await expect(control).toBeFocused();
  await expectFocusRing(page, String(control));
};

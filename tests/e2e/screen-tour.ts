import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expectComfortableHere } from './comfort-looks.ts';
import type { Screen } from './screens.ts';

/** Opens each screen once and looks at it in every way: WCAG by rules in both sizes and themes, and whether it fits. */
export const expectGoodScreens = async (page: Page, url: string, screens: readonly Screen[]) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, path, shows } of screens) {
    await page.goto(`${url}${path}`);
    await expectAccessibleHere(page, name, shows(page));
    await expectComfortableHere(page, name, shows(page));
  }
};

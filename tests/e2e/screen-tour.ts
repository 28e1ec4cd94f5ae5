import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expectComfortableHere } from './comfort-looks.ts';
import type { Screen } from './screens.ts';

/** Goes on inside the app, as a link does: to load it anew for each screen takes as long as to look at it. */
const goOn = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path);

/**
 * Looks at each screen in every way: WCAG by rules in both sizes and themes, and whether it fits. The first one is loaded by its
 * address where the app is not open yet; so are all where they are to be seen as they are found `by address`.
 */
export const expectGoodScreens = async (
  page: Page,
  url: string,
  screens: readonly Screen[],
  go: 'on' | 'by address' = 'on',
) => {
  for (const [at, { name, path, shows }] of screens.entries()) {
    await ((at === 0 && !page.url().startsWith(url)) || go === 'by address'
      ? page.goto(`${url}${path}`)
      : goOn(page, path));
    await expectAccessibleHere(page, name, shows(page));
    await expectComfortableHere(page, name, shows(page));
  }
};

import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { chooseTheme, type Screen } from './screens.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const NARROW = { width: 320, height: 640 };
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Until what moves has come to rest: colours change in steps, too. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const steps = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(steps.map(({ finished }) => finished));
  });

/** The rules that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What breaks WCAG 2.2 at the levels A and AA, and where. */
const violations = async (page: Page, rules: 'all' | 'colours') => {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules === 'all') axe.options({ rules: { 'target-size': { enabled: true } } }).withTags(LEVELS);
  else axe.withRules(COLOUR_RULES);
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
};

/** What is wider than the window, of the page itself and of what scrolls in a dialog. */
const overflows = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog, dialog > *')];
    return boxes
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
      .map((box) => `${box.tagName} ${box.className}`);
  });

/** Looks at what the page shows now in both sizes and both themes, and at 320 px for what is too wide. */
export const expectAccessibleHere = async (page: Page, name: string, shown?: Locator) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    if (shown) await expect(shown.first(), name).toBeVisible();
    for (const [theme, rules] of [
      ['light', 'colours'],
      ['dark', 'all'],
    ] as const) {
      await chooseTheme(page, theme);
      await rest(page);
      expect.soft(await violations(page, rules), `${name}, ${theme}, ${size.width} px`).toEqual([]);
    }
  }
  await page.setViewportSize(NARROW);
  await expect.poll(() => overflows(page), `${name}, ${NARROW.width} px`).toEqual([]);
};

/** Opens each screen and looks at it as above. */
export const expectAccessible = async (page: Page, url: string, screens: readonly Screen[]) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, path, shows } of screens) {
    await page.goto(`${url}${path}`);
    await expectAccessibleHere(page, name, shows(page));
  }
};

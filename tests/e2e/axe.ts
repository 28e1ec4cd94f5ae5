import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { chooseTheme } from './screens.ts';

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

const IS_LOADED = "typeof axe === 'object'";

/**
 * What breaks WCAG 2.2 at the levels A and AA, and where. The library is loaded once in a page, and describes only what it
 * finds broken: both take longer than to look.
 */
const violations = async (page: Page, rules: 'all' | 'colours') => {
  const isLoaded = await page.evaluate<boolean>(IS_LOADED);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: IS_LOADED } : {}) }).setLegacyMode();
  const resultTypes: ['violations'] = ['violations'];
  if (rules === 'all') axe.options({ resultTypes, rules: { 'target-size': { enabled: true } } }).withTags(LEVELS);
  else axe.options({ resultTypes }).withRules(COLOUR_RULES);
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

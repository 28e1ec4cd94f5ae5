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

type Broken = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];

const where = ({ target }: Pick<Broken, 'target'>) => target.join(' ');

/** Those that are cut by a bar that stays where it is while they scroll: how much of them is to be seen is chance. */
const behindBars = (page: Page, selectors: readonly string[]) =>
  page.evaluate((all) => {
    const stays = (element: Element): boolean =>
      /fixed|sticky/.test(getComputedStyle(element).position) ||
      (element.parentElement !== null && stays(element.parentElement));
    return all.filter((selector) => {
      const target = document.querySelector(selector)!;
      const { left, top, bottom, width } = target.getBoundingClientRect();
      const seen = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + width / 2, y));
      return !stays(target) && seen.some((element) => !element || (!target.contains(element) && stays(element)));
    });
  }, selectors);

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
  const { violations: found } = await axe.analyze();
  const behind = await behindBars(
    page,
    found.filter(({ id }) => id === 'target-size').flatMap(({ nodes }) => nodes.map(where)),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => id !== 'target-size' || !behind.includes(where(node)))
      .map((node) => `${id}: ${where(node)} ${node.any[0]?.message ?? ''}`),
  );
};

/**
 * Controls that are smaller than 24 px (WCAG 2.5.8) and stand in no sentence. The rule lets such a one pass where room is
 * left around it, which depends on names, hours and pictures: here it is large enough by itself.
 */
const smallTargets = (page: Page) =>
  page.evaluate((leastPx) => {
    const inSentence = (control: Element): boolean => {
      if (getComputedStyle(control).display !== 'inline') return false;
      const links = [...control.parentElement!.querySelectorAll('a, button')];
      return control.parentElement!.innerText.trim() !== links.map((link) => link.textContent).join(' ');
    };
    return [...document.querySelectorAll<HTMLElement>('a, button, summary, select, input, [role=tab], [role=checkbox]')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => control.closest('.vh, .skip') === null && !inSentence(control))
      .map((control) => [control, (control.closest('label') ?? control).getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => width > 0 && (width < leastPx || height < leastPx))
      .map(([{ className, innerText }, { width, height }]) => `${className} '${innerText}' ${width} x ${height}`);
  }, 24);

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
    expect.soft(await smallTargets(page), `${name}, ${size.width} px, to press`).toEqual([]);
  }
  await page.setViewportSize(NARROW);
  await expect.poll(() => overflows(page), `${name}, ${NARROW.width} px`).toEqual([]);
};

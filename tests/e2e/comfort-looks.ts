import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What a person may set in the browser or the system, and how wide the window is then. */
const LOOKS = [
  // also 1280 px at 400 % (WCAG 1.4.10)
  { name: '320 px', width: 320, css: '', dir: 'ltr' },
  { name: '320 px, right to left', width: 320, css: '', dir: 'rtl' },
  // WCAG 1.4.12
  {
    name: 'spaced text',
    width: 390,
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }`,
    dir: 'ltr',
  },
  // WCAG 1.4.4
  { name: 'text at 200 %', width: 1280, css: 'html { font-size: 200% !important; }', dir: 'ltr' },
] as const;

const AS_IT_WAS = { css: '', dir: 'ltr' } as const;

const take = (page: Page, { css, dir }: Pick<(typeof LOOKS)[number], 'css' | 'dir'>) =>
  page.evaluate(
    async ([text, direction]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
      document.documentElement.dir = direction;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [css, dir] as const,
  );

/** What is too wide, cut off, or moves. The room around an icon that a finger finds may reach 4 px over the edge. */
const faults = (page: Page): Promise<readonly string[]> =>
  page.evaluate((SPARE_PX) => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} '${(element.textContent ?? '').trim().slice(0, 30)}'`;
    const top = [...document.querySelectorAll('dialog:modal')].at(-1);
    const place: ParentNode = top ?? document;
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.vh, .skip, [aria-hidden=true], .skel') === null;
    const scrollsAcross = (element: Element): boolean => {
      for (let box: Element | null = element.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth + 1)
          return box.matches('.chips--scroll, .tabs, pre, .raw');
      }
      return false;
    };
    const boxes = [
      document.documentElement,
      ...place.querySelectorAll('dialog, dialog > *, .scroll'),
      ...(top ? [top] : []),
    ];
    const wide = boxes
      .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
      .map((box) => `too wide: ${nameOf(box)}`);
    const controls = [...place.querySelectorAll('button, a, summary, label, select, h1, h2, h3, kbd, .chip')].filter(
      isShown,
    );
    const outside = controls
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return (
          width > 0 &&
          (left < -SPARE_PX || right > document.documentElement.clientWidth + SPARE_PX) &&
          !scrollsAcross(control)
        );
      })
      .map(
        (control) =>
          `outside: ${nameOf(control)} ${Math.round(control.getBoundingClientRect().left)} to ${Math.round(control.getBoundingClientRect().right)}`,
      );
    const cut = controls
      .filter((control) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(control);
        const across =
          overflowX !== 'visible' && textOverflow !== 'ellipsis' && control.scrollWidth > control.clientWidth + 1;
        const down = /hidden|clip/.test(overflowY) && control.scrollHeight > control.clientHeight + 2;
        return !control.matches('select') && (across || down);
      })
      .map((control) => `cut off: ${nameOf(control)}`);
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => `moves: ${nameOf((effect as KeyframeEffect).target!)}`);
    return [...new Set([...wide, ...outside, ...cut, ...moving])];
  }, 4);

const softly = expect.configure({ soft: true });

/** Looks at what the page shows now in all the ways above; nothing moves, for that was asked for. */
export const expectComfortableHere = async (page: Page, name: string, shown: Locator) => {
  for (const look of LOOKS) {
    await page.setViewportSize({ width: look.width, height: 800 });
    await expect(shown.first(), name).toBeVisible();
    await take(page, look);
    await softly.poll(() => faults(page), `${name}, ${look.name}`).toEqual([]);
  }
  await take(page, AS_IT_WAS);
};

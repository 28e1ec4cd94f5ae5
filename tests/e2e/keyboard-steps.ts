import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Where the ring around what has the focus is cut off by something that does not scroll; else ''. */
const cutOff = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { outlineStyle, outlineWidth, outlineOffset, opacity } = getComputedStyle(focused);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    if (focused === document.body || outlineStyle === 'none' || opacity === '0') return '';
    const own = focused.getBoundingClientRect();
    const sides: string[] = [];
    for (let box = focused.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const across = overflowX !== 'visible' && box.scrollWidth <= box.clientWidth + 1;
      const down = overflowY !== 'visible' && box.scrollHeight <= box.clientHeight + 1;
      const isCut = (room: number) => room < ring - 0.5;
      if (across && isCut(own.left - edge.left)) sides.push('left');
      if (across && isCut(edge.right - own.right)) sides.push('right');
      if (down && isCut(own.top - edge.top)) sides.push('top');
      if (down && isCut(edge.bottom - own.bottom)) sides.push('bottom');
    }
    const name = (focused.ariaLabel ?? focused.textContent ?? '').trim().slice(0, 40);
    return sides.length === 0 ? '' : `${name}: ring cut off at ${sides.join(', ')}`;
  });

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

/** What the focus is on, where all of it lies under something else (WCAG 2.4.11); else ''. */
const covered = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
    if (focused === document.body || width === 0) return '';
    const name = `${(focused.ariaLabel ?? focused.textContent ?? '').trim().slice(0, 40)} at ${Math.round(top)}`;
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    const [across, down] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
    if (across <= 0 || down <= 0) return `${name}: out of the window`;
    const parts = [0.2, 0.5, 0.8];
    const isSeen = ([atX, atY]: readonly [number, number]) => {
      const hit = document.elementFromPoint(x + across * atX, y + down * atY);
      return focused.contains(hit) || (hit?.contains(focused) === true && !hit.matches('dialog, body, html'));
    };
    const seen = parts.flatMap((atX) => parts.map((atY) => [atX, atY] as const)).some(isSeen);
    return seen || height === 0 ? '' : name;
  });

/** Presses Tab so often; the ring around what has the focus is whole. */
export const expectWholeRings = async (page: Page, presses: number, what: string) => {
  const found = new Set<string>();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    found.add(await cutOff(page));
  }
  found.delete('');
  expect.soft([...found], what).toEqual([]);
};

/** Presses the key so often; what has the focus is never covered. */
export const expectNeverCovered = async (page: Page, key: 'Tab' | 'Shift+Tab', presses: number, what: string) => {
  const found = new Set<string>();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    found.add(await covered(page));
  }
  found.delete('');
  expect([...found], `${what}, ${key}`).toEqual([]);
};

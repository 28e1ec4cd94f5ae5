import type { Page } from '@playwright/test';

/** Hears what screen readers say unasked from now on: what is written into live regions; tells it since the last call. */
export const hearSpoken = async (page: Page): Promise<() => Promise<readonly string[]>> => {
  await page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    const regionOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest('output, [role="status"], [role="alert"]');
    new MutationObserver((changes) => {
      const regions = new Set(changes.map(({ target }) => regionOf(target)));
      for (const region of regions) if (region?.textContent) spoken.push(region.textContent.trim());
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0));
};

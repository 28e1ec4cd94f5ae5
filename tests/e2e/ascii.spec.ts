import { expect } from './fixtures.ts';
import { takenOver } from './installed.ts';
import { lettersIn, linesOf, startIn, test } from './mode-steps.ts';
import { savedCache } from './saved-cache.ts';
import { card } from './scripted-network.ts';

/** How much of it is more than a dot. */
const inkOf = (lines: readonly string[]): number =>
  lines.join('').replaceAll(/[ .-]/g, '').length / lines.join('').length;

test('[FEED-12] an AVIF is drawn like any picture', async ({ page, open, pictured }) => {
  await open([pictured('ann', 10, 'Blocks', { '/blocks.avif': { alt: 'White above black', dim: '400x300' } })], {
    useAscii: true,
    useColor: false,
  });
  const lines = await linesOf(lettersIn(card(page, 'Blocks')));
  expect(inkOf(lines.slice(0, 5))).toBe(1);
  expect(inkOf(lines.slice(-5))).toBe(0);
});

test.describe('offline', () => {
  test.use({ serviceWorker: true });

  test('[FEED-12] what was read before is drawn again, and what was not says so and is offered', async ({
    page,
    relay,
    serve,
    pictures,
    pictured,
  }) => {
    const events = [
      pictured('ann', 10, 'Fog', { '/forest.jpg': { alt: 'Firs in fog' } }),
      pictured('ann', 20, 'Later', { '/late.jpg': { alt: 'A sail boat' } }),
    ];
    const { url } = await serve([await relay({ events })]);
    await startIn(page, { useAscii: true, useColor: false });
    await page.goto(url);
    await takenOver(page);
    const before = await linesOf(lettersIn(card(page, 'Fog')));
    await expect.poll(async () => JSON.stringify(await savedCache(page))).toContain('/forest.jpg');
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText('You are offline')).toBeVisible();
    expect(await linesOf(lettersIn(card(page, 'Fog')))).toEqual(before);
    await expect(card(page, 'Later')).toContainText(`${new URL(pictures.url).host} did not send this picture.`);
    await card(page, 'Later').getByRole('button', { name: 'Show picture' }).click();
    await expect(card(page, 'Later')).toContainText(/not available/);
  });
});

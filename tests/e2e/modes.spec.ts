import { expectAccessibleHere } from './axe.ts';
import { expect, test as onDevnet } from './fixtures.ts';
import { choose, lettersIn, linesOf, startIn, test, viewerOf } from './mode-steps.ts';
import { card, feedOf } from './scripted-network.ts';
import { skipSplash } from './screens.ts';

const inkOf = (lines: readonly string[]): number =>
  lines.join('').replaceAll(/[ .-]/g, '').length / lines.join('').length;

test('[FEED-12] [FEED-13] pictures are drawn in letters, with their colours in Color Mode', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const two = { '/ridge.webp': { alt: 'Ridges', dim: '720x960' }, '/blink.gif': { alt: '' } };
  const events = [
    pictured('ann', 10, 'Fog', { '/forest.jpg': { alt: 'Firs in fog' } }),
    pictured('ben', 20, 'Two', two),
    writer.profile('ben'),
  ];
  await open(events, { useAscii: true, useColor: false });
  const fog = card(page, 'Fog').getByRole('link', { name: 'Open picture: Firs in fog' });
  const letters = lettersIn(card(page, 'Fog'));
  const lines = await linesOf(letters);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  expect(lines[0]!.length).toBeGreaterThan(80);
  // the sky is brighter than the firs, and bright is dense
  expect(inkOf(lines.slice(0, 10))).toBeGreaterThan(inkOf(lines.slice(-10)) + 0.5);
  const place = (await fog.boundingBox())!;
  const drawn = (await letters.boundingBox())!;
  expect(drawn.width / place.width).toBeGreaterThan(0.95);
  expect(drawn.width).toBeLessThanOrEqual(place.width);
  expect(drawn.height / place.height).toBeGreaterThan(0.94);
  await expect(page.getByRole('feed').locator('img[src$=".jpg"]')).toHaveCount(0);
  await expect(fog).toMatchAriaSnapshot(`- 'link "Open picture: Firs in fog"':\n  - img "Firs in fog"`);

  // people are the letters of their names; the name itself is heard once
  const ben = card(page, 'Two').getByRole('link', { name: 'ben, profile' });
  await expect(ben.locator('img, svg')).toHaveCount(0);
  await expect(ben).toMatchAriaSnapshot(`- 'link "ben, profile"'`);

  // of what moves the first frame, and a name for what its author did not describe
  await expect(page.getByRole('img', { name: 'Picture 2 of a note by ben' })).toHaveCount(1);
  const white = await linesOf(lettersIn(card(page, 'Two')).nth(1));
  expect(new Set(white.join('')).size).toBe(1);

  await expect(letters).toHaveCSS('background-clip', 'border-box');
  await choose(page, 'useColor', true);
  await expect(letters).toHaveCSS('background-clip', 'text');
  await expect(letters).toHaveCSS('background-image', /^url\("data:image\/png/);
  expect(await linesOf(letters)).toEqual(lines);

  await choose(page, 'useAscii', false);
  await expect(fog.getByRole('img', { name: 'Firs in fog' })).toHaveJSProperty('naturalWidth', 960);
});

test('[FEED-12] the letters can be selected, and a press opens the viewer', async ({ page, open, pictured }) => {
  await open([pictured('ann', 10, 'Fog', { '/forest.jpg': { alt: 'Firs in fog' } })], { useAscii: true });
  const art = lettersIn(card(page, 'Fog'));
  const lines = await linesOf(art);
  const { x, y, width, height } = (await art.boundingBox())!;
  await page.mouse.move(x + 30, y + 30);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width - 30, y + height - 40, { steps: 4 });
  await page.mouse.up();
  const selected = (await page.evaluate(() => getSelection()?.toString() ?? '')).trim().split('\n');
  expect(selected.length).toBeGreaterThan(lines.length / 2);
  expect(lines).toContain(selected[3]);
  await expect(page).toHaveURL(/\/$/);
  await page.evaluate(() => getSelection()?.empty());
  await art.click();
  await expect(viewerOf(page).getByRole('img', { name: 'Firs in fog' })).toHaveJSProperty('naturalWidth', 960);
});

test('what cannot be drawn says so in its place and is offered as it is', async ({
  page,
  open,
  pictured,
  pictures,
}) => {
  const site = new URL(pictures.url).host;
  const cases = [
    ['/closed.jpg', `${site} does not let other sites read its pictures.`],
    ['/bomb.png', 'This picture is too large to be drawn.'],
    ['/vector.svg', 'This kind of picture cannot be drawn.'],
    ['/torn.png', 'This picture could not be drawn.'],
    ['/gone.jpg', `${site} did not send this picture.`],
  ] as const;
  await page.setViewportSize({ width: 1280, height: 3_200 });
  await open(
    cases.map(([path], at) => pictured('ann', 10 + at, `Case ${at}`, { [path]: { alt: `Picture ${at}` } })),
    { useAscii: true },
  );
  for (const [at, [, words]] of cases.entries()) {
    const place = card(page, `Case ${at}`);
    await expect(place).toContainText(words);
    await expect(place.getByRole('button', { name: 'Try again' })).toHaveCount(at > 2 ? 1 : 0);
  }
  const asked = () => pictures.asked.filter((path) => path === '/gone.jpg').length;
  const before = asked();
  await card(page, 'Case 4').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(asked).toBeGreaterThan(before);
  await expect(card(page, 'Case 4')).toContainText('did not send this picture');

  const closed = card(page, 'Case 0');
  const height = (await closed.boundingBox())!.height;
  await closed.getByRole('button', { name: 'Show picture' }).click();
  await expect(closed.getByRole('img', { name: 'Picture 0' })).toHaveJSProperty('naturalWidth', 960);
  expect((await closed.boundingBox())!.height).toBeCloseTo(height, 0);
  await closed.getByRole('link', { name: 'Open picture: Picture 0' }).click();
  await expect(viewerOf(page)).toBeVisible();
});

test('nothing moves when a drawing arrives, and it is there at once the next time', async ({
  page,
  open,
  writer,
  pictured,
  pictures,
}) => {
  const fill = Array.from({ length: 30 }, (_, at) => writer.note('ben', 60 + at, `Filler ${at}`));
  const events = [pictured('ann', 10, 'Late', { '/late.jpg': { alt: 'A sail boat' } }), ...fill];
  await open(events, { useAscii: true });
  const first = card(page, 'Late');
  const place = lettersIn(first);
  await expect(first.getByRole('img', { name: 'A sail boat' })).toHaveCount(1);
  await expect(place).toHaveCount(0);
  const before = await first.boundingBox();
  pictures.sendLate();
  await linesOf(place);
  expect(await first.boundingBox()).toEqual(before);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(place).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await linesOf(place);
  expect(pictures.asked.filter((path) => path === '/late.jpg')).toHaveLength(1);
});

for (const [name, modes] of [
  ['Color Mode', { useAscii: true, useColor: true }],
  ['Image Mode', { imageMode: true }],
  ['Image Mode in letters', { imageMode: true, useAscii: true }],
] as const)
  onDevnet(`the feed is accessible in ${name}`, async ({ page, network }) => {
    await skipSplash(page);
    await startIn(page, modes);
    await page.goto(network.url);
    const picture = feedOf(page).getByRole('link', { name: /^Open picture/ });
    await expect(picture.first()).toBeVisible();
    await expectAccessibleHere(page, name);
  });

import type { Locator, Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expect, test as onDevnet } from './fixtures.ts';
import { startPictureServer } from './picture-server.ts';
import { card, feedOf, scrollTo, test as scripted } from './scripted-network.ts';

type Mode = 'useAscii' | 'useColor' | 'imageMode';

const start = (page: Page, modes: Partial<Record<Mode, boolean>>) =>
  page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value));
  }, modes);

/** Switches a mode as the settings of another tab do. */
const choose = (page: Page, mode: Mode, on: boolean): Promise<void> =>
  page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
    [mode, String(on)] as const,
  );

const test = scripted.extend<{ pictures: Awaited<ReturnType<typeof startPictureServer>> }>({
  pictures: async ({}, use) => {
    const pictures = await startPictureServer();
    await use(pictures);
    await pictures.close();
  },
});

const imeta = (url: string, alt: string, dim = '960x720') => ['imeta', `url ${url}`, `dim ${dim}`, `alt ${alt}`];

/** What is drawn in a card. Screen readers know nothing of it, so it has no role. */
const lettersIn = (place: Locator): Locator => place.locator('pre');

/** A drawing, line by line. */
const linesOf = async (letters: Locator): Promise<string[]> => {
  await expect(letters).toHaveText(/\S/);
  return ((await letters.textContent()) ?? '').split('\n');
};

const inkOf = (lines: readonly string[]): number =>
  lines.join('').replaceAll(/[ .-]/g, '').length / lines.join('').length;

test('[FEED-12] [FEED-13] pictures are drawn in letters, with their colours in Color Mode', async ({
  page,
  relay,
  serve,
  writer,
  pictures,
}) => {
  const [forest, ridge, blink] = ['/forest.jpg', '/ridge.webp', '/blink.gif'].map((path) => pictures.url + path);
  const events = [
    writer.note('ann', 10, `Fog ${forest}`, [imeta(forest!, 'Firs in fog')]),
    writer.note('ben', 20, `Two ${ridge} ${blink}`, [imeta(ridge!, 'Ridges', '720x960')]),
    writer.profile('ben'),
  ];
  const { url } = await serve([await relay({ events })]);
  await start(page, { useAscii: true, useColor: false });
  await page.goto(url);
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

test('[FEED-12] the letters can be selected, and a press opens the viewer', async ({
  page,
  relay,
  serve,
  writer,
  pictures,
}) => {
  const forest = `${pictures.url}/forest.jpg`;
  const events = [writer.note('ann', 10, `Fog ${forest}`, [imeta(forest, 'Firs in fog')])];
  const { url } = await serve([await relay({ events })]);
  await start(page, { useAscii: true });
  await page.goto(url);
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
  await page.mouse.click(x + width + 40, y - 20);
  await art.click();
  const viewer = page.getByRole('dialog', { name: 'Pictures of a note' });
  await expect(viewer.getByRole('img', { name: 'Firs in fog' })).toHaveJSProperty('naturalWidth', 960);
});

test('what cannot be drawn says so in its place and is offered as it is', async ({
  page,
  relay,
  serve,
  writer,
  pictures,
}) => {
  const site = new URL(pictures.url).host;
  const cases = [
    ['/closed.jpg', `${site} lets no other site read its pictures.`],
    ['/bomb.png', 'This picture is too large to be drawn.'],
    ['/vector.svg', 'This kind of picture is not drawn.'],
    ['/torn.png', 'This picture could not be drawn.'],
    ['/gone.jpg', `${site} did not send this picture.`],
  ] as const;
  const events = cases.map(([path], at) =>
    writer.note('ann', 10 + at, `Case ${at} ${pictures.url}${path}`, [imeta(pictures.url + path, `Picture ${at}`)]),
  );
  const { url } = await serve([await relay({ events })]);
  await start(page, { useAscii: true });
  await page.setViewportSize({ width: 1280, height: 3_200 });
  await page.goto(url);
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
  await expect(page.getByRole('dialog', { name: 'Pictures of a note' })).toBeVisible();
});

test('nothing moves when a drawing arrives, and it is there at once the next time', async ({
  page,
  relay,
  serve,
  writer,
  pictures,
}) => {
  const late = `${pictures.url}/late.jpg`;
  const fill = Array.from({ length: 30 }, (_, at) => writer.note('ben', 60 + at, `Filler ${at}`));
  const events = [writer.note('ann', 10, `Late ${late}`, [imeta(late, 'A sail boat')]), ...fill];
  const { url } = await serve([await relay({ events })]);
  await start(page, { useAscii: true });
  await page.goto(url);
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

test('[FEED-11] Image Mode shows pictures in place of the text, in lists', async ({
  page,
  relay,
  serve,
  writer,
  pictures,
}) => {
  const [forest, street] = ['/forest.jpg', '/street.jpg'].map((path) => pictures.url + path);
  const text = 'Worth the early train.';
  const events = [
    writer.note('ann', 10, `${text} ${forest} and ${street}`, [imeta(forest!, 'Firs'), imeta(street!, 'A street')]),
    writer.note('ben', 20, 'Only words here.'),
    writer.profile('ann'),
  ];
  const { url } = await serve([await relay({ events })]);
  await start(page, { imageMode: true });
  await page.goto(url);
  const note = page.getByRole('article', { name: 'Note by ann' });
  await expect(note.getByRole('img', { name: /Firs|street/ })).toHaveCount(2);
  await expect(note).not.toContainText(text);
  await expect(note.getByRole('link', { name: 'ann', exact: true })).toBeVisible();
  await expect(note.getByRole('button', { name: 'More' })).toBeVisible();
  await expect(card(page, 'Only words here.')).toBeVisible();
  const pictureBox = (await note.getByRole('link', { name: 'Open picture: Firs' }).boundingBox())!;
  expect(pictureBox.x).toBeCloseTo((await note.boundingBox())!.x, 0);

  await choose(page, 'useAscii', true);
  await linesOf(lettersIn(note).first());
  await expect(note).not.toContainText(text);

  await choose(page, 'imageMode', false);
  await expect(note).toContainText(text);
  await choose(page, 'imageMode', true);
  await note.getByRole('link', { name: /second|minute|now/ }).click();
  await expect(page.getByRole('article', { name: 'Note by ann' })).toContainText(text);
});

/** The place in the list of the note at the top of the window. */
const placeRead = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const below = [...document.querySelectorAll('article')].filter((note) => note.getBoundingClientRect().bottom > 8);
    return Math.min(...below.map((note) => Number(note.getAttribute('aria-posinset'))));
  });

test('the note that is read stays when Image Mode is switched', async ({ page, relay, serve, writer, pictures }) => {
  const forest = `${pictures.url}/forest.jpg`;
  const events = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0
      ? writer.note('ann', 10 + at, `Words ${at}`)
      : writer.note('ann', 10 + at, `${'Long '.repeat(80)} ${at} ${forest}`, [imeta(forest, 'Firs', '1600x500')]),
  );
  const { url } = await serve([await relay({ events })]);
  await page.goto(url);
  await expect(card(page, 'Words 0')).toBeVisible();
  await scrollTo(page, 'Words 20');
  let read = 0;
  const isSettled = async () => {
    const before = read;
    read = await placeRead(page);
    return read === before;
  };
  await expect.poll(isSettled).toBe(true);
  expect(read).toBeGreaterThan(5);
  for (const on of [true, false]) {
    await choose(page, 'imageMode', on);
    const texts = page.getByRole('article').filter({ hasText: 'Long Long' });
    if (on) await expect(texts).toHaveCount(0);
    else await expect(texts).not.toHaveCount(0);
    await expect.poll(() => placeRead(page)).toBe(read);
  }
});

for (const [name, modes] of [
  ['Color Mode', { useAscii: true, useColor: true }],
  ['Image Mode', { imageMode: true }],
] as const)
  onDevnet(`the feed is accessible in ${name}`, async ({ page, network }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await start(page, modes);
    await page.goto(network.url);
    await expect(
      feedOf(page)
        .getByRole('link', { name: /^Open picture/ })
        .first(),
    ).toBeVisible();
    await expectAccessibleHere(page, name);
  });

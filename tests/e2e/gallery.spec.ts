import type { Locator, Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expect } from './fixtures.ts';
import { choose, lettersIn, linesOf, test, viewerOf } from './mode-steps.ts';
import { card, feedOf } from './scripted-network.ts';

const IMAGES = { imageMode: true };

const tilesOf = (page: Page): Locator => feedOf(page).getByRole('article', { name: /^Note by / });
const tileOf = (page: Page, name: string): Locator => page.getByRole('article', { name: `Note by ${name}` });
const pictureIn = (place: Locator, alt: string): Locator => place.getByRole('link', { name: `Open picture: ${alt}` });

const noteLinkIn = (tile: Locator): Locator => tile.getByRole('link').filter({ has: tile.page().getByRole('time') });

/** The tiles in the page by their places, each where it stands in the window. */
const boxes = (page: Page): Promise<Record<string, { x: number; y: number; width: number; height: number }>> =>
  tilesOf(page).evaluateAll((tiles) =>
    Object.fromEntries(
      tiles.map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return [tile.getAttribute('aria-posinset'), { x, y, width, height }];
      }),
    ),
  );

/** What is at the top of the window: the words or the descriptions of the pictures of the notes there. */
const atTop = (page: Page): Promise<readonly string[]> =>
  feedOf(page)
    .getByRole('article')
    .evaluateAll((notes) =>
      notes
        .filter((note) => {
          const { top, bottom } = note.getBoundingClientRect();
          return bottom > 8 && top < 8;
        })
        .map(
          (note) => note.querySelector('img[src$=".jpg"]')?.getAttribute('alt') ?? note.querySelector('p')!.innerText,
        ),
    );

/** Scrolls down, a stretch in every frame, to the note with these words or this picture, until it stays at the top. */
const readAt = async (page: Page, read: string) => {
  await page.evaluate(async (wanted) => {
    const isIt = (note: Element) =>
      [...note.querySelectorAll('p')].some(({ innerText }) => innerText === wanted) ||
      note.querySelector(`img[alt="${wanted}"]`) !== null;
    for (let rested = 0; rested < 10; await new Promise(requestAnimationFrame)) {
      const top = [...document.querySelectorAll('[role=feed] article')].find(isIt)?.getBoundingClientRect().top;
      rested = top !== undefined && Math.abs(top + 1) <= 1 ? rested + 1 : 0;
      if (rested === 0) window.scrollBy(0, top === undefined ? 240 : top + 1);
    }
  }, read);
  expect(await atTop(page)).toEqual([read]);
};

test('[FEED-11] Image Mode shows the pictures of the feed as tiles, each with its name', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const words = 'Worth the early train.';
  const events = [
    pictured('ann', 10, words, { '/forest.jpg': { alt: 'Firs' }, '/street.jpg': { alt: 'A street' } }),
    writer.note('ben', 20, 'Only words here.'),
    pictured('cid', 30, 'One', { '/ridge.webp': { alt: 'Ridges' } }),
    writer.profile('ann'),
    writer.profile('cid'),
  ];
  await open(events, IMAGES);
  const ann = tileOf(page, 'ann');
  await expect(ann.getByRole('img', { name: 'Firs' })).toHaveJSProperty('naturalWidth', 960);
  await expect(ann.getByText('2 pictures')).toHaveCount(1);
  await expect(tileOf(page, 'cid').getByText(/pictures$/)).toHaveCount(0);
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(tilesOf(page)).toHaveCount(2);
  await expect(page.getByText('1 of 3 loaded notes hidden')).toBeVisible();

  await pictureIn(ann, 'Firs').click();
  const viewer = viewerOf(page);
  await viewer.getByRole('button', { name: 'Next picture' }).click();
  await expect(viewer.getByRole('img', { name: 'A street' })).toBeVisible();
  await viewer.getByRole('link', { name: 'Open note' }).click();
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await ann.getByRole('link', { name: 'ann', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile of ann' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible();
  await page.goBack();

  await choose(page, 'imageMode', false);
  await expect(card(page, 'Only words here.')).toBeVisible();
  await expect(tileOf(page, 'ann')).toContainText(words);
});

test('[FEED-11] tiles are squares from edge to edge, every seventh is large, and nothing moves when pictures come', async ({
  page,
  open,
  pictured,
  pictures,
}) => {
  const events = Array.from({ length: 15 }, (_, at) =>
    pictured('ann', 10 + at, '', { [at === 1 ? '/late.jpg' : '/forest.jpg']: { alt: `Picture ${at}`, dim: '' } }),
  );
  await page.setViewportSize({ width: 1280, height: 1_600 });
  await open(events, IMAGES);
  await expect(tilesOf(page)).toHaveCount(15);
  const wide = await boxes(page);
  const { x, width } = (await feedOf(page).boundingBox())!;
  const small = wide[2]!.width;
  expect(small).toBeCloseTo((width - 6) / 3, 1);
  for (const place of [2, 3, 4, 7, 9, 13, 14]) {
    expect(wide[place]!.width).toBeCloseTo(small, 1);
    expect(Math.abs(wide[place]!.height - small)).toBeLessThan(1);
  }
  for (const place of [1, 8, 15]) {
    expect(wide[place]!.width).toBeCloseTo(2 * small + 3, 1);
    expect(Math.abs(wide[place]!.height - wide[place]!.width)).toBeLessThan(2);
  }
  expect([wide[1]!.x, wide[7]!.x, wide[13]!.x]).toEqual([x, x, x]);
  expect([wide[3]!.x, wide[8]!.x].map((at) => Math.round(at - x))).toEqual(
    [2, 1].map((n) => Math.round(n * (small + 3))),
  );
  pictures.sendLate();
  await expect(page.getByRole('img', { name: 'Picture 1', exact: true })).toHaveJSProperty('naturalWidth', 960);
  expect(await boxes(page)).toEqual(wide);

  await page.setViewportSize({ width: 390, height: 1_600 });
  await expect
    .poll(async () => {
      const tiles = await boxes(page);
      const [first, last] = [tiles[1]!, tiles[8]!];
      return [first.width, first.height, tiles[2]!.width, tiles[3]!.x, last.width, last.y - first.y];
    })
    .toEqual([390, 260, 193.5, 196.5, 390, 260 + 3 * 193 + 4 * 3]);
});

test('[FEED-11] what is covered, missing or drawn in letters is so in its tile, too', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const { tags, content } = pictured('ann', 10, 'Slime', { '/forest.jpg': { alt: 'Slime' } });
  const events = [
    writer.note('ann', 10, content, [...tags.map((tag) => [...tag]), ['content-warning', 'close up']]),
    pictured('ben', 20, 'Gone', { '/gone.jpg': { alt: 'Lost' } }),
    pictured('cid', 30, 'Closed', { '/closed.jpg': { alt: 'Nuts' } }),
    ...['ann', 'ben', 'cid'].map((name) => writer.profile(name)),
  ];
  await open(events, IMAGES);
  const covered = tileOf(page, 'ann');
  await expect(covered).toContainText('close up. 1 picture hidden.');
  await expect(covered.getByRole('img')).toHaveCount(0);
  await expect(tileOf(page, 'ben')).toContainText('Picture not available');
  await expect(tileOf(page, 'ben').getByRole('button', { name: 'Try again' })).toBeVisible();
  await noteLinkIn(tileOf(page, 'ben')).click({ trial: true });
  await covered.getByRole('button', { name: 'Show' }).click();
  await expect(covered.getByRole('img', { name: 'Slime' })).toBeVisible();
  await choose(page, 'imageMode', false);
  await expect(covered.getByRole('img', { name: 'Slime' })).toBeVisible();
  await choose(page, 'imageMode', true);
  await choose(page, 'useAscii', true);
  await linesOf(lettersIn(covered));
  const closed = tileOf(page, 'cid');
  await expect(closed).toContainText('does not let other sites read its pictures.');
  await closed.getByRole('button', { name: 'Show picture' }).click();
  await expect(closed.getByRole('img', { name: 'Nuts' })).toHaveJSProperty('naturalWidth', 960);
  await lettersIn(covered).click();
  await expect(viewerOf(page).getByRole('img', { name: 'Slime' })).toBeVisible();
});

test('[FEED-11] a broken picture gives way to the next one of its note, and a video shows its first frame once met', async ({
  page,
  open,
  writer,
  pictured,
  pictures,
}) => {
  await open(
    [
      pictured('ann', 10, '', { '/gone.jpg': { alt: 'Lost' }, '/forest.jpg': { alt: 'Firs' } }),
      writer.note('ben', 20, `${pictures.url}/flock.webm`),
      writer.profile('ann'),
      writer.profile('ben'),
    ],
    IMAGES,
  );
  await expect(tileOf(page, 'ann').getByRole('img', { name: 'Firs' })).toHaveJSProperty('naturalWidth', 960);
  await expect(tileOf(page, 'ann').getByText('Picture not available')).toHaveCount(0);
  const ben = tileOf(page, 'ben');
  await expect
    .poll(() => ben.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
    .toBeGreaterThan(1);
  await expect(ben.locator('video')).toHaveJSProperty('paused', true);
  await ben.getByRole('link', { name: 'Open video' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Play video' })).toBeVisible();
});

test('keyboard only: from tile to tile, what can be done with a note, and the note', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const names = ['ann', 'ben', 'cid', 'dan', 'eve'];
  const notes = names.map((name, at) => pictured(name, 10 + at, `By ${name}`, { '/forest.jpg': { alt: name } }));
  await open([...notes, ...names.map((name) => writer.profile(name))], IMAGES);
  await expect(tileOf(page, 'eve')).toBeVisible();
  await expect(async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('j');
    await expect(tileOf(page, 'ann')).toBeFocused({ timeout: 1_000 });
  }, 'the keys are heard').toPass();
  for (const name of ['ben', 'cid']) {
    await page.keyboard.press('j');
    await expect(tileOf(page, name)).toBeFocused();
    await expect(tileOf(page, name)).toHaveCSS('outline-style', 'solid');
  }
  await page.keyboard.press('k');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const dan = tileOf(page, 'dan');
  await expect(dan).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(pictureIn(dan, 'dan')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(viewerOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pictureIn(dan, 'dan')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dan.getByRole('button', { name: 'Reply' })).toBeFocused();
  await expect(dan.getByRole('button', { name: 'Like' })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await dan.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('By dan')).toBeVisible();
});

test('the note that is read stays when Image Mode is switched, and on the way back', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const events = Array.from({ length: 60 }, (_, at) =>
    at % 2 === 0
      ? writer.note('ann', 10 + at, `Words ${at}`)
      : pictured('ann', 10 + at, 'Long '.repeat(80), { '/forest.jpg': { alt: `Picture ${at}`, dim: '1600x500' } }),
  );
  await open(events);
  await expect(card(page, 'Words 0')).toBeVisible();
  for (const [read, shown] of [
    ['Picture 21', 'Picture 21'],
    ['Words 30', 'Picture 31'],
  ] as const) {
    await readAt(page, read);
    await choose(page, 'imageMode', true);
    await expect.poll(() => atTop(page)).toContain(shown);
    await expect(tilesOf(page).filter({ hasText: 'Long' })).toHaveCount(0);
    await choose(page, 'imageMode', false);
    await expect.poll(() => atTop(page)).toEqual([read]);
  }

  await choose(page, 'imageMode', true);
  await expect.poll(() => atTop(page)).toContain('Picture 31');
  await page.mouse.wheel(0, 100);
  const tile = tilesOf(page).filter({ has: page.getByAltText('Picture 43') });
  await tile.hover();
  await expect(tile.getByRole('button', { name: 'Like' })).toBeVisible();
  const before = await boxes(page);
  await noteLinkIn(tile).click();
  await expect(page.getByRole('main').getByText('Long Long')).toBeVisible();
  await page.goBack();
  await expect.poll(() => boxes(page)).toMatchObject(before);
});

test('the note that is read stays also where the gallery is too short to bring it to the top', async ({
  page,
  open,
  pictured,
}) => {
  const events = Array.from({ length: 20 }, (_, at) =>
    pictured('ann', 10 + at, 'Long '.repeat(80), { '/forest.jpg': { alt: `Picture ${at}`, dim: '1600x500' } }),
  );
  await open(events);
  await expect(page.getByAltText('Picture 0', { exact: true })).toBeVisible();
  await readAt(page, 'Picture 15');
  await choose(page, 'imageMode', true);
  await expect(tilesOf(page).filter({ has: page.getByAltText('Picture 19', { exact: true }) })).toBeInViewport();
  await choose(page, 'imageMode', false);
  await expect.poll(() => atTop(page)).toEqual(['Picture 15']);
});

test('a gallery of any length has only the tiles near the window in the page, and new ones wait above', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const events = Array.from({ length: 160 }, (_, at) =>
    pictured('ann', 10 + at, '', { '/forest.jpg': { alt: `Picture ${at}` } }),
  );
  const relay = await open(events, IMAGES);
  await expect(tilesOf(page).first()).toBeVisible();
  const last = tilesOf(page).filter({ has: page.getByAltText('Picture 159') });
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await tilesOf(page).count()).toBeLessThan(60);
    await expect(last).toBeInViewport({ timeout: 50 });
  }).toPass();
  await expect(last).toHaveAttribute('aria-posinset', '160');
  await expect(last).toHaveAttribute('aria-setsize', '160');

  const before = await boxes(page);
  relay.push(writer.note('ben', 0, 'Only words here.'));
  relay.push(pictured('ben', 0, 'New', { '/street.jpg': { alt: 'The newest' } }));
  const newNote = page.getByRole('button', { name: '1 new note' });
  await expect(newNote).toBeVisible();
  expect(await boxes(page)).toEqual(before);
  await newNote.click();
  const newest = tilesOf(page).filter({ has: page.getByAltText('The newest') });
  await expect(newest).toBeInViewport();
  await expect(newest).toHaveAttribute('aria-posinset', '1');
  expect((await boxes(page))[1]!.width).toBeGreaterThan(2 * (await boxes(page))[2]!.width);
});

test('the viewer is dark in both themes, and a long description leaves its words and buttons room', async ({
  page,
  open,
  writer,
  pictured,
}) => {
  const long = 'A path in the forest, light from the left, moss on the trunks. '.repeat(6).trim();
  await open([
    pictured('ann', 10, 'Two', { '/gone.jpg': { alt: 'Lost' }, '/forest.jpg': { alt: long } }),
    writer.profile('ann'),
  ]);
  await pictureIn(page.getByRole('main'), long).click();
  const viewer = viewerOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const [words, back] = await Promise.all(
    [viewer.getByRole('status').getByText(long), viewer.getByRole('button', { name: 'Back' })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(words!.width).toBeGreaterThan(300);
  expect(words!.y + words!.height).toBeLessThanOrEqual(back!.y);
  await viewer.getByRole('button', { name: 'Previous picture' }).click();
  await expectAccessibleHere(page, 'a broken picture in the viewer', viewer.getByRole('button', { name: 'Try again' }));
});

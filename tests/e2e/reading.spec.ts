import type { Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { personIn } from './acting-steps.ts';
import { expect, test, visit } from './fixtures.ts';
import { skipSplash, threadOpener } from './screens.ts';
import { test as scripted } from './scripted-network.ts';
import { newPerson } from './social-steps.ts';

const feedOf = (page: Page) => page.getByRole('feed', { name: 'Notes' });
const notesOf = (page: Page) => feedOf(page).getByRole('article', { name: /^Note by / });
const focusedPlace = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.getAttribute('aria-posinset') ?? 0));

scripted(
  '[ROUTE-29] j works from the first note on, and the way back leads to the note that had the focus',
  async ({ page, relay, serve, writer }) => {
    // of one relay: the notes of others that answer later would come above the one that has the focus
    const notes = Array.from({ length: 30 }, (_, at) =>
      writer.note('mira', 60 * (at + 1), `Note ${at + 1} of the day.`),
    );
    const { url } = await serve([await relay({ events: [writer.profile('mira'), ...notes] })]);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    const asked = new Set<string>();
    await page.route(/\/assets\/(first|soon)-[^/]*\.js/, async (route) => {
      asked.add(/(first|soon)-/.exec(route.request().url())![1]!);
      await held;
      await route.continue();
    });
    await page.goto(url);
    await expect(notesOf(page).nth(3)).toBeVisible();
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
    // the code of the list and that of the shortcuts
    await expect.poll(() => [...asked].sort()).toEqual(['first', 'soon']);
    expect(await focusedPlace(page)).toBe(0);
    letThrough();
    await expect.poll(() => focusedPlace(page)).toBe(3);
    await expect(feedOf(page)).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => focusedPlace(page)).toBe(3);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/note\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(feedOf(page)).toBeVisible();
    await expect.poll(() => focusedPlace(page)).toBe(3);
    await page.keyboard.press('j');
    await expect.poll(() => focusedPlace(page)).toBe(4);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/note\//);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
    await page.goBack();
    await expect.poll(() => focusedPlace(page)).toBe(4);
  },
);

visit(
  '[APP-06] a press on a note opens its thread; what is selected, its links and other tabs are left alone',
  async ({ app: page }) => {
    await expect(feedOf(page)).toHaveAttribute('aria-busy', 'false');
    const found = notesOf(page).filter({ has: page.locator('.note__body > p:not(:has(a))') });
    const place = await found.first().getAttribute('aria-posinset');
    const note = page.locator(`article[aria-posinset="${place}"]`);
    const text = note.locator('.note__body > p:not(:has(a))').first();
    const link = (await note.getByRole('time').first().locator('..').getAttribute('href'))!;

    await text.scrollIntoViewIfNeeded();
    const { x, y, width } = (await text.boundingBox())!;
    await page.mouse.move(x + 2, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + Math.min(width, 120), y + 12, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(document.getSelection()).length)).toBeGreaterThan(2);
    await expect(page).toHaveURL(/\d\/$/);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());

    for (const button of ['left', 'middle'] as const) {
      const tab = page.context().waitForEvent('page');
      await text.click({ button, modifiers: button === 'left' ? ['ControlOrMeta'] : [], position: { x: 3, y: 3 } });
      const opened = await tab;
      await expect(opened).toHaveURL(new RegExp(link.slice(0, 40)));
      await opened.close();
    }
    await expect(page).toHaveURL(/\d\/$/);

    await text.click({ position: { x: 3, y: 3 } });
    await expect(page).toHaveURL(new RegExp(link.slice(0, 40)));
    await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
  },
);

test('[FEED-16] the address of another screen shows neither the feed nor the shape of notes first, that of a note does', async ({
  page,
  network,
}) => {
  await skipSplash(page);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=feed], .skel, .chips') !== null)
        document.documentElement.dataset['flash'] = 'yes';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.route(/\/assets\/(search|about|notifications)-[^/]*\.js/, async (route) => {
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    await route.continue();
  });
  for (const path of ['/search', '/about']) {
    await page.goto(`${network.url}${path}`);
    await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Loading');
    expect(await page.evaluate(() => document.documentElement.dataset['flash'])).toBeUndefined();
  }
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/note-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${network.url}/note/${noteEncode('0'.repeat(64))}`);
  const lines = page.getByRole('main').locator('.note').first().locator('.note__body .skel');
  await expect(lines).toHaveCount(4);
  const widths = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().width));
  expect(widths.map((width) => Math.round((width / widths[1]!) * 64))).toEqual([62, 64, 20, 9]);
  letThrough();
  await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
});

test('a thread is answered in its own field, which names and marks the note; the draft stays', async ({
  browser,
  network,
}) => {
  const { page } = await personIn(browser, network, newPerson());
  await (await threadOpener(page)).click();
  const thread = page.getByRole('dialog', { name: /^Thread/ });
  const reply = thread.getByRole('article', { name: /^Reply by / }).first();
  await reply.getByRole('button', { name: /^Reply/ }).click();
  const form = thread.getByRole('form', { name: 'Reply' });
  const field = form.getByRole('textbox', { name: 'Your reply' });
  await expect(field).toBeFocused();
  await expect(reply).toHaveClass(/tn--to/);
  const name = (await reply.getByRole('link').nth(1).textContent())!;
  await expect(form).toContainText(`To ${name}`);
  await expect(reply.getByRole('button', { name: /^Repost/ })).toBeVisible();

  const five = (await field.fill('1\n2\n3\n4\n5'), (await field.boundingBox())!.height);
  expect(five).toBeGreaterThan(100);
  await field.fill('1\n2\n3\n4\n5\n6\n7\n8\n9');
  expect((await field.boundingBox())!.height - five).toBeLessThan(12);
  // its tools open above it, and Esc closes these first
  const work = form.getByRole('button', { name: /^Proof of work/ });
  await work.click();
  await expect(form.getByRole('slider', { name: 'Work for this post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(work).toHaveAttribute('aria-expanded', 'false');
  await form.getByRole('button', { name: 'Add picture or video' }).click();
  await page.keyboard.type('https://birch.example/weir.jpg');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('1\n2\n3\n4\n5\n6\n7\n8\n9\nhttps://birch.example/weir.jpg');
  await expect(field).toBeFocused();
  await field.fill('1\n2\n3\n4\n5\n6\n7\n8\n9');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(thread).toBeVisible();
  await thread.getByRole('button', { name: 'Feed' }).click();
  await page.goForward();
  await reply.getByRole('button', { name: /^Reply/ }).click();
  await expect(field).toHaveValue(/^1\n2.*9$/s);
  await form.getByRole('button', { name: 'Open in the large editor' }).click();
  const large = page.getByRole('dialog', { name: /^Reply to/ }).getByRole('textbox', { name: 'Your reply' });
  await large.fill('A kettle needs no relay.');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('A kettle needs no relay.');
  await field.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(
    thread.getByRole('article', { name: /^Reply by / }).filter({ hasText: 'A kettle needs no relay.' }),
  ).toBeVisible();
});

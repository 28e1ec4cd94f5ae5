import { expect, test } from './fixtures.ts';

test('a first visit loads few files and asks the relays little, also when one reads on', async ({ page, network }) => {
  const scripts = new Set<string>();
  const questions: string[] = [];
  let asked = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (!String(payload).startsWith('["REQ"')) return;
      asked += 1;
      questions.push(`${socket.url()} ${JSON.stringify((JSON.parse(String(payload)) as unknown[]).slice(2))}`);
    }),
  );
  await page.goto(network.url);
  const notes = page.getByRole('feed').getByRole('article');
  await expect(notes.first().getByRole('button', { name: 'Reply' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // what the page asks before the code is there is what the code asks, and not asked twice
  const feed = questions.filter((text) => text.endsWith(' [{"kinds":[1,6],"limit":20}]'));
  expect(feed.length).toBeGreaterThan(0);
  expect(new Set(feed).size).toBe(feed.length);
  expect(scripts.size).toBeLessThanOrEqual(20);
  // five relays are asked for names, three of them for notes, counts and deletions
  expect(asked).toBeLessThanOrEqual(45);
  const before = asked;
  await expect(async () => {
    await page.mouse.wheel(0, 700);
    expect(Number(await notes.last().getAttribute('aria-posinset'))).toBeGreaterThan(60);
  }).toPass();
  await expect(notes.last().getByRole('button', { name: 'Reply' })).toBeVisible();
  expect(asked - before).toBeLessThanOrEqual(90);
});

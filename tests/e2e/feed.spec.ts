import type { Page } from '@playwright/test';
import { encodeNote, encodeNpub, shortNpub } from '#domain/protocol/identifiers.ts';
import { atRest } from './at-rest.ts';
import { expect, test as onDevnet } from './fixtures.ts';
import { savedCache, savedGroups } from './saved-cache.ts';
import { card, feedOf, filtersOf, pageFilters, scrollTo, test, type Writer } from './scripted-network.ts';

const MINUTE = 60;

/** Notes 1 to `count`, the first one the newest, a minute apart. */
const notes = ({ note, profile }: Writer, count: number, tags: (number: number) => string[][] = () => []) => [
  profile('mira'),
  ...Array.from({ length: count }, (_, index) =>
    note('mira', (index + 1) * MINUTE, `Note ${index + 1} of the day.`, tags(index + 1)),
  ),
];

/** The numbers of the notes in the page by their place in the feed. */
const shownNotes = (page: Page) =>
  page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      place: Number(article.getAttribute('aria-posinset')),
      number: Number(/Note (\d+) of/.exec(article.textContent)?.[1]),
    })),
  );

/** Counts in every frame how many cards are in the page; gives back how many there were at most. */
const watchCards = async (page: Page) => {
  await page.evaluate(() => {
    const watched = window as unknown as { mostCards: number };
    watched.mostCards = 0;
    const count = () => {
      watched.mostCards = Math.max(watched.mostCards, document.querySelectorAll('[role=feed] article').length);
      requestAnimationFrame(count);
    };
    count();
  });
  return () => page.evaluate(() => (window as unknown as { mostCards: number }).mostCards);
};

const topOf = async (page: Page, text: string) => (await card(page, text).boundingBox())?.y;

test('[APP-06] [FEED-01] [FEED-02] notes stand newest first and come in tens while one scrolls; at most 40 cards are mounted', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const stranger = writer.write('mira', { kind: 30_023, at: 1_700_000_000, content: 'A long article, no note.' });
  const source = await relay({ events: [...notes(writer, 320), stranger] });
  await page.goto((await serve([source])).url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Note by mira' }).first()).toBeVisible();
  const asked = pageFilters(source).length;
  expect(asked).toBeLessThanOrEqual(3);
  expect(pageFilters(source)[0]).toMatchObject({ kinds: [1, 6], limit: 20 });
  // of the newest only what would be dropped stays out
  expect(pageFilters(source)[0]!.until).toBeGreaterThan(Date.now() / 1_000);

  const mostCards = await watchCards(page);
  for (const number of [40, 120, 200, 300]) {
    await scrollTo(page, `Note ${number} of the day.`);
    for (const shown of await shownNotes(page)) expect(shown.number).toBe(shown.place);
  }
  expect(await mostCards()).toBeLessThanOrEqual(40);
  expect(pageFilters(source).length).toBeGreaterThan(asked + 12);
  // at its end a relay is asked once more, for more, whether there is anything left
  for (const { limit, kinds } of pageFilters(source).slice(0, 320 / 20)) {
    expect(kinds).toEqual([1, 6]);
    // two pages at a time, and those of the second that the one before ended in
    expect(limit).toBeLessThanOrEqual(21);
  }
  await scrollTo(page, 'Note 320 of the day.');
  await expect(page.getByText('You have reached the end.')).toBeVisible();
});

test('new notes wait behind a button and move nothing', async ({ page, relay, serve, writer }) => {
  const source = await relay({ events: notes(writer, 60) });
  await page.goto((await serve([source])).url);
  await scrollTo(page, 'Note 24 of the day.');
  await expect(page.getByRole('button', { name: /new note/ })).toBeHidden();
  await expect
    .poll(() => filtersOf(source).some(({ since, kinds }) => since !== undefined && kinds?.includes(1)))
    .toBe(true);
  const before = await atRest(() => topOf(page, 'Note 24 of the day.'));

  for (const number of [3, 2, 1]) source.push(writer.note('mira', number, `Fresh note ${number}.`));
  const newNotes = page.getByRole('button', { name: '3 new notes' });
  await expect(newNotes).toBeVisible();
  await expect(page.getByText('Fresh note 1.')).toBeHidden();
  expect(await topOf(page, 'Note 24 of the day.')).toBe(before);

  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(newNotes).toBeVisible();
  // nothing lies over the pencil, up to its edges
  const pressed = (pencil: Element) => {
    const { left, top, bottom, width } = pencil.getBoundingClientRect();
    return [top + 8, bottom - 8].map((y) => pencil.contains(document.elementFromPoint(left + width / 2, y)));
  };
  const pencil = page.getByRole('link', { name: 'Write a note' });
  await expect.poll(() => pencil.evaluate(pressed)).toEqual([true, true]);
  await page.setViewportSize(desk);

  await newNotes.click();
  await expect(card(page, 'Fresh note 1.')).toBeInViewport();
  const order = async () => (await page.getByRole('article').allInnerTexts()).slice(0, 4);
  await expect
    .poll(async () => (await order()).map((text) => /Fresh note \d|Note \d+/.exec(text)?.[0]))
    .toEqual(['Fresh note 1', 'Fresh note 2', 'Fresh note 3', 'Note 1']);
  await expect(newNotes).toBeHidden();
});

test('[FEED-09] a hashtag limits the feed to its notes, a second press shows all again', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const source = await relay({ events: notes(writer, 80, (number) => (number % 4 === 0 ? [['t', 'bitcoin']] : [])) });
  await page.goto((await serve([source])).url);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  const hashtag = page.getByRole('button', { name: 'Bitcoin' });
  await hashtag.click();
  await expect(card(page, 'Note 8 of the day.')).toBeVisible();
  await expect(card(page, 'Note 1 of the day.')).toBeHidden();
  await expect(hashtag).toHaveAttribute('aria-pressed', 'true');
  for (const { place, number } of await shownNotes(page)) expect(number).toBe(4 * place);
  await expect.poll(() => pageFilters(source).at(-1)).toMatchObject({ '#t': ['bitcoin'] });

  source.push(writer.note('mira', 1, 'Another matter.'));
  source.push(writer.note('mira', 1, 'Blocks again.', [['t', 'bitcoin']]));
  await page.getByRole('button', { name: '1 new note' }).click();
  await expect(card(page, 'Blocks again.')).toBeVisible();
  await hashtag.click();
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await page.getByRole('button', { name: 'News' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all notes' }).click();
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
});

test('[FEED-09] a hashtag that is removed in the settings limits the feed no longer', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const source = await relay({ events: notes(writer, 8, (number) => (number % 4 === 0 ? [['t', 'bitcoin']] : [])) });
  await page.goto((await serve([source])).url);
  await page.getByRole('button', { name: 'Bitcoin' }).click();
  await expect(card(page, 'Note 4 of the day.')).toBeVisible();
  await expect(card(page, 'Note 1 of the day.')).toBeHidden();
  await page.getByRole('button', { name: 'Add tag' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Remove Bitcoin' }).click();
  await page.keyboard.press('Escape');
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('[FEED-05] [FEED-06] replies and reposts are in the feed as the switches say', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { note, profile, write, pubkeyOf } = writer;
  const old = note('old', 90_000, 'Worth reading twice.');
  const newest = note('mira', 100, 'The newest note.');
  const root = note('mira', 500, 'Who feeds the birds?');
  const reply = note('jon', 400, 'I do, every morning.', [
    ['e', root.id, '', 'root'],
    ['p', root.pubkey],
  ]);
  const repost = write('jon', {
    kind: 6,
    at: reply.created_at + 60,
    content: JSON.stringify(old),
    tags: [
      ['e', old.id],
      ['p', pubkeyOf('old')],
    ],
  });
  const answer = note('old', 90_100, 'Nobody, they say.', [
    ['e', root.id, '', 'root'],
    ['p', root.pubkey],
  ]);
  const repostOfAnswer = write('jon', {
    kind: 6,
    at: reply.created_at + 70,
    content: JSON.stringify(answer),
    tags: [
      ['e', answer.id],
      ['p', pubkeyOf('old')],
    ],
  });
  const filler = Array.from({ length: 40 }, (_, index) => note('mira', 1_000 + index, `Filler ${index}`));
  const people = [profile('mira'), profile('jon'), profile('old')];
  const source = await relay({
    events: [...people, newest, root, reply, repost, repostOfAnswer, ...filler, old, answer],
  });
  await page.goto((await serve([source])).url);

  await expect(card(page, 'I do, every morning.')).toContainText('In reply to mira: Who feeds the birds?');
  await expect(card(page, 'Worth reading twice.')).toContainText('jon reposted');
  const both = card(page, 'Nobody, they say.');
  await expect(both).toContainText('jon reposted');
  await expect(both).toContainText('In reply to mira: Who feeds the birds?');
  const tops = await both.evaluate((note) =>
    [':scope > .avatar', '.note__head'].map((part) => note.querySelector(part)!.getBoundingClientRect().top),
  );
  expect(Math.abs(tops[0]! - tops[1]!)).toBeLessThan(8);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'Show Replies' }).click();
  await settings.getByRole('button', { name: 'Back' }).click();
  await expect(card(page, 'I do, every morning.')).toBeHidden();
  await expect(card(page, 'Who feeds the birds?')).toBeVisible();
  await expect(card(page, 'Worth reading twice.')).toBeVisible();

  const asked = await atRest(() => pageFilters(source).length);
  await page.getByRole('switch', { name: 'Show reposts' }).click();
  await expect(card(page, 'Worth reading twice.')).toBeHidden();
  expect(pageFilters(source)).toHaveLength(asked);
  await expect(card(page, 'Who feeds the birds?')).toBeVisible();
  await page.reload();
  await expect(card(page, 'Who feeds the birds?')).toBeVisible();
  await expect(card(page, 'I do, every morning.')).toBeHidden();
  await page.getByRole('switch', { name: 'Show replies' }).click();
  await page.getByRole('switch', { name: 'Show reposts' }).click();
  await expect(card(page, 'I do, every morning.')).toBeVisible();
  await expect(card(page, 'Worth reading twice.')).toBeVisible();
});

test('[FEED-08] a note its author warns of stays covered until it is opened, and one that is not safe for work stays out', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const { note, profile } = writer;
  const picture = 'http://127.0.0.1:4/slime.jpg';
  const asked: string[] = [];
  await page.route(picture, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  const warned = note('mira', 60, `Close up of slime. ${picture}`, [['content-warning', 'Slime']]);
  const unfit = note('mira', 50, 'Nothing for the office.', [['t', 'nsfw']]);
  const plain = note('mira', 70, 'A plain note.');
  const source = await relay({ events: [profile('mira'), warned, unfit, plain] });
  await page.goto((await serve([source])).url);

  const covered = card(page, 'Content warning');
  await expect(covered).toContainText('Slime. 1 picture hidden.');
  await expect(card(page, 'A plain note.')).toBeVisible();
  await expect(page.getByText('Close up of slime.')).toHaveCount(0);
  await expect(page.getByText('Nothing for the office.')).toHaveCount(0);
  expect(asked).toEqual([]);
  await covered.getByRole('button', { name: 'Show' }).click();
  await expect(card(page, 'Close up of slime.').getByRole('link', { name: 'Open picture 1' })).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Settings' }).click();
  const always = page.getByRole('switch', { name: 'NSFW Disrespector' });
  await expect(always).toBeChecked();
  await expect(always).toBeDisabled();
});

test('[FEED-14] without a relay to read from the feed says so and offers the defaults', async ({
  page,
  relay,
  serve,
}) => {
  const indexer = await relay();
  await page.goto((await serve({ indexer: [indexer.url] })).url);
  await expect(page.getByText('No relays configured. Add a relay or restore defaults to fetch notes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore defaults' })).toBeVisible();
});

test('[FEED-14] without a relay any more it is said below the last note, in the search, in the lists of a profile, in the notifications and where a note is opened', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const why = 'No relays configured. Add a relay or restore defaults to fetch notes.';
  const source = await relay({ events: notes(writer, 60) });
  const { url } = await serve([source]);
  await page.goto(`${url}/?relayStatus=true`);
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: /^Remove 127/ }).click();
  await page.getByRole('dialog', { name: 'Remove relay' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await scrollTo(page, why);
  const tail = page.locator('.feed__end').filter({ hasText: why });
  await expect(tail.getByRole('button', { name: 'Restore defaults' })).toBeVisible();

  await page.goto(`${url}/search?q=nowhere`);
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByText('No relay could search')).toBeHidden();

  await page.goto(`${url}/npub/${encodeNpub(writer.pubkeyOf('mira'))}/relays`);
  await expect(page.getByText(why)).toBeVisible();
  // what is known of the person stays
  await expect(page.getByRole('heading', { level: 1, name: /Mira/i })).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Sections of the profile' });
  await expect(parts.getByRole('link', { name: 'Relays', exact: true })).toBeVisible();
  await parts.getByRole('link', { name: 'Following', exact: true }).click();
  await expect(page.getByText(why)).toBeVisible();

  await page.evaluate((pubkey) => localStorage.setItem('nostrPubkey', pubkey), writer.pubkeyOf('mira'));
  await page.goto(`${url}/notifications`);
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore defaults' })).toBeVisible();

  await page.goto(`${url}/note/${encodeNote('f'.repeat(64))}`);
  await expect(page.getByText(why)).toBeVisible();
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page.getByText('None of your relays has such a note.')).toBeVisible();
});

test('[FEED-15] the feed says that no relay answers, and loads by itself when one is back', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const source = await relay({ refuse: true, events: notes(writer, 30) });
  await page.goto((await serve([source])).url);
  await expect(page.getByRole('heading', { name: 'Failed to load notes' })).toBeVisible();
  await expect(feedOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  source.set({ refuse: false });
  await expect(card(page, 'Note 1 of the day.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Failed to load notes' })).toBeHidden();
});

/** How much of the address of a note is its id; what follows are relay hints, which may change. */
const NOTE_ADDRESS_LENGTH = '/note/nevent1'.length + 54;

/** The card of an author's note at the middle of the window, or below: its place, and the start of its address. */
const cardInTheMiddle = (page: Page) =>
  page.evaluate((length) => {
    const cards = [...document.querySelectorAll('[role=feed] article')];
    const middle = cards.find(
      (one) => one.getBoundingClientRect().top > innerHeight / 3 && !one.textContent.includes('reposted'),
    );
    const address = middle?.querySelector('a:has(time)')?.getAttribute('href')?.slice(0, length) ?? '';
    return { place: Number(middle?.ariaPosInSet), address };
  }, NOTE_ADDRESS_LENGTH);

onDevnet(
  '[ROUTE-29] the way back from a note, a profile or a reload leads to where one was reading',
  async ({ app: page }) => {
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(async () => {
      const isFar = () => [...document.querySelectorAll('article')].some((one) => Number(one.ariaPosInSet) > 120);
      for (let frame = 0; frame < 1_500 && !isFar(); frame += 1) {
        window.scrollBy(0, 160);
        await new Promise(requestAnimationFrame);
      }
    });
    const { place, address } = await cardInTheMiddle(page);
    // more than are saved of a feed
    expect(place).toBeGreaterThan(100);
    // its number may change, for a relay may have an older note to tell of late; those that repost it stand above it
    const reading = page
      .getByRole('article')
      .filter({ has: page.locator(`a[href^="${address}"] time`) })
      .last();
    const topOfCard = () => reading.evaluateAll(([one]) => one?.getBoundingClientRect().top ?? NaN);
    const isAt = async (top: number) => {
      await expect.poll(async () => Math.abs((await topOfCard()) - top)).toBeLessThanOrEqual(2);
    };

    for (const [wayOut, wayBack] of [
      [reading.getByRole('time').first(), 'Back'],
      [reading.getByRole('link', { name: /, profile$/ }), 'Back'],
      [reading.getByRole('time').first(), undefined],
    ] as const) {
      await wayOut.scrollIntoViewIfNeeded();
      const top = await atRest(topOfCard);
      await wayOut.click();
      await expect(page).toHaveURL(/\/(note|npub)\//);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^(Feed|Loading)$/);
      if (wayBack === undefined) await page.goBack();
      else await page.getByRole('button', { name: wayBack }).first().click();
      await expect(page).toHaveURL(/\d\/$/);
      await expect(feedOf(page)).toBeVisible();
      await isAt(top);
    }

    const top = await atRest(topOfCard);
    await page.reload();
    await expect(page).toHaveURL(/\d\/$/);
    await expect(feedOf(page)).toBeVisible();
    await isAt(top);

    await reading.getByRole('time').first().scrollIntoViewIfNeeded();
    const topThen = await atRest(topOfCard);
    await reading.getByRole('time').first().click();
    await expect(page).toHaveURL(/\/note\//);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Note' })).toBeVisible();
    await page.goBack();
    await expect(feedOf(page)).toBeVisible();
    await isAt(topThen);
  },
);

onDevnet(
  'what is held down in the first rows is pressed, though the code of the whole list comes meanwhile',
  async ({ page, network }) => {
    const coming = Promise.withResolvers<void>();
    await page.route('**/assets/first-*.js', async (route) => {
      await coming.promise;
      await route.continue();
    });
    await page.goto(network.url);
    const list = page.getByRole('feed', { name: 'Notes' });
    const time = page.getByRole('article').first().getByRole('time').first();
    await time.hover();
    await page.mouse.down();
    coming.resolve();
    // it comes with the same code
    await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible();
    await expect(list).toHaveAttribute('aria-busy', 'true');
    await page.mouse.up();
    await expect(page).toHaveURL(/\/note\//);
    await page.goBack();
    await expect(list).toHaveAttribute('aria-busy', 'false');
  },
);

test('[NAME-03] a known name stands at the notes of a person for 7 days, also where no relay tells it any more', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const DAY_S = 86_400;
  const source = await relay({ events: [writer.note('anna', 60, 'today'), writer.profile('anna')] });
  const { url } = await serve([source]);
  await page.goto(url);
  const name = (text: string) => card(page, text).locator('header').getByRole('link').first();
  await expect(name('today')).toHaveText('anna');
  await expect.poll(async () => savedGroups(await savedCache(page))).toContain('metadata');
  // what was saved of notes and profiles holds for a day
  for (const [days, shown] of [
    [6, 'anna'],
    [8, /^npub1/],
  ] as const) {
    source.set({ events: [writer.note('anna', 60 - days * DAY_S, `after ${days} days`)] });
    await page.clock.setSystemTime(Date.now() + days * DAY_S * 1_000);
    await page.goto(url);
    await expect(name(`after ${days} days`)).toHaveText(shown);
  }
});

test('[NAME-03] a known name stands in a list of people and over a profile that is on its way', async ({
  page,
  relay,
  serve,
  writer,
}) => {
  const [anna, bob] = ['anna', 'bob'].map(writer.pubkeyOf) as [string, string];
  const follows = writer.write('bob', { kind: 3, at: Math.floor(Date.now() / 1_000) - 60, tags: [['p', anna]] });
  const source = await relay({ events: [writer.note('anna', 60, 'today'), writer.profile('anna')] });
  const { url } = await serve([source]);
  await page.goto(url);
  await expect(card(page, 'today').locator('header').getByRole('link').first()).toHaveText('anna');
  await expect.poll(async () => savedGroups(await savedCache(page))).toContain('metadata');
  // what was saved of profiles holds for a day
  await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
  source.set({ events: [follows] });
  await page.goto(`${url}/npub/${encodeNpub(bob)}/following`);
  await expect(page.getByRole('link', { name: `anna ${shortNpub(anna)}` })).toBeVisible();
  source.set({ dead: true });
  await page.goto(`${url}/npub/${encodeNpub(anna)}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('anna');
  expect((await heading.getByText('anna', { exact: true }).boundingBox())!.width).toBeGreaterThan(10);
});

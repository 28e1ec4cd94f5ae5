import type { Locator, Page } from '@playwright/test';
import { decode, neventEncode, noteEncode, npubEncode } from 'nostr-tools/nip19';
import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { expect, type Network, test as onDevnet, visit } from './fixtures.ts';
import { skipSplash, threadOpener } from './screens.ts';
import { goTo, newPerson, openAs } from './social-steps.ts';
import { card, feedOf, filtersOf, test as onScripted, type Writer } from './scripted-network.ts';

/** Opens a note: the first one of a page by its address, the next ones inside the app, as a link does. */
const open = async (page: Page, { url }: Pick<Network, 'url'>, { id }: Pick<NostrEvent, 'id'>) => {
  const path = `/note/${noteEncode(id)}`;
  await (page.url().startsWith(url) ? goTo(page, path) : page.goto(`${url}${path}`));
  // there are notes where one comes from, too
  await page.getByRole('heading', { level: 1, name: 'Note', exact: true }).waitFor();
};

/** The large card of the note that the screen is about. */
const focusCard = (page: Page) => page.getByRole('article', { name: /^Note by / });

const nameOf = ({ devnet }: Network, { pubkey }: NostrEvent): string =>
  devnet.content.people.find((person) => person.pubkey === pubkey)?.name ?? '';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

onDevnet.beforeEach(({ page }) => page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true')));

visit(
  'replies stand by what they were zapped, as the providers of their authors attest it',
  async ({ page, network }) => {
    const { events } = network.devnet.content;
    const zapped = new Set(events.filter(({ kind }) => kind === KIND.zap).map((receipt) => tagValue(receipt, 'e')));
    const answers = Map.groupBy(
      events.filter(({ kind }) => kind === KIND.textNote).toReversed(),
      (event) => threadRefs(event).parent?.id ?? '',
    );
    const hasOneZapped = ([id, [oldest, ...others]]: [string, NostrEvent[]]) =>
      id !== '' && !zapped.has(oldest?.id) && others.filter((reply) => zapped.has(reply.id)).length === 1;
    const [id, replies] = [...answers].find(hasOneZapped)!;
    const wanted = replies.find((reply) => zapped.has(reply.id))!;

    await open(page, network, { id });
    const first = page.getByRole('article', { name: /^Reply by / }).first();
    await expect(first).toHaveAccessibleName(`Reply by ${nameOf(network, replies[0]!)}`);
    await page.getByRole('button', { name: 'Sort replies, now oldest first' }).click();
    await page.getByRole('button', { name: 'Sort replies, now newest first' }).click();
    await expect(page.getByRole('button', { name: 'Sort replies, now most zapped first' })).toBeVisible();
    await expect(first).toHaveAccessibleName(`Reply by ${nameOf(network, wanted)}`);
  },
);

visit(
  'words of a note: hashtags, mentions by name, links, quotes, proof of work, right to left',
  async ({ page, network }) => {
    const { guide, events, people } = network.devnet.content;
    const note = focusCard(page);

    await open(page, network, guide.hashtags);
    await expect(note.getByRole('link', { name: '#News' })).toHaveAttribute('href', /^\/search\?q=%23news$/);
    await expect(note.getByRole('link', { name: '#local' })).toBeVisible();

    await open(page, network, guide.mention);
    const otto = people.find(({ handle }) => handle === 'otto')!;
    await expect(note.getByRole('link', { name: `@${otto.name}` })).toHaveAttribute('href', `/npub/${otto.npub}`);

    const linked = events.find(({ kind, content }) => kind === 1 && content.includes('/~'))!;
    const address = /http:\S+/.exec(linked.content)![0];
    await open(page, network, linked);
    const link = note.locator('p').getByRole('link');
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/);
    await expect(link).toHaveAttribute('target', '_blank');
    // it may be all there is to press in its line (WCAG 2.5.8)
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24);

    await open(page, network, guide.mined);
    await expect(note.getByTitle('14 bits of proof of work')).toHaveText('14 bits of proof of work');
    expect(guide.minedBits).toBe(14);
    await open(page, network, guide.chinese);
    await expect(note).toContainText(guide.chinese.content);
    await expect(note.getByText('bits of proof of work')).toHaveCount(0);

    for (const { text, direction } of [
      { text: guide.rightToLeft, direction: 'rtl' },
      { text: guide.hebrew, direction: 'rtl' },
      { text: guide.mention, direction: 'ltr' },
    ]) {
      await open(page, network, text);
      const paragraph = note.getByText(text.content.slice(0, 20));
      await expect(paragraph).toHaveCSS('direction', direction);
    }

    await open(page, network, guide.quote);
    const quote = note.getByRole('link', { name: nameOf(network, guide.quoted) });
    await expect(quote).toContainText('Moved house, lost my home server');
    await quote.click();
    await expect(page).toHaveURL(/\/note\//);
    await expect(focusCard(page)).toContainText('Nobody noticed: four other relays had everything.');
    await expect(page.getByRole('article', { name: `Note by ${nameOf(network, guide.quoted)}` })).toBeVisible();
  },
);

visit(
  'counts of a note, with the zaps that the provider of its author attests, and its menu',
  async ({ page, network, context }) => {
    const { guide } = network.devnet.content;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, network, guide.zapped);
    const note = focusCard(page);
    await expect(note).toContainText('31 likes');
    await expect(note).toContainText('23.6k sats from 4 zaps');

    // links say where the note is, for those who read other relays
    const expectCopied = async () => {
      const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      expect(copied.origin).toBe(network.url);
      const { data } = decode(copied.pathname.replace('/note/', '') as `nevent1${string}`);
      expect(data).toMatchObject({ id: guide.zapped.id, author: guide.zapped.pubkey });
      expect([1, 2]).toContain(data.relays?.length);
      expect(network.devnet.config.readwrite).toEqual(expect.arrayContaining(data.relays!));
    };
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Copied').first()).toBeVisible();
    await expectCopied();

    await note.getByRole('button', { name: 'More' }).click();
    const menu = dialog(page, `Note by ${nameOf(network, guide.zapped)}`);
    await menu.getByRole('button', { name: 'Copy link' }).click();
    await expect(menu.getByText('Copied')).toBeVisible();
    await expectCopied();
    await menu.getByRole('button', { name: 'Show raw event' }).click();
    const raw = await dialog(page, /^Event of /)
      .getByLabel('Event as JSON')
      .innerText();
    expect(JSON.parse(raw)).toEqual(JSON.parse(JSON.stringify(guide.zapped)));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(note.getByRole('button', { name: 'More' })).toBeFocused();
  },
);

onDevnet('pictures stand in a grid and open in a viewer with keys', async ({ page, network }) => {
  const { guide } = network.devnet.content;
  const note = focusCard(page);
  const pictures = note.getByRole('link', { name: /^Open (picture|\d)/ });
  for (const [event, count] of [
    [guide.onePicture, 1],
    [guide.twoPictures, 2],
    [guide.threePictures, 3],
    [guide.sixPictures, 4],
    [guide.fourPictures, 4],
  ] as const) {
    await open(page, network, event);
    await expect(pictures).toHaveCount(count);
    await expect(pictures.getByRole('img')).toHaveCount(count);
    for (const picture of await pictures.getByRole('img').all())
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await expect(page.getByRole('link', { name: 'Open 3 more pictures' })).toHaveCount(
      event === guide.sixPictures ? 1 : 0,
    );
    await expect(note).not.toContainText('http');
  }

  const second = note.getByRole('link', { name: 'Open picture: Blue hour over lit office windows' });
  await second.press('Enter');
  const viewer = dialog(page, 'Pictures of a note');
  await expect(viewer).toContainText('2 of 4');
  await expect(viewer.getByRole('img', { name: 'Blue hour over lit office windows' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('3 of 4');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'A radio mast under stars' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('4 of 4');
  await viewer.getByRole('button', { name: 'Previous picture' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toContainText('2 of 4');
  const opened = page.url();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(second).toBeFocused();
  await expect(page).toHaveURL(/\/note\/[^?]+$/);
  await page.goto(opened);
  await expect(viewer).toContainText('2 of 4');
});

onDevnet('the place of a picture that is gone leads to those that have no place', async ({ page, network }) => {
  const { sixPictures } = network.devnet.content.guide;
  const fourth = sixPictures.content.match(/https?:\S+/g)![3]!;
  await page.route(fourth, (route) => route.abort());
  const gone = page.waitForEvent('requestfailed', (request) => request.url() === fourth);
  await open(page, network, sixPictures);
  await gone;
  const note = focusCard(page);
  const others = note.getByRole('link', { name: 'Open 3 more pictures' });
  await expect(others.getByRole('img')).toHaveCount(0);
  await expect(note).not.toContainText('Picture not available');
  await others.click();
  await expect(dialog(page, 'Pictures of a note')).toContainText('4 of 6');
});

onDevnet('a video and a covered note cost nothing before somebody asks for them', async ({ page, network }) => {
  const { guide } = network.devnet.content;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const note = focusCard(page);
  await open(page, network, guide.film);
  await expect(note).toContainText('They cross every evening at the same minute.');
  const play = note.getByRole('button', { name: 'Play video: Five birds cross an evening sky' });
  await expect(play).toBeVisible();
  await expect(note.locator('video')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('.webm'))).toEqual([]);
  await play.click();
  const video = note.getByLabel('Five birds cross an evening sky');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0);

  await open(page, network, guide.warning);
  await expect(note).toContainText('Slime, close up. 1 picture hidden.');
  await expect(note).not.toContainText('slime mould');
  expect(asked.filter((url) => url.includes('/art/trunk'))).toEqual([]);
  await note.getByRole('button', { name: 'Show' }).click();
  await expect(note).toContainText('Close-up of a slime mould');
  await expect(note.getByRole('link', { name: /^Open picture/ })).toBeVisible();
});

onDevnet(
  '[ROUTE-02] [ROUTE-03] a note opens by note1 and nevent; other ids get a message and a way back',
  async ({ page, network }) => {
    const { guide } = network.devnet.content;
    const { root, replies } = guide.thread;
    const told = 'The nuthatch moved into the box by the shed.';
    const hint = network.devnet.relays[1]!.url;
    for (const id of [
      noteEncode(root.id),
      neventEncode({ id: root.id }),
      neventEncode({ id: root.id, relays: [hint], author: root.pubkey }),
    ]) {
      await page.goto(`${network.url}/note/${id}`);
      await expect(focusCard(page)).toContainText(told);
      await expect(page.getByRole('heading', { name: 'Note', exact: true })).toBeVisible();
    }
    for (const reply of replies)
      await expect(page.getByRole('article').filter({ hasText: reply.content })).toBeVisible();
    await expect(page.getByText(/^1?\d replies$/)).toBeVisible();
    const reply = page.getByRole('article').filter({ hasText: replies[0]!.content });
    await reply.getByRole('link', { name: /^Open the thread/ }).click();
    await expect(dialog(page, /^Thread/)).toContainText(replies[0]!.content);
    expect(new URL(page.url()).searchParams.get('thread')).toBe(replies[0]!.id);

    const others = ['nonsense', 'note1qqqq', npubEncode(root.pubkey), `${noteEncode(root.id)}x`, '%3Cscript%3E'];
    for (const id of [...others, '%E0%A4%A']) {
      await page.goto(`${network.url}/note/${id}`);
      await expect(page.getByRole('heading', { name: 'Not a note' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'To the feed', exact: true }).click();
    await expect(feedOf(page)).toBeVisible();

    await page.goto(`${network.url}/note/${noteEncode('ab'.repeat(32))}`);
    await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(feedOf(page)).toBeVisible();
  },
);

onDevnet('[ROUTE-20] [NOTE-05] the thread opens over the feed with all its levels', async ({ page, network }) => {
  const { root, replies } = network.devnet.content.guide.thread;
  await page.goto(`${network.url}/?thread=${root.id}`);
  const thread = dialog(page, /^Thread/);
  await expect(thread).toContainText('The nuthatch moved into the box by the shed.');
  await expect(thread.getByRole('heading', { name: /^Thread 9 replies$/ })).toBeVisible();
  expect(replies).toHaveLength(6);
  const rows = thread.getByRole('article', { name: /^Reply by / });
  await expect(rows).toHaveCount(9);
  const places = await Promise.all(
    replies.map(async ({ content }) => {
      const box = await rows.filter({ hasText: content }).getByText(content).boundingBox();
      return { left: box!.x, top: box!.y };
    }),
  );
  for (const [index, place] of places.entries()) {
    expect(place.top).toBeGreaterThan(places[index - 1]?.top ?? 0);
    if (index < 5) expect(place.left).toBeGreaterThan(places[index - 1]?.left ?? 0);
  }

  await rows
    .first()
    .getByRole('link', { name: /^Open the thread/ })
    .click();
  await expect(thread.getByRole('article', { name: /^Note by / })).toContainText(replies[0]!.content);
  await thread.getByRole('button', { name: 'Back' }).click();
  await expect(thread.getByRole('heading', { name: /^Thread 9 replies$/ })).toBeVisible();
  await expect(thread.getByRole('button', { name: 'Feed' })).toBeVisible();

  // of several in a row a browser lets a page refuse only the first ones
  const middle = thread.getByRole('article', { name: /^Note by / });
  for (const { content } of replies.slice(0, 4)) {
    const link = rows.filter({ hasText: content }).getByRole('link', { name: /^Open the thread/ });
    await link.first().click();
    await expect(middle).toContainText(content);
  }
  for (const { content } of [...replies.slice(0, 3).toReversed(), root]) {
    await page.keyboard.press('Escape');
    await expect(middle).toContainText(content.slice(0, 30));
  }
  expect(await thread.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);

  await page.keyboard.press('Escape');
  await expect(thread).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await expect(feedOf(page)).toBeVisible();

  const opener = await threadOpener(page);
  await opener.click();
  await expect(page).toHaveURL(/\?thread=[0-9a-f]{64}$/);
  await thread.getByRole('button', { name: 'Feed' }).click();
  await expect(thread).toBeHidden();
  await expect(opener).toBeFocused();

  await page.goto(`${network.url}/?thread=${noteEncode(replies[5]!.id)}`);
  await expect(thread.getByRole('article', { name: /^Note by / })).toContainText(replies[5]!.content);
  await expect(thread).toContainText(replies[4]!.content);
  await expect(thread).not.toContainText(root.content.slice(0, 30));
  await thread.getByRole('button', { name: 'Show 3 earlier notes' }).click();
  await expect(thread).toContainText(root.content.slice(0, 30));

  const { events } = network.devnet.content;
  const zapped = events.find(({ content }) => content.startsWith('Three weeks on five relays'))!;
  await page.goto(`${network.url}/?thread=${zapped.id}`);
  await expect(thread.getByText(/^[\d,]+ sats, largest zap by \S+/)).toBeVisible();

  await page.goto(`${network.url}/?thread=nonsense`);
  await expect(thread.getByRole('heading', { name: 'Not a note' })).toBeVisible();
  await thread.getByRole('button', { name: 'Feed' }).click();
  await expect(thread).toBeHidden();
});

onScripted(
  '[NOTE-03] [NOTE-05] a single note is asked for by its id at the relays one reads from, its replies by their e tags',
  async ({ page, relay, serve, writer }) => {
    const event = writer.note('mira', 60, 'Where one note is enough.');
    const elsewhere = await relay({ events: [event] });
    const readFrom = await relay({ events: [writer.profile('mira'), event] });
    const { url } = await serve([readFrom]);
    await page.goto(`${url}/note/${neventEncode({ id: event.id, relays: [elsewhere.url] })}`);
    await expect(focusCard(page)).toContainText('Where one note is enough.');
    await expect.poll(() => filtersOf(readFrom)).toContainEqual({ kinds: [1], ids: [event.id], limit: 1 });
    await expect
      .poll(() => filtersOf(readFrom))
      .toContainEqual({
        kinds: [1],
        '#e': [event.id],
        limit: 500,
        until: expect.any(Number),
      });
    expect(filtersOf(elsewhere).filter(({ ids }) => ids)).toEqual([]);
  },
);

/** A conversation of so many notes, each of which answers the one before it. */
const chainOf = ({ note }: Writer, length: number): NostrEvent[] => {
  const chain: NostrEvent[] = [];
  for (let at = 0; at < length; at += 1) {
    const tags = at === 0 ? [] : [['e', chain[0]!.id, '', 'root']];
    if (at > 1) tags.push(['e', chain[at - 1]!.id, '', 'reply']);
    chain.push(
      note(
        at % 2 === 0 ? 'mira' : 'ben',
        6_000 - 60 * at,
        `Step ${at}. ${'It goes on for a while. '.repeat(12)}`,
        tags,
      ),
    );
  }
  return chain;
};

/** From now on the page writes down where the note it is about stands, in each frame. */
const watchPlace = (page: Page) =>
  page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const look = () => {
      const note = document.querySelector('.note--focus');
      // it tells of what is painted: in a frame's own callback the page may still be as it was laid out before
      const painted = new IntersectionObserver(([entry]) => {
        places.push(Math.round(entry!.boundingClientRect.top));
        painted.disconnect();
      });
      if (note !== null) painted.observe(note);
      requestAnimationFrame(look);
    };
    look();
  });
const placesIn = (page: Page) =>
  page.evaluate(() => {
    const { places } = window as unknown as { places: number[] };
    return { first: places[0]!, lowest: Math.max(...places), highest: Math.min(...places) };
  });

for (const [name, pathOf] of [
  ['on its screen', ({ id }: NostrEvent) => `/note/${noteEncode(id)}`],
  ['in the sheet', ({ id }: NostrEvent) => `/about?thread=${id}`],
] as const)
  onScripted(
    `a reply that is opened stays in sight while what it answers comes in above it, ${name}`,
    async ({ page, relay, serve, writer }) => {
      const chain = chainOf(writer, 12);
      const source = await relay({ events: [writer.profile('mira'), writer.profile('ben'), ...chain], latencyMs: 150 });
      const { url } = await serve([source]);
      await page.setViewportSize({ width: 390, height: 844 });
      await watchPlace(page);
      await page.goto(`${url}${pathOf(chain.at(-1)!)}`);
      const earlier = page.getByRole('button', { name: 'Show 8 earlier notes' });
      await expect(earlier).toBeAttached();
      await expect(page.getByText('No replies yet')).toBeVisible();
      const { first, lowest, highest } = await placesIn(page);
      expect(first).toBeLessThan(300);
      expect(lowest - first).toBeLessThanOrEqual(2);
      expect(first - highest).toBeLessThanOrEqual(2);

      // a press where one has scrolled to moves nothing either
      const kept = page.getByText(/^Step 8\./);
      await page.mouse.move(200, 500);
      await expect(async () => {
        await page.mouse.wheel(0, -300);
        await expect(earlier).toBeInViewport({ timeout: 200 });
      }).toPass();
      await earlier.focus();
      const { y } = (await kept.boundingBox())!;
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Step 0\./)).toBeAttached();
      await expect(earlier).toHaveCount(0);
      // what is kept is put right as the frame is laid out, a moment after the notes are in the page
      await expect.poll(async () => Math.abs((await kept.boundingBox())!.y - y)).toBeLessThanOrEqual(2);
      await expect(page.locator(':focus')).toContainText('Step 7.');
    },
  );

onScripted(
  'a reply whose thread is known opens in sight too, and the way back leads to where one was',
  async ({ page, relay, serve, writer }) => {
    const chain = chainOf(writer, 9);
    const { url } = await serve([await relay({ events: [writer.profile('mira'), writer.profile('ben'), ...chain] })]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/note/${noteEncode(chain[0]!.id)}`);
    const last = page.getByRole('article', { name: /^Reply by / }).last();
    await expect(last).toContainText('Step 8.');
    await last.getByRole('time').scrollIntoViewIfNeeded();
    // a frame in which the window hears that it was scrolled
    await expect(last.getByRole('time')).toBeInViewport();
    await last.getByRole('time').click();
    await expect(focusCard(page)).toContainText('Step 8.');
    await expect(page.getByRole('button', { name: 'Show 5 earlier notes' })).toBeAttached();
    await expect(focusCard(page).getByText(/^Step 8\./)).toBeInViewport();
    await page.goBack();
    await expect(focusCard(page)).toContainText('Step 0.');
    await expect(last.getByRole('time')).toBeInViewport();
  },
);

onScripted(
  'a muted note that somebody answers keeps its place, and the counts of replies agree',
  async ({ page, relay, serve, writer }) => {
    const me = newPerson();
    const root = writer.note('mira', 300, 'Who has seen the owl?');
    const tags = [['e', root.id, '', 'root']];
    const muted = writer.note('ben', 200, 'Nobody reads this.', tags);
    const reply = writer.note('cid', 100, 'So have I.', [...tags, ['e', muted.id, '', 'reply']]);
    const mutes = me.sign(10_000, [['p', writer.pubkeyOf('ben')]]);
    const { url } = await serve([await relay({ events: [root, muted, reply, mutes] })]);
    await openAs(page, { url }, me, '/about');
    await goTo(page, `/note/${noteEncode(root.id)}`);
    const gap = page.getByText('A muted note');
    const row = page.getByRole('article', { name: /^Reply by / });
    await expect(gap).toBeVisible();
    await expect(row).toHaveCount(1);
    const left = async (text: Locator) => (await text.boundingBox())!.x;
    expect(await left(row.getByText('So have I.'))).toBeGreaterThan(await left(gap));
    await expect(page.getByText('1 reply', { exact: true })).toBeVisible();
    await expect(focusCard(page).getByRole('button', { name: 'Reply, 1 reply' })).toBeVisible();
    await goTo(page, `/note/${noteEncode(reply.id)}`);
    await expect(focusCard(page)).toContainText('So have I.');
    await expect(gap).toBeVisible();
    await expect(page.getByText('Nobody reads this.')).toHaveCount(0);
  },
);

onScripted(
  'what can be done with a reply stands in one line on phones, however deep the reply',
  async ({ page, relay, serve, writer }) => {
    const chain = chainOf(writer, 8);
    const acts = chain.flatMap(({ id, pubkey }) =>
      Array.from({ length: 12 }, (_, at) => {
        const tags = [
          ['e', id],
          ['p', pubkey],
        ];
        return writer.write(`fan ${at}`, { kind: at % 2 === 0 ? 7 : 6, at: 1_700_000_000 + at, content: '+', tags });
      }),
    );
    const { url } = await serve([await relay({ events: [...chain, ...acts] })]);
    await page.goto(`${url}/note/${noteEncode(chain[0]!.id)}`);
    const rows = page.getByRole('article', { name: /^Reply by / });
    await expect(rows).toHaveCount(7);
    await expect(rows.last().getByRole('button', { name: /^Like, 6/ })).toBeVisible();
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const heights = await page.locator('.tn__acts').evaluateAll((all) => all.map((line) => line.clientHeight));
      expect(Math.max(...heights)).toBeLessThan(60);
      const more = (await rows.last().getByRole('button', { name: 'More' }).boundingBox())!;
      expect(more.x + more.width).toBeLessThanOrEqual(width);
    }
  },
);

onScripted('more replies are read on from the first of them', async ({ page, relay, serve, writer }) => {
  const root = writer.note('mira', 5_000, 'Count with me.');
  const replies = Array.from({ length: 35 }, (_, at) =>
    writer.note('ben', 4_000 - at, `Number ${at + 1}.`, [['e', root.id, '', 'root']]),
  );
  const { url } = await serve([await relay({ events: [root, ...replies] })]);
  await page.goto(`${url}/note/${noteEncode(root.id)}`);
  await page.getByRole('button', { name: 'Show 5 more replies' }).press('Enter');
  await expect(page.getByText('Number 35.')).toBeAttached();
  await expect(page.locator('article:focus')).toContainText('Number 31.');
});

onScripted('a picture that is tried again keeps the focus', async ({ page, relay, serve, writer }) => {
  const note = writer.note('mira', 60, 'Look: https://pictures.example/owl.jpg');
  const { url } = await serve([await relay({ events: [note] })]);
  let isThere = false;
  const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  let asked = 0;
  await page.route('https://pictures.example/**', async (route) => {
    asked += 1;
    await (isThere ? route.fulfill({ contentType: 'image/gif', body: pixel }) : route.abort());
  });
  await page.goto(`${url}/note/${noteEncode(note.id)}`);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.press('Enter');
  await expect.poll(() => asked).toBe(2);
  await expect(again).toBeFocused();
  isThere = true;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Open picture/ })).toBeFocused();
});

/** React reports the error that this test makes. */
const loud = onScripted.extend({
  quietConsole: async ({ page }, use) => {
    await skipSplash(page);
    await use();
  },
});

loud('[NOTE-06] a card that fails takes nothing else down', async ({ page, relay, serve, writer }) => {
  const { note, profile } = writer;
  const broken = note('mira', 120, 'This one cannot be shown.');
  const source = await relay({
    events: [profile('mira'), note('mira', 60, 'Before it.'), broken, note('mira', 180, 'After it.')],
  });
  await page.addInitScript((time) => {
    // whole again from the press on: the app may draw the card anew before
    let isMended = false;
    addEventListener('click', () => (isMended = true), { capture: true });
    const write = Date.prototype.toISOString;
    const writeOrFail = function toISOString(this: Date) {
      if (this.getTime() === time && !isMended) throw new Error('a date that nobody can write');
      return write.call(this);
    };
    Object.assign(Date.prototype, { toISOString: writeOrFail });
  }, broken.created_at * 1_000);
  await page.goto((await serve([source])).url);
  const stand = card(page, 'Note temporarily unavailable');
  await expect(stand).toBeVisible();
  await expect(card(page, 'Before it.')).toBeVisible();
  await expect(card(page, 'After it.')).toBeVisible();
  await expect(page.getByText('This one cannot be shown.')).toHaveCount(0);
  await stand.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'This one cannot be shown.')).toBeVisible();
});

visit(
  'a swipe leads to the next picture, the other way where one reads from right to left',
  async ({ page, network }) => {
    await goTo(page, `/about?image=0&of=${network.devnet.content.guide.fourPictures.id}`);
    const viewer = page.getByRole('dialog', { name: 'Pictures of a note' });
    const swipeLeft = async () => {
      const { x, y, width, height } = (await viewer.locator('.viewer__stage').boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 4, y + height / 2);
      await page.mouse.up();
    };
    await expect(viewer.getByText('1 of 4')).toBeVisible();
    await swipeLeft();
    await expect(viewer.getByText('2 of 4')).toBeVisible();
    await page.evaluate(() => (document.dir = 'rtl'));
    await swipeLeft();
    await expect(viewer.getByText('1 of 4')).toBeVisible();
  },
);

import type { Page } from '@playwright/test';
import { neventEncode, noteEncode, npubEncode } from 'nostr-tools/nip19';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { expect, test as onDevnet } from './fixtures.ts';
import { newPerson } from './notification-steps.ts';
import { startPictureServer } from './picture-server.ts';
import { card, feedOf, scrollTo, test as onScripted, type Writer } from './scripted-network.ts';
import { goTo } from './social-steps.ts';

/** What a page tells of harm: violations of its policy, scripts that ran; and all that it ever showed in cards. */
type Watched = { violations: string[]; alerts: number; shown: Set<string> };

const watchHarm = async (page: Page) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    sessionStorage.setItem('splash-shown', 'true');
    const watched: Watched = { violations: [], alerts: 0, shown: new Set() };
    Object.assign(window, { watched, alert: () => (watched.alerts += 1) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      watched.violations.push(violatedDirective),
    );
    const look = () => {
      for (const one of document.querySelectorAll('article, dialog, header')) watched.shown.add(one.textContent);
      requestAnimationFrame(look);
    };
    look();
  });
  const watched = () =>
    page.evaluate(() => {
      const { violations, alerts, shown } = (window as unknown as { watched: Watched }).watched;
      return { violations, alerts, shown: [...shown] };
    });
  const expectNoHarm = async () => {
    const { violations, alerts } = await watched();
    expect({ violations, alerts, dialogs }).toEqual({ violations: [], alerts: 0, dialogs: [] });
    expect(await page.title()).toMatch(/ · Nuthatch$/);
    expect(await page.getByRole('main').locator('script, iframe, object, embed, base, form, style').count()).toBe(0);
    expect(await page.locator('[onerror], [onclick], [href^="javascript:"], [src^="javascript:"]').count()).toBe(0);
  };
  return { shown: async () => (await watched()).shown, expectNoHarm };
};

const scrollFar = (page: Page, rows: number) =>
  page.evaluate(async (wanted) => {
    const places = () => [...document.querySelectorAll('article')].map((one) => Number(one.ariaPosInSet));
    for (let frame = 0; frame < 2_500 && Math.max(...places(), 0) < wanted; frame += 1) {
      window.scrollBy(0, 200);
      await new Promise(requestAnimationFrame);
    }
    return Math.max(...places());
  }, rows);

onDevnet('forged and malformed events that relays send are never shown', async ({ page, network }) => {
  const { hostile, guide } = network.devnet.content;
  const unsound = hostile.filter(({ sound }) => !sound);
  const received = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const { event } of unsound)
        if (String(payload).includes(JSON.stringify(event.content))) received.add(JSON.stringify(event.content));
    }),
  );
  const { shown, expectNoHarm } = await watchHarm(page);
  const expectNoneShown = async () => {
    const all = (await shown()).join('\n');
    expect(all).not.toContain('Forged: ');
    expect(all).not.toContain('Send me your keys.');
    expect(all).not.toContain('This is not what the signature says.');
    expect(all).not.toContain('I never wrote this.');
  };
  await page.goto(network.url);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await scrollFar(page, 200)).toBeGreaterThanOrEqual(200);
  expect(received.size).toBeGreaterThan(2);
  await expectNoneShown();
  await expectNoHarm();

  const broken = unsound.filter(
    ({ what, event }) => /^[0-9a-f]{64}$/.test(event.id) && /sig|changed|key|id$/.test(what),
  );
  for (const { event } of broken.slice(1, 5)) {
    await page.goto(`${network.url}/note/${noteEncode(event.id)}`);
    await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
  }
  const zapped = hostile.find(({ what }) => what.startsWith('zap receipt'))!.event.tags.find(([name]) => name === 'e')!;
  await page.goto(`${network.url}/note/${noteEncode(zapped[1]!)}`);
  await expect(page.getByText(/^\d+ (likes?|reposts?)$/).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/[MBT] sats|Forged/);
  const shadowed = guide.shadowed!;
  await page.goto(`${network.url}/note/${noteEncode(shadowed.id)}`);
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: shadowed.content.slice(0, 40) })
      .first(),
  ).toBeVisible();
  await expect(page.getByText('This is not what the signature says.')).toHaveCount(0);
  await expectNoneShown();
});

onDevnet('well signed events with nasty content run nothing and break nothing', async ({ page, network }) => {
  const { hostile } = network.devnet.content;
  const { expectNoHarm } = await watchHarm(page);
  const named = (what: string): NostrEvent => hostile.find((one) => one.what === what)!.event;
  const note = page.getByRole('article', { name: /^Note by / }).first();
  const pathOf = (event: NostrEvent) => `/note/${noteEncode(event.id)}`;
  const load = (event: NostrEvent) => page.goto(`${network.url}${pathOf(event)}`);
  // as a link does: what harm came of those before stays known
  const open = (event: NostrEvent) => goTo(page, pathOf(event));

  await load(named('markup'));
  await expect(note).toContainText('Content warning');
  await note.getByRole('button', { name: 'Show' }).click();
  await expect(note).toContainText('<script>alert(1)</script>');
  await expectNoHarm();

  await open(named('script links'));
  await expect(note).toContainText('javascript:alert(1)');
  await expect(note.locator('p').getByRole('link')).toHaveCount(0);
  await expectNoHarm();

  await open(named('400 pictures'));
  await expect(
    note
      .getByRole('link', { name: /^Open (picture|\d)/ })
      .or(note.getByText('Picture not available'))
      .first(),
  ).toBeVisible();
  expect(await note.getByRole('img').count()).toBeLessThan(20);
  await expectNoHarm();

  for (const what of ['combining marks', '2,000 tags', 'bad references', 'dated 1970']) {
    await open(named(what));
    const { created_at } = named(what);
    await expect(note.getByRole('time').first()).toHaveAttribute(
      'datetime',
      new Date(created_at * 1_000).toISOString(),
    );
    const box = (await note.boundingBox())!;
    expect(box.width).toBeLessThan(1_280);
    expect(box.height).toBeLessThan(2_000);
  }
  // where such a line may be broken costs seconds to find out, if not by places that say so
  const endless = newPerson().sign({ kind: 1, content: 'W'.repeat(20_000) });
  await network.devnet.publish(endless);
  await open(endless);
  await expect(note.locator('wbr')).toHaveCount(20);

  await load(named('content of 200 kB'));
  await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();
  await load(named('dated in a year'));
  await expect(page.getByRole('heading', { name: 'Note not found' })).toBeVisible();

  await open(named('20,000 paragraphs'));
  await expect(note).toContainText('the end');
  expect(await note.locator('p').count()).toBeLessThan(250);
  await goTo(page, `/npub/${npubEncode(named('9,000 relays').pubkey)}/relays`);
  const relays = page.getByRole('listitem').filter({ hasText: 'none-' });
  await expect(relays).toHaveCount(30);
  await page.getByRole('button', { name: 'Show 30 more' }).click();
  await expect(relays).toHaveCount(60);

  const profiles = hostile.filter(({ event, sound }) => sound && event.kind === 0);
  expect(profiles).toHaveLength(8);
  for (const { what, event } of profiles) {
    await goTo(page, `/npub/${npubEncode(event.pubkey)}`);
    await expect(page.getByRole('heading', { name: /^Profile of / })).toBeVisible();
    await expect(page.getByText(`Hello, I am the ${what}.`)).toBeVisible();
    await expectNoHarm();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

/** The longest time between two frames in 3 s, in ms. */
const longestPause = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let [last, most] = [performance.now(), 0];
        const end = last + 3_000;
        const look = (now: number) => {
          most = Math.max(most, now - last);
          last = now;
          if (now < end) requestAnimationFrame(look);
          else resolve(most);
        };
        requestAnimationFrame(look);
      }),
  );

const healthyNotes = ({ note, profile }: Writer, count: number) => [
  profile('mira'),
  ...Array.from({ length: count }, (_, index) => note('mira', 60 * (index + 1), `Note ${index + 1} of the day.`)),
];

onScripted(
  'one healthy relay is enough beside relays that send garbage, floods or nothing',
  async ({ page, relay, serve, writer }) => {
    const flood = Array.from({ length: 40 }, (_, index) =>
      writer.note('flood', 90 * (index + 1), `Flood ${index + 1}.`),
    );
    const healthy = await relay({ events: healthyNotes(writer, 60) });
    const broken = await Promise.all([
      relay({ garbage: true }),
      relay({ endless: true, events: flood }),
      relay({ endlessAfterEose: true, events: flood }),
      relay({ endless: true }),
      relay({ dead: true }),
      relay({ refuse: true }),
      relay({ closeAfterFrames: 3, events: flood }),
    ]);
    const { shown } = await watchHarm(page);
    await page.goto((await serve([...broken, healthy])).url);
    // what comes after others have answered waits behind a button
    const newest = card(page, 'Note 1 of the day.');
    const waiting = page.getByRole('button', { name: /new note/ });
    await expect(newest.or(waiting).first()).toBeVisible();
    if (await waiting.isVisible()) await waiting.click();
    await expect(newest).toBeVisible();

    // a machine that is busy elsewhere stops the page, too, but not every time
    await expect.poll(() => longestPause(page)).toBeLessThan(1_000);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Dark Mode' }).click();
    await expect(page.getByRole('switch', { name: 'Dark Mode' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Back' }).click();

    for (const number of [20, 40, 60]) await scrollTo(page, `Note ${number} of the day.`);
    const seen = (await shown()).join('\n');
    const missing = Array.from({ length: 60 }, (_, index) => `Note ${index + 1} of the day.`).filter(
      (text) => !seen.includes(text),
    );
    expect(missing).toEqual([]);
    expect(seen).not.toContain('xxxxxxxxxx');

    await page.evaluate(() => window.scrollTo(0, 0));
    healthy.push(writer.note('mira', 0, 'Fresh from the healthy one.'));
    await page.getByRole('button', { name: /new note/ }).click();
    await expect(card(page, 'Fresh from the healthy one.')).toBeVisible();
    await expect(feedOf(page)).toBeVisible();
  },
);

onScripted(
  'what strangers name on this device is never asked, though a relay of the set is there',
  async ({ page, relay, serve, writer }) => {
    const [pictures, stranger] = [await startPictureServer(), await relay()];
    const host = new URL(pictures.url).host;
    const about = {
      name: 'mira',
      picture: `${pictures.url}/face.jpg`,
      banner: `${pictures.url}/b.jpg`,
      nip05: `a@${host}`,
    };
    const profile = writer.write('mira', { kind: 0, at: 1_700_000_000, content: JSON.stringify(about) });
    const list = writer.write('mira', { kind: 10_002, at: 1_700_000_000, content: '', tags: [['r', stranger.url]] });
    const text = `Look ${pictures.url}/forest.jpg and ${pictures.url}/film.mp4 :x:`;
    const note = writer.note('mira', 60, text, [['emoji', 'x', `${pictures.url}/x.png`]]);
    const own = await relay({ events: [profile, list, note] });
    const { url } = await serve({ readwrite: [own.url], loopback: false });
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.goto(`${url}/note/${neventEncode({ id: note.id, relays: [stranger.url] })}`);
    const link = page.getByRole('main').getByRole('link', { name: `${host}/forest.jpg` });
    await expect(link).toBeVisible();
    await page.goto(`${url}/npub/${npubEncode(writer.pubkeyOf('mira'))}/relays?relay=${stranger.url}`);
    await expect(page.getByRole('dialog', { name: 'Add this relay?' })).toContainText('This page may not reach relays');
    await page.goto(`${url}/npub/${npubEncode(writer.pubkeyOf('mira'))}`);
    await expect(link.first()).toBeVisible();
    expect(pictures.asked).toEqual([]);
    expect(stranger.requests).toEqual([]);
    expect(violations.filter((one) => one.includes('Content Security Policy'))).toEqual([]);
    await pictures.close();
  },
);

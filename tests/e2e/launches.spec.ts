import { naddrEncode, neventEncode, noteEncode, nprofileEncode } from 'nostr-tools/nip19';
import { expectAccessibleHere } from './axe.ts';
import { expect } from './fixtures.ts';
import { draftOf, firstNote, skipSplash } from './screens.ts';
import { card, test } from './scripted-network.ts';
import { button, testKey } from './session-steps.ts';

test.use({ serviceWorker: true });

test.describe('what the system opens', () => {
  test.beforeEach(({ page }) => skipSplash(page));

  test('a shared text is offered beside the draft that was begun, and leaves the address', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    await page.goto(`${url}/create`);
    await draftOf(page).fill('Begun here');
    const shared = new URLSearchParams({
      title: 'A find',
      text: 'Look https://a.example/x',
      url: 'https://a.example/x',
    });
    await page.goto(`${url}/create?${shared}`);
    await expect(draftOf(page)).toHaveValue('Begun here');
    await button(page, 'Add to my note').click();
    await expect(draftOf(page)).toHaveValue('Begun here\n\nA find\nLook https://a.example/x');
    expect(page.url()).toBe(`${url}/create`);
    await page.reload();
    await expect(draftOf(page)).toHaveValue('Begun here\n\nA find\nLook https://a.example/x');
  });

  test('a shared secret key is refused and told of, and stays nowhere', async ({ page, relay, serve, writer }) => {
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    const { nsec } = testKey(62);
    await page.goto(`${url}/create?${new URLSearchParams({ text: `my key ${nsec}` })}`);
    await expect(page.getByText('The shared text held a secret key and was dropped')).toBeVisible();
    await expect(draftOf(page)).toHaveValue('');
    const remains = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(remains).not.toContain(nsec.slice(0, 20));
  });

  test('links of web+nostr open their screens, and others say what they are', async ({
    page,
    relay,
    serve,
    writer,
  }) => {
    const events = [writer.profile('mira'), writer.note('mira', 60, 'A note of mira.')];
    const { id, pubkey } = events[1]!;
    const article = naddrEncode({ identifier: 'x', pubkey, kind: 30_023 });
    events.push(writer.note('mira', 30, `Read nostr:${article}`));
    events.push(writer.note('mira', 20, '', [['q', `30023:${pubkey}:x`]]));
    events.push(writer.note('mira', 10, ''));
    const answer = writer.note('mira', 5, 'Well said.', [
      ['a', `30023:${pubkey}:x`, '', 'root'],
      ['e', 'ab'.repeat(32), '', 'root'],
    ]);
    events.push(answer);
    const { url } = await serve([await relay({ events })]);
    const open = (link: string) => page.goto(`${url}/open?q=${encodeURIComponent(`web+nostr:${link}`)}`);
    for (const link of [noteEncode(id), neventEncode({ id }), `//${noteEncode(id)}`]) {
      await open(link);
      await expect(card(page, 'A note of mira.'), link).toBeVisible();
      expect(new URL(page.url()).pathname).toMatch(/^\/note\/nevent1/);
    }
    await open(nprofileEncode({ pubkey }));
    await expect(page.getByRole('heading', { level: 1, name: 'mira' })).toBeVisible();
    await open(article);
    const notShown = page.getByRole('heading', { name: 'Nuthatch cannot show this' });
    await expect(notShown).toBeVisible();
    // an address of another app, with its host exchanged
    for (const path of [noteEncode(id), `p/${neventEncode({ id, kind: 1 })}`]) {
      await page.goto(`${url}/${path}`);
      await expect(card(page, 'A note of mira.'), path).toBeVisible();
      await page.goBack();
      await expect(notShown).toBeVisible();
    }
    await page.goto(url);
    const named = page.getByRole('link', { name: 'an article by mira' });
    await expect(card(page, 'Read an article by mira')).toBeVisible();
    await expect(named).toHaveCount(2);
    await expect(page.getByRole('article').filter({ hasText: 'No text' })).toBeVisible();
    await named.last().click();
    await expect(notShown).toBeVisible();
    await expect(page.getByText('The link leads to an article.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in another app' })).toHaveAttribute('href', `nostr:${article}`);
    await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
    await page.goto(`${url}/note/${noteEncode(answer.id)}`);
    await expect(card(page, 'Well said.')).toBeVisible();
    await named.click();
    await expect(notShown).toBeVisible();
    await page.goto(`${url}/note/${neventEncode({ id, author: pubkey, kind: 20 })}`);
    await expect(notShown).toBeVisible();
    await page.getByRole('link', { name: 'Open the profile of the author' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'mira' })).toBeVisible();
    await open('npub1broken');
    await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible();
    await open(testKey(63).nsec);
    await expect(page.getByRole('heading', { name: 'That is a secret key' })).toBeVisible();
    expect(page.url()).toBe(`${url}/open`);
    await expectAccessibleHere(page, 'a link that leads nowhere');
  });

  test('the running app goes where it is launched, without a load', async ({ page, relay, serve, writer }) => {
    await page.addInitScript(() => {
      type Consumer = (launch: { targetURL: string }) => void;
      const setConsumer = (launch: Consumer) => {
        Object.assign(window, { launch });
        launch({ targetURL: location.href });
      };
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    });
    const { url } = await serve([await relay({ events: [writer.note('mira', 60, 'A note.')] })]);
    const launch = (path: string) =>
      page.evaluate(
        (target) => (window as unknown as { launch: (_: object) => void }).launch({ targetURL: target }),
        url + path,
      );
    await page.goto(url);
    await expect(firstNote(page)).toBeVisible();
    await page.waitForFunction(() => 'launch' in window);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await launch('/search');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await launch('/');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await launch('/create?text=From%20afar');
    await expect(draftOf(page)).toHaveValue('From afar');
    await draftOf(page).fill('From afar, changed');
    await launch('/create?text=More');
    await button(page, 'Add to my note').click();
    await expect(draftOf(page)).toHaveValue('From afar, changed\n\nMore');
    expect(page.url()).toBe(`${url}/create`);
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
  });
});

import type { Browser, Page } from '@playwright/test';
import { nip44 } from 'nostr-tools';
import { finalizeEvent } from 'nostr-tools/pure';
import { expectAccessibleHere } from './axe.ts';
import { beginEcash, deposit, openMoney, showWords } from './ecash-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { button, dialog, field, logInByNsec, PASSPHRASE, testKey } from './session-steps.ts';
import { held } from './social-steps.ts';

const ANNA = 121;
const STRANGER = 122;

const balance = (page: Page) => page.getByRole('region', { name: 'Balance' });

/** A browser that knows nothing yet. */
const freshBrowser = async (browser: Browser, { url }: Network, key: number): Promise<Page> => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
  await page.goto(`${url}/about`);
  await logInByNsec(page, testKey(key).nsec, PASSPHRASE);
  return page;
};

/** How many relays have something of a kind. */
const holders = async ({ devnet: { config } }: Network, kind: number): Promise<number> => {
  const has = (url: string) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(url);
      const end = (answer: boolean) => {
        resolve(answer);
        socket.close();
      };
      socket.addEventListener('open', () => socket.send(JSON.stringify(['REQ', 'has', { kinds: [kind], limit: 1 }])));
      socket.addEventListener('message', ({ data }) => {
        const [verb] = JSON.parse(String(data)) as [string];
        end(verb === 'EVENT');
      });
      socket.addEventListener('error', () => end(false));
    });
  const found = await Promise.all([...config.readwrite, ...config.write].map(has));
  return found.filter(Boolean).length;
};

/** The words of the wallet, as its owner reads them. */
const wordsOf = async (page: Page): Promise<readonly string[]> => {
  await openMoney(page, 'words');
  return showWords(page);
};

test('[WEV-08] a wallet follows its owner: to another device by the account, and to a fresh browser by its words alone', async ({
  page,
  browser,
  network,
}) => {
  await beginEcash(page, network, ANNA);
  await deposit(page, network, 777);
  const words = await wordsOf(page);
  // the wallet, its coins, and the list of mints that the words lead to
  for (const kind of [17_375, 7375, 30_078])
    await expect.poll(() => holders(network, kind), { message: `relays with kind ${kind}` }).toBeGreaterThan(1);

  await test.step('another device of the account is told of the wallet, and takes in its coins', async () => {
    const other = await freshBrowser(browser, network, ANNA);
    await openMoney(other, 'ecash');
    const first = dialog(other, 'Ecash');
    await expect(first).toContainText('Your account has an ecash wallet already');
    const mints = first.getByRole('list', { name: 'Its mints' }).getByRole('listitem');
    await expect(mints).toHaveCount(1);
    // which mints it has is for the key alone
    await other.goto(`${network.url}/about?money=ecash`);
    await expect(first).toContainText('Unlock your key to see its mints.');
    await expect(mints).toHaveCount(0);
    await expectAccessibleHere(other, 'ecash elsewhere, locked', button(first, 'Unlock key'));
    await button(first, 'Unlock key').click();
    await field(other, 'Passphrase').fill(PASSPHRASE);
    await other.keyboard.press('Enter');
    await expect(mints).toHaveCount(1);
    await button(first, 'Go on without them').click();
    await expect(dialog(other, 'Your recovery phrase')).toBeVisible();
    await openMoney(other, 'ecash');
    await expect(balance(other)).toContainText('777sats');
    await other.context().close();
  });

  await test.step('a fresh browser of somebody else finds mint and coins by the words', async () => {
    const fresh = await freshBrowser(browser, network, STRANGER);
    await openMoney(fresh, 'restore');
    const restore = dialog(fresh, 'Restore ecash');
    const drop = restore.getByRole('button', { name: /^Do not look at/ });
    for (let left = await drop.count(); left > 0; left -= 1) {
      await drop.first().click();
      await expect(drop).toHaveCount(left - 1);
    }
    for (const [at, word] of words.entries()) await field(fresh, `Word ${at + 1}`).fill(word);
    await button(restore, 'Look for my ecash').click();
    await expect(restore).toContainText('Found so far777');
    await button(restore, 'Finish').click();
    await expect(balance(fresh)).toContainText('777sats');
    await fresh.context().close();
  });
});

test('[WEV-03] a mint that was removed on another device says so as long as something is there, and is used again by a press', async ({
  page,
  network,
}) => {
  const [hazel, rowan] = network.devnet.mints;
  const { secret, pubkey } = testKey(99);
  const toOneself = nip44.getConversationKey(secret, pubkey);
  await beginEcash(page, network, 99);
  await deposit(page, network, 100);
  await openMoney(page, 'ecash');
  await expect(dialog(page, 'Ecash wallet')).toContainText('Backed up on');
  const newest = async () => (await held(network.devnet.relays[0]!.url, { kinds: [17_375], authors: [pubkey] })).at(0)!;
  const told = await newest();
  const plain = nip44.decrypt(told.content, toOneself).replaceAll(hazel!.url, rowan!.url);
  const content = nip44.encrypt(plain, toOneself);
  await network.devnet.publish(
    finalizeEvent({ kind: 17_375, created_at: told.created_at + 1, tags: [], content }, secret),
  );
  await openMoney(page, `mint&of=${encodeURIComponent(hazel!.url)}`);
  const mint = dialog(page, 'Hazel');
  await expect(mint).toContainText('You removed this mint on another device');
  await expectAccessibleHere(page, 'a mint that was removed elsewhere', button(mint, 'Use it again'));
  await button(mint, 'Use it again').click();
  await expect(mint).not.toContainText('You removed this mint');
  await expect.poll(async () => nip44.decrypt((await newest()).content, toOneself)).toContain(hazel!.url);
  await expect(mint).not.toContainText('You removed this mint');
});

import type { Locator, Page } from '@playwright/test';
import { noteEncode, npubEncode } from 'nostr-tools/nip19';
import { finalizeEvent } from 'nostr-tools/pure';
import { GUEST, accountOf } from '#devnet/lightning/lnurl-provider.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { compactCount } from '#domain/text/numbers.ts';
import { expectAccessibleHere } from './axe.ts';
import { expect, test, type Network } from './fixtures.ts';
import { beginEcash, openMoney, push } from './ecash-steps.ts';
import { hurryUntil } from './hurry.ts';
import {
  button,
  dialog,
  expectNoSecretIn,
  field,
  logInByNsec,
  openSettings,
  PASSPHRASE,
  testKey,
} from './session-steps.ts';
import { goTo, newPerson, openAs, pressShortly } from './social-steps.ts';

const bolt = (page: Page): Locator =>
  page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();
const foot = (sheet: Locator): Locator => sheet.locator('.sheet__foot');

/** Somebody logged in, with the wallet of the sample network. */
const withWallet = async (page: Page, network: Network) => {
  await openAs(page, network, newPerson(), '/about');
  await openSettings(page);
  await button(page, 'Connect wallet').click();
  await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(page.getByRole('region', { name: 'Lightning Wallet' })).toContainText('Connected');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Sends from the sheet that is open. */
const send = async (page: Page, title: string, sats: number) => {
  const sheet = dialog(page, title);
  await field(page, 'Amount in sats').fill(String(sats));
  await button(foot(sheet), `Zap ${sats} sats`).click();
};

const zapNote = async (page: Page, id: string, sats: number) => {
  await goTo(page, `/note/${noteEncode(id)}`);
  await pressShortly(bolt(page));
  await send(page, 'Zap this note', sats);
};

/** What a sample person was paid, in sats. */
const received = ({ devnet }: Network, handle: string): number => devnet.ledger.balanceOf(accountOf(handle)) / 1_000;

const pubkeyOf = ({ devnet }: Network, handle: string): string =>
  devnet.content.people.find((person) => person.handle === handle)!.pubkey;

test('[APP-08] [APP-09] [NOTE-07] [ZAP-12] a zap is paid by the connected wallet, told by the note, and counted by its receipt', async ({
  page,
  network,
}) => {
  const { guide } = network.devnet.content;
  await withWallet(page, network);
  const before = received(network, 'lena');

  await test.step('asked for and paid', async () => {
    await goTo(page, `/note/${noteEncode(guide.zapped.id)}`);
    await pressShortly(bolt(page));
    await field(page, 'Amount in sats').fill('900,000');
    await expect(dialog(page, 'Zap this note')).toContainText('There is not enough in your wallet.');
    await expectNoSecretIn(field(page, 'Comment'));
    await field(page, 'Comment').fill('For the early train, with thanks');
    await send(page, 'Zap this note', 210);
    const sheet = dialog(page, 'Zapped 210 sats');
    await expect(sheet).toBeVisible();
    expect(received(network, 'lena')).toBe(before + 210);
    await button(foot(sheet), 'Close').click();
    const total = compactCount(guide.zappedSats + 210, 'en');
    await expect(bolt(page)).toHaveAccessibleName(`Zap, sent, ${total} sats zapped`);
  });

  await test.step('a long press sends the usual amount without asking', async () => {
    await bolt(page).click({ button: 'right' });
    await expect.poll(() => received(network, 'lena')).toBe(before + 231);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('what is saved of zaps is told, and the focus stays', async () => {
    await openSettings(page);
    const usual = field(page, 'Amount of a one-tap zap');
    for (const sats of ['50', '21']) {
      await usual.fill(sats);
      await usual.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
      await expect(usual).toBeFocused();
    }
    const presets = page.getByRole('textbox', { name: 'Amounts to choose from' });
    await presets.fill('1 2 3 4 5 6 7');
    await presets.press('Enter');
    await expect(page.getByText('Six amounts at most.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a person whose wallet asks for more than was chosen is paid nothing', async () => {
    await goTo(page, `/npub/${npubEncode(pubkeyOf(network, 'ikram'))}`);
    await pressShortly(page.getByRole('main').getByRole('button', { name: /^Zap Ikram/ }));
    await field(page, 'Amount in sats').fill('50');
    await button(page, 'Zap 50 sats').click();
    const sheet = dialog(page, 'Zap not sent');
    await expect(sheet).toContainText('The invoice is for 500 sats, but you chose 50. Nothing was paid.');
    await button(foot(sheet), 'Close').click();
    expect(received(network, 'ikram')).toBe(0);
  });

  await test.step('a person who takes no zaps has an address all the same', async () => {
    await goTo(page, `/npub/${npubEncode(pubkeyOf(network, 'dov'))}`);
    await pressShortly(page.getByRole('main').getByRole('button', { name: /^Zap Dov/ }));
    const sheet = page.getByRole('dialog', { name: /^Zap Dov/ });
    await expect(sheet).toContainText('This LNURL endpoint does not allow Nostr zaps');
    await expect(sheet).toContainText(/dov@/);
    await expect(button(sheet, 'Zap 21 sats')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('[LNURL-16] more than a provider takes is not sent, and nothing that was typed is lost', async () => {
    await goTo(page, `/note/${noteEncode(guide.zapped.id)}`);
    await pressShortly(bolt(page));
    const sheet = dialog(page, 'Zap this note');
    await expect(sheet).toContainText(/lena@/);
    await expect(sheet.getByRole('switch', { name: 'One-tap zap: 21 sats' })).toHaveAccessibleDescription(
      'Tap the bolt to choose, hold it to send',
    );
    await field(page, 'Comment').fill('For a whole train');
    await field(page, 'Amount in sats').fill('2000000');
    await expect(sheet.getByRole('alert').filter({ visible: true })).toHaveText('Amount above maximum: 1,000,000 sats');
    await expect(button(foot(sheet), 'Zap 2,000,000 sats')).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Comment')).toHaveValue('For a whole train');
    await field(page, 'Amount in sats').fill('1000000');
    await expect(button(foot(sheet), 'Zap 1,000,000 sats')).toBeEnabled();
    // a phone at 200 %
    await page.setViewportSize({ width: 195, height: 422 });
    await field(page, 'Comment').focus();
    await expect(field(page, 'Amount in sats')).toHaveValue('1,000,000');
    const cut = (one: Element) => one.scrollWidth - one.clientWidth;
    expect(await field(page, 'Amount in sats').evaluate(cut)).toBeLessThanOrEqual(0);
    expect(await button(foot(sheet), 'Zap 1,000,000 sats').evaluate(cut)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('[LNURL-17] a provider that was not reached is asked again, and nothing that was typed is lost', async () => {
    await page.route('**/.well-known/lnurlp/otto', (route) => route.abort());
    await goTo(page, `/npub/${npubEncode(pubkeyOf(network, 'otto'))}`);
    await pressShortly(page.getByRole('main').getByRole('button', { name: /^Zap Otto/ }));
    const sheet = page.getByRole('dialog', { name: /^Zap Otto/ });
    await expect(sheet).toContainText('Failed to resolve Lightning address');
    await expect(sheet).toContainText(/otto@/);
    const long = 'seeds '.repeat(35).trim();
    await field(page, 'Comment').fill(long);
    await page.unroute('**/.well-known/lnurlp/otto');
    await button(sheet, 'Try again').click();
    await expect(sheet).toContainText(/otto@/);
    await expect(sheet).not.toContainText('Failed to resolve');
    await expect(field(page, 'Comment')).toHaveValue(long);
    await expect(sheet.getByRole('alert').filter({ visible: true })).toHaveText('Comment too long: max 200 characters');
    await button(foot(sheet), 'Zap 21 sats').click();
    await expect(sheet).toBeVisible();
    expect(received(network, 'otto')).toBe(0);
    await field(page, 'Comment').fill('for the seeds');
    await expect(sheet.getByRole('alert').filter({ visible: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('where another node is paid than the last time, nothing is paid before the user says so', async () => {
    await page.evaluate(() => {
      const known = JSON.parse(localStorage.getItem('zapPayees') ?? '{}') as Record<string, string>;
      localStorage.setItem(
        'zapPayees',
        JSON.stringify(Object.fromEntries(Object.keys(known).map((at) => [at, 'ff'.repeat(33)]))),
      );
    });
    await zapNote(page, guide.zapped.id, 22);
    const sheet = dialog(page, 'Zap 22 sats');
    await expect(sheet).toContainText('leads to a wallet you have not paid before');
    await expect(sheet).toContainText('Nothing is paid yet');
    await expect(sheet).not.toContainText('Your wallet is paying');
    await button(foot(sheet), 'Cancel').click();
    await bolt(page).click({ button: 'right' });
    const notice = page.getByRole('status').filter({ hasText: 'Zap of 21 sats to Lena Vogt waits for you: lena@' });
    await expect(notice).toHaveCount(1);
    expect(received(network, 'lena')).toBe(before + 231);
    await pressShortly(bolt(page));
    await button(foot(dialog(page, 'Zap 21 sats')), 'Zap anyway').click();
    await button(foot(dialog(page, 'Zapped 21 sats')), 'Close').click();
    expect(received(network, 'lena')).toBe(before + 252);
  });

  await test.step('on a phone no words of its row touch each other', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openMoney(page, 'wallet');
    const row = dialog(page, 'Wallet').getByRole('button', { name: /For the early train/ });
    const edges = await row.evaluate((one) => [
      one.querySelector('.line > :last-child')!.getBoundingClientRect().right,
      one.querySelector('.end')!.getBoundingClientRect().left,
    ]);
    expect(edges[0]).toBeLessThan(edges[1]!);
  });
});

test('[ZAP-13] a zap of which the wallet does not know is not known yet, and nothing is paid twice', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const { guide } = devnet.content;
  await withWallet(page, network);
  const message = `payment failed for ${'ab12'.repeat(16)}`;
  devnet.wallet.faults.add('pay_invoice', { type: 'error', code: 'INTERNAL', message });
  await zapNote(page, guide.zapped.id, 33);
  const sheet = dialog(page, 'Zap not known yet');
  await expect(sheet).toContainText(`Something went wrong in your wallet. Your wallet says: ${message}`);
  // a long word is cut off on no phone
  await page.setViewportSize({ width: 390, height: 844 });
  const banner = sheet.locator('.banner');
  expect(await banner.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(sheet).toContainText('Your wallet may still pay.');
  await expect(button(foot(sheet), 'Try again')).toHaveCount(0);
  await button(foot(sheet), 'Close, keep asking').click();
  await expect(bolt(page)).toHaveAccessibleName(/^Zap, not known yet/);
  const before = received(network, 'lena');
  devnet.ledger.pay(accountOf(GUEST), devnet.ledger.of(accountOf('lena'))[0]!.text);
  await expect(bolt(page)).toHaveAccessibleName(/^Zap, sent/);
  expect(received(network, 'lena')).toBe(before + 33);
  expect(devnet.ledger.repeated).toEqual([]);

  await test.step('said to have timed out where the wallet was silent, not where it answered, also to who left the sheet', async () => {
    devnet.wallet.faults.add('pay_invoice', { type: 'no answer' });
    await page.clock.install();
    await pressShortly(bolt(page));
    await send(page, 'Zap this note', 34);
    await button(foot(dialog(page, 'Zapping 34 sats')), 'Close, keep paying').click();
    const words = 'Payment request timed out. Please check your NWC wallet connection and try again.';
    const notice = page.getByRole('status').filter({
      hasText: `Zap of 34 sats to Lena Vogt not known yet: ${words} Your wallet may still pay. We keep asking`,
    });
    const ms = await hurryUntil(page, 'told', 40_000, async () => (await notice.count()) === 1);
    expect(ms).toBeGreaterThan(20_000);
    await pressShortly(bolt(page));
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  });
});

test('a zap of which nobody knows is shown after a reload, and another one is not sent unknowingly', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(86).nsec, PASSPHRASE);
  await openSettings(page);
  await button(page, 'Connect wallet').click();
  await field(page, 'Connection string').fill(devnet.wallet.pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(page.getByRole('region', { name: 'Lightning Wallet' })).toContainText('Connected');
  await page.keyboard.press('Escape');
  devnet.wallet.faults.add('pay_invoice', { type: 'error', code: 'INTERNAL' });
  await zapNote(page, devnet.content.guide.zapped.id, 33);
  await expect(dialog(page, 'Zap not known yet')).toBeVisible();
  await page.goto(`${network.url}/note/${noteEncode(devnet.content.guide.zapped.id)}`);
  await expect(bolt(page)).toHaveAccessibleName(/^Zap, not known yet/);

  await bolt(page).click({ button: 'right' });
  const sheet = dialog(page, 'Zap this note');
  await expect(sheet).toContainText('Already sent, not known yet: 33 sats');
  await expect(button(foot(sheet), 'Unlock & Zap once more')).toBeVisible();
  await expectAccessibleHere(page, 'a zap after another one', sheet);
  await button(sheet, 'See it').click();
  await expect(dialog(page, 'Payment')).toContainText('−33');
  await page.keyboard.press('Escape');
  await button(foot(sheet), 'Unlock & Zap once more').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Zapped 21 sats')).toBeVisible();
  expect(devnet.ledger.repeated).toEqual([]);
});

test('a zap that the wallet of the browser rejects: nobody can be asked, which is said, and where to look', async ({
  page,
  network,
}) => {
  const { guide } = network.devnet.content;
  await page.addInitScript(() => {
    const webln = {
      enable: async () => {},
      getInfo: async () => ({ node: { alias: 'Acorn' } }),
      sendPayment: async () => {
        throw new Error('User rejected');
      },
    };
    const injectWallet = () => {
      Object.assign(window, { webln });
      document.dispatchEvent(new Event('webln:ready'));
    };
    Object.assign(window, { injectWallet });
  });
  await openAs(page, network, newPerson(), '/about');
  await openSettings(page);
  await expect(button(page, 'Connect wallet')).toBeVisible();
  await expect(button(page, 'Wallet of your browser')).toHaveCount(0);
  // extensions are late
  await page.evaluate(() => (window as unknown as { injectWallet: () => void }).injectWallet());
  await button(page, 'Wallet of your browser').click();
  await expect(page.getByRole('region', { name: 'Lightning Wallet' })).toContainText('Connected');
  await page.keyboard.press('Escape');
  await zapNote(page, guide.zapped.id, 35);
  const sheet = dialog(page, 'Zap not known yet');
  await expect(sheet).toContainText('Nobody can tell us what became of it');
  await expect(sheet).toContainText('The wallet of your browser cannot be asked.');
  await expect(sheet).not.toContainText('We keep asking');
  await expect(foot(sheet).getByRole('button')).toHaveText(['Close']);
  await button(sheet, 'See it').click();
  await expect(dialog(page, 'Payment').getByRole('textbox', { name: /^Proof of payment/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(foot(sheet), 'Close').click();

  await goTo(page, `/note/${noteEncode(guide.hashtags.id)}`);
  await bolt(page).click({ button: 'right' });
  const notice = page.getByRole('status').filter({
    hasText: 'Zap of 21 sats to Amara Nwosu not known yet: Nobody can tell us what became of it.',
  });
  await expect(notice).toHaveCount(1);
});

test('[SET-31] without a wallet the invoice is shown for any other one, and watched until it is paid, also after a reload', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const { guide } = devnet.content;
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(84).nsec, PASSPHRASE);
  await goTo(page, `/note/${noteEncode(guide.zapped.id)}`);
  await pressShortly(bolt(page));
  await expect(dialog(page, 'Zap this note')).toContainText('No wallet connected');
  await expectAccessibleHere(page, 'the sheet of a zap', dialog(page, 'Zap this note'));
  devnet.ledger.fund('phone', 100);
  const offered = async (sats: number) => {
    await field(page, 'Amount in sats').fill(String(sats));
    await button(page, `Zap ${sats} sats`).click();
    const sheet = dialog(page, `Zap ${sats} sats`);
    await expect(sheet.getByRole('img', { name: 'Invoice as QR code' })).toBeVisible();
    await expect(button(sheet, 'Copy invoice')).toBeVisible();
    const link = await sheet.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href');
    return link!.replace('lightning:', '');
  };
  devnet.ledger.pay('phone', await offered(21));
  const sent = dialog(page, 'Zapped 21 sats');
  await expect(sent).toBeVisible();
  await button(foot(sent), 'Close').click();

  const person = `/npub/${npubEncode(pubkeyOf(network, 'lena'))}`;
  const zapHer = page.getByRole('main').getByRole('button', { name: /^Zap Lena/ });
  await goTo(page, person);
  await pressShortly(zapHer);
  const later = await offered(22);
  await expect(button(page, 'Pay from my wallet instead')).toHaveCount(0);
  await page.goto(`${network.url}${person}`);
  await expect(zapHer).not.toHaveAccessibleName(/sent/);
  devnet.ledger.pay('phone', later);
  await expect(zapHer).toHaveAccessibleName(/, sent$/);

  await test.step('a wallet that is connected meanwhile pays another invoice instead', async () => {
    await pressShortly(zapHer);
    await button(page, 'Unlock & Zap').click();
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    const sheet = dialog(page, 'Zap 21 sats');
    const shown = await sheet.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href');
    const before = received(network, 'lena');
    await push(page, `${person}?walletConnect=true`);
    await field(page, 'Connection string').fill(devnet.wallet.pairingCode);
    await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
    await expect(dialog(page, 'Connect a Lightning wallet')).toHaveCount(0);
    await pressShortly(zapHer);
    await expect(sheet).toContainText('Then do not pay this one any more.');
    await button(sheet, 'Pay from my wallet instead').click();
    await expect(dialog(page, 'Zapped 21 sats')).toBeVisible();
    expect(received(network, 'lena')).toBe(before + 21);
    expect(devnet.ledger.find(shown!.replace('lightning:', ''))!.settled).toBeUndefined();
  });
});

test('[ZAP-07] a locked key says so, and the zap goes on once it is unlocked; a visitor is asked to log in', async ({
  page,
  network,
}) => {
  const { guide } = network.devnet.content;
  await page.goto(`${network.url}/note/${noteEncode(guide.zapped.id)}`);
  await pressShortly(bolt(page));
  await expect(dialog(page, 'Log in to zap')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await logInByNsec(page, testKey(83).nsec, PASSPHRASE);
  await page.reload();
  await pressShortly(bolt(page));
  const sheet = dialog(page, 'Zap this note');
  await expect(sheet).toContainText('Key is locked. Please unlock your NSEC key with your passphrase to sign the zap.');
  await button(foot(sheet), 'Unlock & Zap').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Zap 21 sats').getByRole('img', { name: 'Invoice as QR code' })).toBeVisible();
});

test('a note that shares its zaps pays each by themselves; what failed is tried again alone', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const share = (handle: string) => ['zap', pubkeyOf(network, handle), devnet.config.readwrite[0]!, '1'];
  const created_at = Math.floor(Date.now() / 1_000);
  const tags = ['lena', 'ikram', 'dov', 'nikos'].map(share);
  const note = finalizeEvent({ kind: 1, created_at, content: 'Written by four.', tags }, testKey(9).secret);
  await devnet.publish(note);
  const before = received(network, 'lena');
  await withWallet(page, network);
  await goTo(page, `/note/${noteEncode(note.id)}`);
  await pressShortly(bolt(page));
  await expect(dialog(page, 'Zap this note')).toContainText('Takes no zaps. Their share goes to the others');
  await expect(dialog(page, 'Zap this note')).toContainText('Could not be reached. Their share goes to the others');
  await field(page, 'Amount in sats').fill('3000000');
  await expect(dialog(page, 'Zap this note').getByText('Amount above maximum: 1,000,000 sats')).toHaveCount(2);
  await send(page, 'Zap this note', 100);
  const sheet = dialog(page, 'Zap sent in part');
  await expect(sheet).toContainText('The invoice is for 500 sats, but you chose 50. Nothing was paid.');
  expect(received(network, 'lena')).toBe(before + 50);
  await button(foot(sheet), 'Try what failed again').click();
  await expect(sheet).toContainText('Nothing was paid.');
  expect([received(network, 'lena'), received(network, 'ikram')]).toEqual([before + 50, 0]);

  await test.step('who is reached only at the press: it is shown again, and nothing is sent', async () => {
    await button(foot(sheet), 'Close').click();
    const other = finalizeEvent(
      { kind: 1, created_at, content: 'Written by two.', tags: ['lena', 'nikos'].map(share) },
      testKey(9).secret,
    );
    await devnet.publish(other);
    await goTo(page, `/note/${noteEncode(other.id)}`);
    await pressShortly(bolt(page));
    const form = dialog(page, 'Zap this note');
    await expect(form).toContainText('Could not be reached. Their share goes to the others');
    await page.route('**/.well-known/lnurlp/nikos', async (route) => {
      const answer = await fetch(route.request().url());
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
      await route.fulfill({ status: answer.status, headers, body: await answer.text() });
    });
    await send(page, 'Zap this note', 100);
    await expect(form).toContainText('Nothing was sent: we asked again who can be paid.');
    await expect(form).not.toContainText('Could not be reached');
    expect(received(network, 'lena')).toBe(before + 50);
  });
});

test('[LNURL-08] [LNURL-11] a provider that pages may not read is asked through the proxy that the user names, and about zaps only where they say so', async ({
  page,
  network,
}) => {
  const asked: string[] = [];
  await page.route('https://proxy.example/**', async (route) => {
    const target = new URL(route.request().url()).searchParams.get('url')!;
    asked.push(new URL(target).pathname);
    const answer = await fetch(target);
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  await withWallet(page, network);
  const settings = page.getByRole('region', { name: 'Lightning Wallet' });
  const address = field(page, 'Address of the proxy');

  const zapHim = page.getByRole('main').getByRole('button', { name: /^Zap Nikos/ });

  await test.step('named in the settings, to which its refusal leads, and where what is no address is refused', async () => {
    await goTo(page, `/npub/${npubEncode(pubkeyOf(network, 'nikos'))}`);
    await pressShortly(zapHim);
    const sheet = page.getByRole('dialog', { name: /^Zap Nikos/ });
    await expect(sheet).toContainText('Failed to resolve Lightning address');
    await expectAccessibleHere(page, 'zap without an answer', button(sheet, 'Set up a proxy'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(sheet, 'Set up a proxy').click();
    await expect(address).toBeFocused();
    await expectNoSecretIn(address);
    await address.fill('http://proxy.example/?url=');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(settings.getByRole('alert')).toHaveText('This must be an https address.');
    await address.fill('https://proxy.example/?url=');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(settings.getByRole('switch', { name: /^Also for zaps and comments/ })).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(sheet).toContainText(/nikos@/);
    await expect(sheet).not.toContainText('Failed to resolve');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  const zap = async () => {
    await pressShortly(zapHim);
    await field(page, 'Amount in sats').fill('21');
    await button(page, 'Zap 21 sats').click();
  };

  await test.step('it finds the provider, but is not told of the zap', async () => {
    await zap();
    const sheet = dialog(page, 'Zap not sent');
    await expect(sheet).toContainText('Failed to get payment request');
    expect(asked).toEqual(['/.well-known/lnurlp/nikos']);
    await button(foot(sheet), 'Close').click();
  });

  await test.step('told of the zap where the user wants that', async () => {
    await openSettings(page);
    await settings.getByRole('switch', { name: /^Also for zaps and comments/ }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await zap();
    await expect(dialog(page, 'Zapped 21 sats')).toBeVisible();
    expect(received(network, 'nikos')).toBe(21);
    expect(asked).toContain('/lnurl/nikos');
    await button(foot(dialog(page, 'Zapped 21 sats')), 'Close').click();
  });

  await test.step('what one proxy may be told, another may not', async () => {
    await openSettings(page);
    const told = settings.getByRole('switch', { name: /^Also for zaps and comments/ });
    await expect(told).toBeChecked();
    // saved once more, it is the same
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(told).toBeChecked();
    await address.fill('https://other.example/?url=');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(told).not.toBeChecked();
  });
});

test('a one-tap zap or gift that is refused says why at once, and leaves nothing under way', async ({
  page,
  network,
}) => {
  const { devnet } = network;
  const author = testKey(103);
  const created_at = Math.floor(Date.now() / 1_000) - 60;
  const sign = (kind: number, content: string, tags: string[][] = []) =>
    finalizeEvent({ kind, content, tags, created_at }, author.secret);
  const note = sign(KIND.textNote, 'Two siskins, one seed.');
  const takes = [
    ['relay', devnet.config.readwrite[0]!],
    ['mint', devnet.mints[0]!.url, 'sat'],
    ['pubkey', `02${testKey(104).pubkey}`],
  ];
  for (const event of [note, sign(KIND.nutzapInfo, '', takes)]) await devnet.publish(event);
  await beginEcash(page, network, 102);
  await push(page, '/about?walletConnect=true');
  await field(page, 'Connection string').fill(devnet.wallet.pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(dialog(page, 'Connect a Lightning wallet')).toHaveCount(0);
  const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

  await test.step('a zap: the budget is used up', async () => {
    devnet.wallet.faults.add('pay_invoice', { type: 'error', code: 'QUOTA_EXCEEDED' });
    await goTo(page, `/note/${noteEncode(devnet.content.guide.zapped.id)}`);
    await bolt(page).click({ button: 'right' });
    await expect(
      said('Zap of 21 sats to Lena Vogt not sent: This is more than your wallet lets this app spend.'),
    ).toHaveCount(1);
    await expect(bolt(page)).toHaveAccessibleName(/^Zap, not sent/);
  });

  await test.step('another one: each is told, with whom it was for', async () => {
    devnet.wallet.faults.add('pay_invoice', { type: 'error', code: 'QUOTA_EXCEEDED' });
    await goTo(page, `/note/${noteEncode(devnet.content.guide.hashtags.id)}`);
    await bolt(page).click({ button: 'right' });
    await expect(said(/Lena Vogt not sent.*Zap of 21 sats to Amara Nwosu not sent/)).toHaveCount(1);
    for (const left of [1, 0]) {
      await button(page, 'Dismiss').first().click();
      await expect(button(page, 'Dismiss')).toHaveCount(left);
    }
  });

  await test.step('a gift: the wallet is empty', async () => {
    const message = `no way to ${'ab12'.repeat(16)}`;
    devnet.wallet.faults.add('pay_invoice', { type: 'error', code: 'INSUFFICIENT_BALANCE', message });
    await goTo(page, `/note/${noteEncode(note.id)}`);
    await bolt(page).click({ button: 'right' });
    await expect(said(/Zap of 21 sats to .* not sent: There is not enough in your wallet\./)).toHaveCount(1);
    await expect(bolt(page)).toHaveAccessibleName('Zap, not sent');
    // a long word takes nothing out of the screen of a phone
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(button(page, 'Dismiss')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await openMoney(page, 'ecash');
    await expect(dialog(page, 'Ecash wallet')).toContainText('not paid');
    await expect(dialog(page, 'Ecash wallet').getByRole('list', { name: 'Under way' })).toHaveCount(0);
  });
});

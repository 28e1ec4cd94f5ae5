import type { Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { finalizeEvent } from 'nostr-tools/pure';
import { KIND } from '#domain/protocol/kinds.ts';
import { expectAccessibleHere } from './axe.ts';
import { beginEcash, openMoney, push, somebodyElse } from './ecash-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { button, dialog, field, logInByNsec, PASSPHRASE, testKey } from './session-steps.ts';
import { goTo, pressShortly } from './social-steps.ts';

const TITLE = 'Address for your ecash';
/** who has the address, and, one behind, who zaps */
const OWNER = 131;

/** Somebody of the sample network pays to a Lightning address, as any wallet does (LUD-16). */
const payTo = async ({ devnet }: Network, address: string, sats: number) => {
  const [name, host] = address.split('@');
  const { callback } = (await (await fetch(`http://${host}/.well-known/lnurlp/${name}`)).json()) as {
    callback: string;
  };
  const { pr } = (await (await fetch(`${callback}?amount=${sats * 1_000}`)).json()) as { pr: string };
  devnet.ledger.fund('a friend', sats);
  devnet.ledger.pay('a friend', pr);
};

const lightningAddress = async (page: Page): Promise<string> => {
  await push(page, '/about?edit=true');
  const value = await dialog(page, 'Edit profile').getByLabel('Lightning address').inputValue();
  await button(dialog(page, 'Edit profile'), 'Cancel').click();
  return value;
};

test('a Lightning address that pays into the ecash is set in the profile, paid, fetched, and taken out again; another one is never replaced unasked', async ({
  page,
  network,
}) => {
  test.slow();
  await beginEcash(page, network, 97);

  const address = await test.step('it is set up from the wallet, with what one should know first', async () => {
    await openMoney(page, 'ecash');
    await button(dialog(page, 'Ecash wallet'), /^Lightning address/).click();
    const sheet = dialog(page, TITLE);
    await expect(sheet).toContainText('sees every payment');
    await expect(sheet).toContainText('it could keep a payment for itself');
    await expect(sheet).not.toContainText('another Lightning address');
    await expectAccessibleHere(page, 'address-before', sheet);
    await sheet.getByRole('textbox', { name: /^Service/ }).fill('http://npub.cash');
    await button(sheet, 'Use this address').click();
    await expect(sheet).toContainText('It must begin with https');
    await sheet.getByRole('textbox', { name: /^Service/ }).fill(network.devnet.addresses.url);
    await button(sheet, 'Use this address').click();
    await expect(button(sheet, 'Fetch now')).toBeVisible();
    await expectAccessibleHere(page, 'address-used', sheet);
    return (await sheet.getByText(/^npub1/).textContent()) ?? '';
  });

  await test.step('what is paid is fetched, and stands in the history', async () => {
    await payTo(network, address, 210);
    const sheet = dialog(page, TITLE);
    network.devnet.addresses.fault = () => ({ status: 503, text: '<html>' });
    await button(sheet, 'Fetch now').click();
    await expect(sheet).toContainText('The service said no (503).');
    network.devnet.addresses.fault = undefined;
    await button(sheet, 'Fetch now').click();
    await expect(sheet).toContainText('210 sats on the way in.');
    await expect(sheet).not.toContainText('said no');
    await openMoney(page, 'ecash');
    const wallet = dialog(page, 'Ecash wallet');
    await expect(wallet.getByRole('region', { name: 'Balance' })).toContainText('210');
    await wallet.getByRole('button', { name: /^Paid to your address/ }).click();
    await expect(page.getByText('Paid to your address').first()).toBeVisible();
    await expect(async () => expect(await lightningAddress(page)).toBe(address)).toPass();
  });

  await test.step('another address is replaced only after it was said', async () => {
    await push(page, '/about?edit=true');
    const edit = dialog(page, 'Edit profile');
    await edit.getByLabel('Lightning address').fill('somebody@wallet.example');
    await button(edit, 'Save').click();
    await expect(edit).toHaveCount(0);
    await push(page, '/about?edit=true');
    await button(edit, 'Use an address that pays into your ecash').click();
    const sheet = dialog(page, TITLE);
    await expect(sheet).toContainText('somebody@wallet.example is replaced');
    await button(sheet, 'Cancel').click();
    await expect(async () => expect(await lightningAddress(page)).toBe('somebody@wallet.example')).toPass();
    await openMoney(page, 'address');
    await button(sheet, 'Replace my address').click();
    await expect(button(sheet, 'Fetch now')).toBeVisible();
    await expect(async () => expect(await lightningAddress(page)).toBe(address)).toPass();
  });

  await test.step('it is taken out of the profile, and what still comes can be fetched', async () => {
    await openMoney(page, 'address');
    const sheet = dialog(page, TITLE);
    await button(sheet, 'Take it out of my profile').click();
    await expect(sheet).toContainText('not in your profile any more');
    await payTo(network, address, 21);
    await button(sheet, 'Fetch now').click();
    await expect(sheet).toContainText('21 sats on the way in.');
    await expect(async () => expect(await lightningAddress(page)).toBe('')).toPass();
  });
});

test('a zap to an address that pays into the ecash is sent as any other, told to its owner, counted by the note, and taken as ecash', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { devnet } = network;
  const { secret } = testKey(OWNER);
  const created_at = Math.floor(Date.now() / 1_000) - 60;
  const note = finalizeEvent(
    { kind: KIND.textNote, content: 'Three nests in the gutter.', tags: [], created_at },
    secret,
  );
  await devnet.publish(note);
  const owner = await somebodyElse(browser, network, OWNER);
  await openMoney(owner, 'address');
  const sheet = dialog(owner, TITLE);
  await sheet.getByRole('textbox', { name: /^Service/ }).fill(devnet.addresses.url);
  await button(sheet, 'Use this address').click();
  await expect(button(sheet, 'Fetch now')).toBeVisible();

  await test.step('who zaps needs no ecash', async () => {
    await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    await page.goto(network.url);
    await logInByNsec(page, testKey(OWNER + 1).nsec, PASSPHRASE);
    await goTo(page, `/note/${noteEncode(note.id)}`);
    const bolt = page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();
    await pressShortly(bolt);
    await field(page, 'Amount in sats').fill('210');
    await field(page, 'Comment').fill('for the gutter');
    await button(page, 'Zap 210 sats').click();
    const asked = dialog(page, 'Zap 210 sats');
    const link = await asked.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href');
    devnet.ledger.fund('a friend', 210);
    devnet.ledger.pay('a friend', link!.replace('lightning:', ''));
    const sent = dialog(page, 'Zapped 210 sats');
    await button(sent.locator('.sheet__foot'), 'Close').click();
    await expect(bolt).toHaveAccessibleName('Zap, sent, 210 sats zapped');
  });

  await test.step('its owner is told of the zap, and has it as ecash', async () => {
    await button(sheet, 'Fetch now').click();
    await expect(sheet).toContainText('210 sats on the way in.');
    await openMoney(owner, 'ecash');
    await expect(dialog(owner, 'Ecash wallet').getByRole('region', { name: 'Balance' })).toContainText('210');
    await push(owner, '/notifications');
    const row = owner.getByRole('listitem').filter({ hasText: 'for the gutter' });
    await expect(row).toContainText('210 sats');
    await owner.context().close();
  });
});

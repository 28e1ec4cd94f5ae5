import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard-steps.ts';
import { button, dialog, logInByNsec, PASSPHRASE, testKey } from './session-steps.ts';
import { startSpare } from './wallet-steps.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Lightning Wallet' });

test('keyboard only: a wallet is connected, an invoice paid, and each sheet gives the focus back', async ({
  page,
  network,
}) => {
  const { wallet, ledger } = network.devnet;
  const invoice = ledger.invoice({ payee: 'shop', msats: 21_000, description: 'bark' });
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(86).nsec, PASSPHRASE);
  await page.goto(`${network.url}/about?settings=true`);
  // the key is locked after that: its own field is the first thing to do
  const unlock = button(page, 'Unlock key');
  await expect(unlock).toBeVisible();
  await unlock.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeFocused();
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Settings')).toContainText('Key: Unlocked');

  const connect = button(region(page), 'Connect wallet');
  await connect.focus();
  await page.keyboard.press('Enter');
  const sheet = dialog(page, 'Connect a Lightning wallet');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(connect).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('textbox', { name: 'Connection string' }));
  await page.keyboard.insertText(wallet.pairingCode);
  await page.keyboard.press('Enter');
  await expect(region(page)).toContainText('Connected');

  const payments = button(region(page), /^Payments and history/);
  await payments.focus();
  await page.keyboard.press('Enter');
  await tabTo(page, button(dialog(page, 'Wallet'), 'Pay an invoice'));
  await page.keyboard.press('Enter');
  const pay = dialog(page, 'Pay an invoice');
  await tabTo(page, pay.getByRole('textbox'));
  await page.keyboard.insertText(invoice.text);
  await tabTo(page, button(pay, 'Next'));
  await page.keyboard.press('Enter');
  await tabTo(page, button(pay, 'Pay 21 sats'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, '21 sats paid')).toContainText('The payee’s node gave the proof');
  await page.keyboard.press('Escape');
  const paid = dialog(page, 'Wallet').getByRole('button', { name: /Invoice paid/ });
  await tabTo(page, paid);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Payment')).toContainText('Paid');
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Payment')).toHaveCount(0);
  await expect(dialog(page, 'Wallet')).toBeVisible();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } });

  test('the wallet section, its sheets and a payment speak German, and are accessible', async ({ page, network }) => {
    const { wallet, ledger } = network.devnet;
    const invoice = ledger.invoice({ payee: 'shop', msats: 21_000, description: 'Rinde' });
    await page.goto(`${network.url}/about?nsecLogin=true`);
    await page
      .getByLabel(/^Geheimer Schlüssel/)
      .first()
      .click();
    await page.keyboard.insertText(testKey(87).nsec);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await button(page, 'Einstellungen').first().click();
    const section = page.getByRole('region', { name: 'Lightning-Wallet' });
    await button(section, 'Wallet verbinden').click();
    const sheet = dialog(page, 'Lightning-Wallet verbinden');
    await expectAccessibleHere(page, 'connect in German', sheet);
    await sheet.getByRole('textbox', { name: 'Verbindungscode' }).fill(wallet.pairingCode);
    await page.keyboard.press('Enter');
    await expect(section).toContainText('Verbunden');
    await expectAccessibleHere(page, 'wallet section in German', section);
    await button(section, /^Zahlungen und Verlauf/).click();
    const own = dialog(page, 'Wallet');
    await button(own, 'Rechnung bezahlen').click();
    const pay = dialog(page, 'Rechnung bezahlen');
    await pay.getByRole('textbox').fill(invoice.text);
    await button(pay, 'Weiter').click();
    await expectAccessibleHere(page, 'pay in German', button(pay, '21 Sats bezahlen'));
    await button(pay, '21 Sats bezahlen').click();
    await expect(page.getByRole('dialog').last()).toContainText('Bezahlt');
    await page.keyboard.press('Escape');
    await own.getByRole('button', { name: /Rechnung bezahlt/ }).click();
    const payment = dialog(page, 'Zahlung');
    await expectAccessibleHere(page, 'payment in German', payment);
  });
});

test('[NWC-14] a long list of payments is read page by page, each of them once, also while money comes', async ({
  page,
  network,
}) => {
  const { ledger } = network.devnet;
  const wallet = await startSpare(network, 'long list');
  ledger.fund('friend', 100_000);
  const come = (sats: number, description: string) => {
    ledger.pay('friend', ledger.invoice({ payee: wallet.account, msats: sats * 1_000, description }).text);
  };
  for (let at = 0; at < 27; at += 1) come(100 + at, `seed ${at}`);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(88).nsec, PASSPHRASE);
  await page.goto(`${network.url}/about?settings=true`);
  await button(page, 'Unlock key').click();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await button(region(page), 'Connect wallet').click();
  await page.getByRole('textbox', { name: 'Connection string' }).fill(wallet.pairingCode);
  await page.keyboard.press('Enter');
  await expect(region(page)).toContainText('Connected');

  await button(region(page), /^Payments and history/).click();
  const own = dialog(page, 'Wallet');
  await expect(own.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(6);
  await expect(own).toContainText('“seed 26”');
  await button(own, 'All').click();
  const history = dialog(page, 'History');
  await expect(history.getByRole('listitem')).toHaveCount(20);
  come(7, 'between two pages');
  await expect(history.getByRole('listitem').first()).toContainText('“between two pages”');
  await button(history, 'Show more').click();
  await expect(history).toContainText('“seed 0”');
  await expect(button(history, 'Show more')).toHaveCount(0);
  const rows = await history.getByRole('listitem').allTextContents();
  expect(new Set(rows.map((row) => /“(.+)”/.exec(row)?.[1])).size).toBe(28);
  expect(rows).toHaveLength(28);
  wallet.close();
});

import type { Page } from '@playwright/test';
import { readRemains } from '#tests/support/page-remains.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog, field, logInByNsec, openSettings, PASSPHRASE, testKey } from './session-steps.ts';

const walletOf = (page: Page) => page.getByRole('region', { name: 'Lightning Wallet' });

test('[SET-31] [WALLET-06] [WALLET-07] [WALLET-37] a remote wallet is connected by its code, shows what is in it, is saved encrypted, and goes with the account', async ({
  page,
  network,
}) => {
  const { pairingCode } = network.devnet.wallet;
  const secret = new URL(pairingCode).searchParams.get('secret')!;
  await page.goto(network.url);
  await openSettings(page);
  await expect(walletOf(page)).toContainText('Login Required');
  await page.keyboard.press('Escape');
  await logInByNsec(page, testKey(81).nsec, PASSPHRASE);
  await openSettings(page);
  const wallet = walletOf(page);

  await test.step('a code that is none is refused in its words', async () => {
    await button(wallet, 'Connect wallet').click();
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await expect(sheet.getByRole('checkbox', { name: 'Save for future use' })).toBeChecked();
    await field(page, 'Connection string').fill('nostr+walletconnect://abc');
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toHaveText('Error: Incomplete initialization parameters');
  });

  await test.step('the right one connects', async () => {
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await field(page, 'Connection string').fill(pairingCode);
    await field(page, 'Name').fill('Mine');
    await button(sheet, 'Connect').click();
    await expect(sheet).toHaveCount(0);
    await expect(wallet).toContainText('Mine');
    await expect(wallet.getByRole('status', { name: 'Balance' })).toHaveText(/sats$/);
    await button(wallet, 'Show payments').click();
    await expect(button(wallet, 'Show payments')).toHaveCount(0);
  });

  await test.step('its secret is nowhere in the page', async () => {
    const remains = await page.evaluate(readRemains);
    const places = Object.entries(remains).flatMap(([place, text]) => (text.includes(secret) ? [place] : []));
    expect(places).toEqual([]);
  });

  await test.step('disconnected by hand, it is connected again from the list, and forgotten', async () => {
    await button(wallet, 'Disconnect').click();
    await button(wallet, 'Saved wallets').click();
    const sheet = dialog(page, 'Saved wallets');
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toHaveText('Please select a wallet');
    await sheet.getByRole('radio', { name: 'Mine' }).check();
    await button(sheet, 'Connect').click();
    await expect(wallet).toContainText('Connected');
    await button(wallet, 'Saved wallets').click();
    await button(sheet, 'Forget Mine').click();
    await button(dialog(page, 'Forget this wallet?'), 'Forget').click();
    await expect(sheet).toContainText('No wallet is saved on this device.');
  });
});

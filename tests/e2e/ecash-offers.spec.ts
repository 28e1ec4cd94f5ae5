import type { Page } from '@playwright/test';
import { expectAccessibleHere } from './axe.ts';
import { amountIn, beginEcash, openMoney } from './ecash-steps.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog, field, PASSPHRASE } from './session-steps.ts';

const wallet = (page: Page) => dialog(page, 'Ecash wallet');
const balance = (page: Page) => wallet(page).getByRole('region', { name: 'Balance' });

/** Looks at the wallet after a reload, which locks the key. */
const unlock = async (page: Page) => {
  await button(wallet(page), 'Unlock ecash').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(wallet(page)).not.toContainText('Unlock ecash');
};

test('[MINT-09] [MINT-10] somebody makes an offer and is paid by it twice, and again after a reload: each time the ecash is there by itself; then it is not used any more', async ({
  page,
  network,
}) => {
  test.slow();
  const { ledger, mints } = network.devnet;
  await beginEcash(page, network, 97);
  const before = mints[0]!.books.outstanding();
  ledger.fund('a friend', 1_000);
  const shown = dialog(page, 'Reusable offer');
  const pay = (text: string, sats: number) => ledger.payOffer('a friend', text, sats * 1_000);

  const offer = await test.step('it is made from where sats come in', async () => {
    await openMoney(page, 'deposit');
    await button(dialog(page, 'Deposit over Lightning'), 'Get a reusable offer instead').click();
    await amountIn(shown).fill('x');
    await button(shown, 'Make offer').click();
    await expect(shown.getByRole('alert')).toHaveText('Enter an amount in whole sats.');
    await amountIn(shown).fill('');
    await shown.getByRole('textbox', { name: /^Memo/ }).fill('for the choir');
    await expectAccessibleHere(page, 'own-offer', shown);
    await button(shown, 'Make offer').click();
    await expect(shown).toContainText('Waiting for payments');
    await expect(shown.getByRole('img', { name: 'QR code of the offer' })).toBeVisible();
    return (await shown.getByText(/^lno1/).textContent()) ?? '';
  });

  await test.step('each payment is shown where the offer is', async () => {
    pay(offer, 21);
    await expect(shown).toContainText('21 sats have arrived');
    pay(offer, 34);
    await expect(shown).toContainText('55 sats have arrived');
    const arrived = shown.getByRole('list', { name: 'What has arrived' }).getByRole('listitem');
    await expect(arrived).toHaveCount(2);
    await expect(arrived.filter({ hasText: '+34' })).toContainText('“for the choir”');
    await expectAccessibleHere(page, 'own-offer-shown', shown);
    await button(shown, 'Copy the offer').click();
  });

  await test.step('it stays, and what came while nobody was here is found', async () => {
    await openMoney(page, 'ecash');
    await expect(balance(page)).toContainText('55');
    await expect(wallet(page).getByRole('region', { name: 'Offers' })).toContainText('55 sats have arrived');
    await expectAccessibleHere(page, 'ecash-offers', wallet(page).getByRole('region', { name: 'Offers' }));
    await page.reload();
    await expect(wallet(page).getByRole('region', { name: 'Offers' })).toContainText('for the choir');
    pay(offer, 8);
    await wallet(page).getByRole('region', { name: 'Offers' }).getByRole('button').click();
    await expect(shown).toContainText('This tab asks the mint once your wallet is open here');
    await expect(button(shown, 'Look now')).toHaveCount(0);
    await expect(button(shown, 'Unlock key')).toBeVisible();
    await page.goBack();
    await unlock(page);
    await expect(balance(page)).toContainText('63');
    await expect(wallet(page).getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
    expect(mints[0]!.books.outstanding() - before).toBe(63);
  });

  await test.step('a mint that lies about it is told of, and nothing is touched', async () => {
    mints[0]!.faults.script({
      on: 'check mint quote',
      times: 1_000,
      fault: { type: 'answer', change: (answer) => ({ ...(answer as object), amount_paid: 1 }) },
    });
    await wallet(page).getByRole('region', { name: 'Offers' }).getByRole('button').click();
    await button(shown, 'Look now').click();
    await expect(shown).toContainText('does not add up');
    await expectAccessibleHere(page, 'own-offer-lie', shown);
    mints[0]!.faults.clear();
    await button(shown, 'Look now').click();
    await expect(shown).toContainText('63 sats have arrived');
    await expect(shown).not.toContainText('does not add up');
  });

  await test.step('it is not used any more', async () => {
    await button(shown, 'Stop using').click();
    await expect(shown).toContainText('You stopped using this offer');
    await expect(shown.getByText(/^lno1/)).toHaveCount(0);
    await expectAccessibleHere(page, 'own-offer-stopped', shown);
    await button(shown.locator('footer, .sheet__foot').last(), 'Close').click();
    await openMoney(page, 'ecash');
    await expect(balance(page)).toContainText('63');
    await expect(wallet(page).getByRole('region', { name: 'Offers' })).toHaveCount(0);
  });
});

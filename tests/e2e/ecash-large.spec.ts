import {
  amountIn,
  beginEcash,
  deposit,
  enterInvoice,
  giveToken,
  makeToken,
  openMoney,
  somebodyElse,
} from './ecash-steps.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog } from './session-steps.ts';

test('[DEPOSIT-04] [SEND-01] [SEND-02] [MELT-03] amounts that take many proofs are deposited, sent, taken, moved and paid', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { ledger, mints } = network.devnet;
  await beginEcash(page, network, 96);
  await deposit(page, network, 765_432);
  const friend = await somebodyElse(browser, network, 97);
  const sheet = await giveToken(friend, await makeToken(page, 99_999));
  await button(sheet, /^Receive 99,999/).click();
  await expect(dialog(friend, '99,999 sats received')).toBeVisible();
  await expect(dialog(page, 'Token for 99,999 sats')).toContainText('Taken');

  const invoice = ledger.invoice({ payee: 'shop', msats: 123_456_000, description: 'a barn' });
  const pay = await enterInvoice(page, invoice.text);
  await button(pay, 'Pay 123,456 sats').click();
  await expect(dialog(page, '123,456 sats paid')).toBeVisible();
  expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toHaveLength(1);

  await openMoney(page, `mint&of=${encodeURIComponent(mints[1]!.url)}`);
  await button(dialog(page, 'Rowan'), 'Add Rowan').click();
  await expect(page.getByRole('dialog', { name: 'Rowan' })).toHaveCount(0);
  await openMoney(page, 'transfer');
  const move = dialog(page, 'Move between mints');
  const amount = amountIn(move);
  await amount.fill('4000');
  await amount.press('Tab');
  await expect(amount).toHaveValue('4,000');
  // who comes back by Tab writes over it
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('250000');
  await button(move, 'Move 250,000 sats').click();
  await expect(dialog(page, '250,000 sats moved')).toBeVisible();
});

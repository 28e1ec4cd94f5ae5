import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { noteEncode } from 'nostr-tools/nip19';
import { accountOf } from '#devnet/lightning/lnurl-provider.ts';
import { DAY } from '#domain/units.ts';
import { expectAccessibleHere } from './axe.ts';
import { expectComfortableHere } from './comfort-looks.ts';
import { expect, test } from './fixtures.ts';
import { expectGoodScreens } from './screen-tour.ts';
import { skipSplash } from './screens.ts';
import { push } from './ecash-steps.ts';
import { hurryUntil } from './hurry.ts';
import {
  button,
  dialog,
  expectNoSecretIn,
  field,
  logInByNsec,
  openSettings,
  panel,
  PASSPHRASE,
  testKey,
} from './session-steps.ts';
import { newPerson } from './social-steps.ts';

const walletSection = (page: Page) => page.getByRole('region', { name: 'Lightning Wallet' });
const row = (page: Page, title: string) =>
  dialog(page, title)
    .getByRole('list', { name: 'Under way' })
    .getByRole('button', { name: /seeds.*not known yet/ });

const connect = async (page: Page, code: string) => {
  await openSettings(page);
  await button(walletSection(page), 'Connect wallet').click();
  await field(page, 'Connection string').fill(code);
  await field(page, 'Name').fill('Mine');
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(walletSection(page)).toContainText('Connected');
};

/** A double press by a hand, at whatever stands where the control stood: the second one a fifth of a second later, however slow the machine. */
const pressTwice = async (control: Element) => {
  const { left, top } = control.getBoundingClientRect();
  const press = (element: Element, detail: number) => {
    for (const type of ['mousedown', 'click']) {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail, clientX: left, clientY: top });
      Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + 200 * detail });
      element.dispatchEvent(event);
    }
  };
  press(control, 1);
  const pay = () => [...document.querySelectorAll('dialog button')].find((one) => /^Pay \d/.test(one.textContent));
  while (!pay()) await new Promise((drawn) => requestAnimationFrame(drawn));
  press(pay()!, 2);
};

test('an invoice in a note is a card that says how much and what for, and leads to the sheet that pays it', async ({
  page,
  network,
}) => {
  const { wallet, ledger, publish } = network.devnet;
  const invoice = ledger.invoice({ payee: 'shop', msats: 21_000, description: 'a bag of seeds' });
  const old = ledger.invoice({ payee: 'shop', msats: 42_000, expirySeconds: 0 });
  const note = newPerson().sign(1, [], `Who pays lightning:${invoice.text} or ${old.text}`, 0);
  await publish(note);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(84).nsec, PASSPHRASE);
  await connect(page, wallet.pairingCode);
  await page.keyboard.press('Escape');
  await push(page, `/note/${noteEncode(note.id)}`);
  const expired = page.getByRole('region', { name: 'Lightning invoice, 42 sats' });
  await expect(expired).toContainText('This invoice has expired.');
  await expect(button(expired, 'Copy invoice')).toBeVisible();
  await expect(button(expired, 'Pay')).toHaveCount(0);
  const card = page.getByRole('region', { name: 'Lightning invoice, 21 sats' });
  await expect(card).toContainText('a bag of seeds');
  await expect(page.getByRole('main')).not.toContainText('lnbc');
  await expectAccessibleHere(page, 'note-invoice', card);
  await button(card, 'Pay').click();
  const sheet = dialog(page, 'Pay an invoice');
  await expect(sheet).toContainText('a bag of seeds');
  expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toEqual([]);
  await button(sheet, 'Pay 21 sats').click();
  await expect(dialog(page, '21 sats paid')).toBeVisible();
  expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toHaveLength(1);
  await button(dialog(page, '21 sats paid'), 'Close').click();
  await expect(card).toBeVisible();
});

test('[ROUTE-16] [ZAP-13] a payment of which the wallet says nothing is shown so, in every tab and after a reload, until the wallet says what became of it', async ({
  page,
  network,
}) => {
  const { wallet, ledger } = network.devnet;
  const invoice = ledger.invoice({ payee: 'shop', msats: 3_200_000, description: 'two bags of seeds' });
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(82).nsec, PASSPHRASE);
  await connect(page, wallet.pairingCode);
  wallet.notifies = false;
  wallet.faults.add('pay_invoice', { type: 'error', code: 'INTERNAL', pays: true });
  for (const method of ['lookup_invoice', 'list_transactions'])
    wallet.faults.add(method, { type: 'error', code: 'INTERNAL' }, 500);

  await test.step('what is no invoice is refused; of one that is, all is said before it is paid', async () => {
    await button(walletSection(page), /^Payments and history/).click();
    await button(dialog(page, 'Wallet'), 'Pay an invoice').click();
    const sheet = dialog(page, 'Pay an invoice');
    await field(page, 'Lightning invoice or address lnbc…, lno…, name@host').fill('lnbc1');
    await button(sheet, 'Next').click();
    await expect(sheet.getByRole('alert')).toHaveText('This is neither a Lightning invoice nor an address.');
    await field(page, 'Lightning invoice or address lnbc…, lno…, name@host').fill(
      `lightning:${invoice.text.toUpperCase()}`,
    );
    await page.keyboard.press('Tab');
    // the second press falls on 'Pay', which takes the place of 'Next'
    await button(sheet, 'Next').evaluate(pressTwice);
    await expect(sheet).toContainText('two bags of seeds');
    await expect(button(sheet, 'Pay 3,200 sats')).toBeVisible();
    await expectAccessibleHere(page, 'pay', button(sheet, 'Pay 3,200 sats'));
    await button(sheet, 'Pay 3,200 sats').click();
    const progress = dialog(page, 'Paying 3,200 sats');
    await expect(progress).toContainText('Not known yet: we keep asking');
    await button(progress, 'Close').click();
    // nobody is asked to pay it a second time
    await button(dialog(page, 'Wallet'), 'Pay an invoice').click();
    await field(page, 'Lightning invoice or address lnbc…, lno…, name@host').fill(invoice.text);
    await button(dialog(page, 'Pay an invoice'), 'Next').click();
    await expect(progress).toContainText('Not known yet: we keep asking');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Wallet')).toBeVisible();
  });

  const other = await page.context().newPage();
  await test.step('it stands in another tab and after a reload, and asks for its wallet until that is there', async () => {
    await other.goto(`${network.url}/about?money=open`);
    // the first tab asks
    await expect(dialog(other, 'Open payments')).toContainText('not known yet');
    await expect(button(dialog(other, 'Open payments'), 'Details')).toBeVisible();
    await expect(button(dialog(other, 'Open payments'), 'Look again')).toHaveCount(0);
    await page.clock.install();
    await page.reload();
    const needed = dialog(page, 'Wallet').getByText('needs you').first();
    await hurryUntil(page, 'needs you', 40_000, () => needed.isVisible());
    await expect(dialog(other, 'Open payments')).toContainText('needs you');
    await page.goto(`${network.url}/about`);
    await openSettings(page);
    await button(panel(page), 'Unlock key').click();
    await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(walletSection(page)).toContainText('Connected');
    await expect(walletSection(page)).toContainText('1 payment is not known yet');
    await button(walletSection(page), /^Payments and history/).click();
    await button(dialog(page, 'Wallet'), 'See it').click();
    const open = dialog(page, 'Open payments');
    await button(open, 'Details').click();
    const payment = dialog(page, 'Payment');
    await expect(payment).toContainText('Not known yet: we keep asking');
    await expectAccessibleHere(page, 'payment', button(payment, 'Look again'));
    await expectComfortableHere(page, 'payment', button(payment, 'Look again'));
    await button(payment, 'Look again').click();
    await expect(payment).toContainText(/Asked \d+ times/);
  });

  await test.step('the wallet answers: paid, once, with its proof, in both tabs', async () => {
    wallet.faults.clear();
    wallet.notifies = true;
    const payment = dialog(page, 'Payment');
    await expect(payment).toContainText('Paid: the proof fits the invoice.');
    await expect(button(payment, /^Copy the proof of payment/)).toBeVisible();
    await expect(dialog(other, 'Open payments')).toContainText('Nothing is under way');
    expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toHaveLength(1);
    expect(ledger.repeated).toEqual([]);
  });

  await test.step('the history has it once, and gives it as a table', async () => {
    await page.goto(`${network.url}/about?money=history`);
    const history = dialog(page, 'History');
    const today = history.getByRole('list', { name: 'Today' });
    await expect(today.getByRole('listitem')).toHaveCount(1);
    await expect(today).toContainText('Invoice paid');
    await button(history, 'In').click();
    await expect(history).toContainText('No payments of this kind');
    const save = async () => {
      const saving = page.waitForEvent('download');
      await button(history, 'Save as a table (CSV)').click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(/^nuthatch-payments-.*\.csv$/);
      return await readFile(await saved.path(), 'utf8');
    };
    // with the mark by which Excel knows the encoding; nothing but what is shown
    expect(await save()).toMatch(/^\uFEFFTime,[^\n]*\n?$/);
    await button(history, 'Out').click();
    await expect(today.getByRole('listitem')).toHaveCount(1);
    expect(await save()).toContain(invoice.paymentHash);
  });

  await test.step('looked at on another day, its steps say when they were', async () => {
    await page.clock.setSystemTime(Date.now() + DAY);
    await page.goto(`${network.url}/about?money=history`);
    await dialog(page, 'History')
      .getByRole('list', { name: 'Yesterday' })
      .getByRole('button', { name: /seeds/ })
      .click();
    const step = dialog(page, 'Payment').getByRole('listitem').filter({ hasText: 'Written down on this device' });
    const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(Date.now());
    await expect(step).toContainText(`${day}, `);
  });
});

test('somebody is paid by their Lightning address: what was typed stays when it cannot be, and the history says who it was', async ({
  page,
  network,
}) => {
  const { wallet, ledger, mediaUrl } = network.devnet;
  const { host } = new URL(mediaUrl);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(84).nsec);
  await connect(page, wallet.pairingCode);
  await button(walletSection(page), /^Payments and history/).click();
  await button(dialog(page, 'Wallet'), 'Pay an invoice').click();
  const sheet = dialog(page, 'Pay an invoice');
  const typed = sheet.getByRole('textbox', { name: /^Lightning invoice or address/ });

  await test.step('an address that leads nowhere is told of, with what was typed', async () => {
    await expectNoSecretIn(typed);
    await button(sheet, 'Paste').click();
    await expect(typed).toHaveAccessibleDescription(/^Your browser does not allow reading the clipboard\./);
    await typed.fill(`nobody-here@${host}`);
    await button(sheet, 'Next').click();
    await expect(sheet.getByRole('alert')).toHaveText(
      'Failed to resolve Lightning address. Their provider says: Nobody of that name.',
    );
    await typed.fill(`nikos@${host}`);
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await button(sheet, 'Next').click();
    await expect(button(sheet, 'Set up a proxy')).toBeVisible();
    await expect(typed).toHaveValue(`nikos@${host}`);
  });

  const wish = dialog(page, 'Pay a Lightning address');
  await test.step('its bounds are said, and more is not asked for', async () => {
    await typed.fill(`lightning:lena@${host}`);
    await page.keyboard.press('Tab');
    await button(sheet, 'Next').click();
    await expect(wish).toContainText(`lena@${host}`);
    await expect(wish).toContainText('1 to 1,000,000 sats');
    await button(wish, 'Next').click();
    await expect(wish.getByRole('alert')).toHaveText('Enter an amount in whole sats.');
    await wish.getByRole('textbox', { name: 'Amount' }).fill('1000001');
    await button(wish, 'Next').click();
    await expect(wish.getByRole('alert')).toHaveText('Amount above maximum: 1,000,000 sats');
    await expectAccessibleHere(page, 'pay an address', button(wish, 'Next'));
    await expectComfortableHere(page, 'pay an address', button(wish, 'Next'));
    await expectNoSecretIn(wish.getByRole('textbox', { name: 'Comment' }));
  });

  await test.step('what is confirmed is paid to them, once', async () => {
    const before = ledger.balanceOf(accountOf('lena'));
    await wish.getByRole('textbox', { name: 'Amount' }).fill('210');
    await wish.getByRole('textbox', { name: /^Comment/ }).fill('for the seeds');
    await page.keyboard.press('Enter');
    await expect(sheet).toContainText(`lena@${host}`);
    await button(sheet, 'Pay 210 sats').click();
    await expect(dialog(page, '210 sats paid')).toBeVisible();
    expect(ledger.balanceOf(accountOf('lena')) - before).toBe(210_000);
  });

  await test.step('the history says who it was', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Wallet')).toContainText(`lena@${host}`);
  });
});

test('accessible by WCAG 2.2 AA, and fits: wallet, history, open payments', async ({ page, network }) => {
  await skipSplash(page);
  const screen = (value: string, title: string, shows: string) => ({
    name: title,
    path: `/about?money=${value}`,
    shows: (at: Page) => dialog(at, title).getByRole('heading', { name: shows }),
  });
  await expectGoodScreens(page, network.url, [
    screen('wallet', 'Wallet', 'No payments yet'),
    screen('history', 'History', 'No payments yet'),
    screen('open', 'Open payments', 'Nothing is under way'),
  ]);
});

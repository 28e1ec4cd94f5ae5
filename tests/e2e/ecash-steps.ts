import type { Browser, Locator, Page } from '@playwright/test';
import { expect, type Network } from './fixtures.ts';
import { button, dialog, field, logInByNsec, PASSPHRASE, testKey } from './session-steps.ts';

/** Leads to an address without a reload. */
export const push = (page: Page, address: string) => page.evaluate((to) => history.pushState({}, '', to), address);

/** Opens a page of money without a reload: the key stays unlocked. What is open there is closed first. Not over the feed, which costs more than the page. */
export const openMoney = async (page: Page, money: string) => {
  await push(page, '/about');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await push(page, `/about?money=${money}`);
};

/** A wallet begins with the first of the sample mints. */
export const beginAtFirstMint = async (page: Page) => {
  await openMoney(page, 'ecash');
  await dialog(page, 'Ecash')
    .getByRole('list', { name: 'Choose a mint' })
    .getByRole('button', { name: /^Add [A-Z]/ })
    .first()
    .click();
  await expect(dialog(page, 'Your recovery phrase')).toBeVisible();
};

/** Somebody new with an ecash wallet at the first of the sample mints. */
export const beginEcash = async (page: Page, { url }: Network, key: number) => {
  await page.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
  await page.goto(`${url}/about`);
  await logInByNsec(page, testKey(key).nsec, PASSPHRASE);
  await beginAtFirstMint(page);
};

/** The same in a browser of their own. */
export const somebodyElse = async (browser: Browser, network: Network, key: number) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await beginEcash(page, network, key);
  return page;
};

/** The amount that is typed in large digits. */
export const amountIn = (sheet: Locator): Locator => sheet.getByRole('textbox', { name: 'Amount in sats' });

/** Makes the invoice of a deposit; gives its text. */
export const askDeposit = async (page: Page, sats: number): Promise<string> => {
  await openMoney(page, 'deposit');
  const sheet = dialog(page, 'Deposit over Lightning');
  await amountIn(sheet).fill(String(sats));
  await button(sheet, 'Make invoice').click();
  await expect(sheet).toContainText('Waiting for payment');
  return (await sheet.getByText(/^lnbc/).textContent()) ?? '';
};

/** Deposits so much, paid by the sample network. */
export const deposit = async (page: Page, { devnet }: Network, sats: number) => {
  devnet.ledger.fund('a friend', sats);
  devnet.ledger.pay('a friend', await askDeposit(page, sats));
  await expect(dialog(page, 'Deposit received')).toContainText(`+${sats.toLocaleString('en')}`);
};

/** Makes a token; gives its text. */
export const makeToken = async (page: Page, sats: number): Promise<string> => {
  await openMoney(page, 'send');
  const sheet = dialog(page, 'Send ecash');
  await amountIn(sheet).fill(String(sats));
  await expect(sheet).toContainText(/mint fee/);
  await button(sheet, 'Make token').click();
  const out = dialog(page, `Token for ${sats.toLocaleString('en')} sats`);
  await expect(out).toContainText('Not taken yet');
  return (await out.getByText(/^cashuB/).textContent()) ?? '';
};

/** Puts a token into the sheet that receives it. */
export const giveToken = async (page: Page, token: string): Promise<Locator> => {
  await openMoney(page, 'receive');
  const sheet = dialog(page, 'Receive ecash');
  await sheet.getByRole('textbox', { name: /^Token/ }).fill(token);
  return sheet;
};

/** Goes on with an invoice or an offer that is pasted; gives the sheet where it was entered. */
export const enterInvoice = async (page: Page, text: string): Promise<Locator> => {
  await openMoney(page, 'pay');
  const sheet = dialog(page, 'Pay an invoice');
  await sheet.getByRole('textbox', { name: /^Lightning invoice/ }).fill(text);
  await button(sheet, 'Next').click();
  return sheet;
};

/** What the sheet shows after the passphrase was entered anew. */
export const showWords = async (page: Page): Promise<readonly string[]> => {
  const sheet = dialog(page, 'Your recovery phrase');
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await button(sheet, 'Show the words').click();
  const list = sheet.getByRole('list', { name: 'The words in their order' }).getByRole('listitem');
  await expect(list).toHaveCount(12);
  return list.allTextContents();
};

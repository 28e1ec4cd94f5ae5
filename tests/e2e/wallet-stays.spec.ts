import type { BrowserContext, Page } from '@playwright/test';
import type { Ledger } from '#devnet/lightning/ledger.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog, field, logInByNsec, openSettings, panel, PASSPHRASE, testKey } from './session-steps.ts';

const walletOf = (page: Page) => page.getByRole('region', { name: 'Lightning Wallet' });

const unlock = async (page: Page) => {
  await button(panel(page), 'Unlock key').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Key: Unlocked');
};

test('[WALLET-17] [WALLET-18] [WALLET-21] [WALLET-25] [WALLET-41] a saved wallet comes back with the key, after a reload and in a second tab, and leaves with the login', async ({
  page,
  network,
}) => {
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(84).nsec, PASSPHRASE);
  await openSettings(page);
  await test.step('who signs out without any is told of none', async () => {
    await button(panel(page), /^Sign Out/).click();
    const question = dialog(page, 'Sign out');
    await expect(button(question, 'Sign out')).toBeEnabled();
    await expect(question).not.toContainText('wallet connections');
    await button(question, 'Cancel').click();
    await expect(question).toHaveCount(0);
  });
  await button(page, 'Connect wallet').click();
  await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(walletOf(page)).toContainText('Connected');

  await test.step('locked after a reload, connected once the key is unlocked', async () => {
    await page.reload();
    await expect(walletOf(page)).toContainText('No wallet connected');
    await expect(walletOf(page)).toContainText('Unlock your key to connect a wallet you saved.');

    await test.step('[WALLET-06] another one is not said to be saved before the key can encrypt it', async () => {
      await button(walletOf(page), 'Connect wallet').click();
      const sheet = dialog(page, 'Connect a Lightning wallet');
      const keep = sheet.getByRole('checkbox', { name: 'Save for future use' });
      await expect(keep).toBeDisabled();
      await expect(keep).not.toBeChecked();
      await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
      await button(sheet, 'Unlock key').click();
      await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
      await page.keyboard.press('Enter');
      await expect(keep).toBeEnabled();
      await expect(keep).toBeChecked();
      await expect(field(page, 'Connection string')).toHaveValue(network.devnet.wallet.pairingCode);
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    });
    await expect(walletOf(page)).toContainText('Connected');
    await expect(walletOf(page).getByRole('status', { name: 'Balance' })).toHaveText(/sats$/);
  });

  const other = await page.context().newPage();
  await test.step('the same in a second tab, which has the key for itself', async () => {
    await other.goto(`${network.url}/about`);
    await openSettings(other);

    await test.step('[WALLET-38] chosen from the list while the key is locked, the list leads to the key', async () => {
      await button(walletOf(other), /^Saved wallets/).click();
      const list = dialog(other, 'Saved wallets');
      await list.getByRole('radio').check();
      await button(list, 'Connect').click();
      await expect(list.getByRole('alert')).toContainText(
        'Wallet not found or could not be decrypted. Unlock your key',
      );
      await button(list, 'Unlock key').click();
      await other.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
      await other.keyboard.press('Enter');
      await expect(list.getByRole('listitem')).toContainText('Connected');
      await expect(other.getByRole('alert')).toHaveCount(0);
      await other.keyboard.press('Escape');
      await expect(list).toHaveCount(0);
    });
    await expect(walletOf(other)).toContainText('Connected');
    await expect(walletOf(page)).toContainText('Connected');
  });

  await test.step('a fault of the wallet in one of them takes nothing away from the other', async () => {
    network.devnet.wallet.faults.add('get_info', { type: 'error', code: 'INTERNAL' });
    await other.reload();
    await unlock(other);
    await expect(walletOf(other).getByRole('alert')).toContainText('Something went wrong in your wallet.');
    await expect(button(walletOf(other), /^Saved wallets/)).toContainText('1 on this device');
    await expect(walletOf(page)).toContainText('Connected');
  });

  await test.step('another one that cannot be connected leaves it as it is', async () => {
    network.devnet.wallet.faults.add('get_info', { type: 'error', code: 'INTERNAL' });
    await button(walletOf(page), /^Connect another wallet/).click();
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toContainText('Something went wrong in your wallet.');
    network.devnet.wallet.faults.add('get_info', { type: 'no answer' });
    await button(sheet, 'Connect').click();
    await expect(button(sheet, 'Connect')).toHaveAttribute('aria-busy', 'true');
    await button(sheet, 'Cancel').click();
    await expect(button(sheet, 'Connect')).not.toHaveAttribute('aria-busy', 'true');
    await button(sheet, 'Cancel').click();
    await expect(sheet).toHaveCount(0);
    await expect(walletOf(page)).toContainText('Connected');
    await expect(walletOf(page).getByRole('status', { name: 'Balance' })).toHaveText(/sats$/);
    network.devnet.wallet.faults.clear();
  });

  await test.step('[CACHE-22] who clears everything is told that this goes, too, for it signs out', async () => {
    await page.evaluate(() => history.pushState({}, '', '/about?clearAllCaches=true'));
    const question = dialog(page, 'Clear Everything');
    await expect(question).toContainText('The wallet connections of this account go');
    await button(question, 'Cancel').click();
    await expect(question).toHaveCount(0);
    await page.evaluate(() => history.pushState({}, '', '/about?settings=true'));
  });

  await test.step('who signs out is told so, too', async () => {
    await button(panel(page), /^Sign Out/).click();
    const question = dialog(page, 'Sign out');
    await expect(question).toContainText('The wallet connections of this account go');
    await button(question, 'Cancel').click();
    await expect(question).toHaveCount(0);
  });

  await test.step('one that its wallet turns away is named, and not kept', async () => {
    network.devnet.wallet.faults.add('get_info', { type: 'error', code: 'UNAUTHORIZED' });
    await other.reload();
    await unlock(other);
    await expect(walletOf(other).getByRole('alert')).toHaveText(
      'Failed to connect NWC wallet. Error: Your wallet does not know this connection any more. Make a new one in your wallet.',
    );
    await expect(walletOf(other)).toContainText('This wallet is no longer saved on this device.');
    await expect(button(walletOf(other), /^Saved wallets/)).toContainText('No wallet is saved');
    // the other tab lost its connection by that
    await expect(walletOf(page)).toContainText('This wallet was removed in another tab');
  });

  await test.step('signed out in one, it is gone in both, also for the next login', async () => {
    await button(panel(page), /^Sign Out/).click();
    await button(dialog(page, 'Sign out'), 'Sign out').click();
    await expect(walletOf(page)).toContainText('Login Required');
    await expect(walletOf(other)).toContainText('Login Required');
    await page.keyboard.press('Escape');
    await logInByNsec(page, testKey(84).nsec);
    await openSettings(page);
    await expect(walletOf(page)).toContainText('No wallet connected');
    await expect(walletOf(page)).not.toContainText('removed in another tab');
    await expect(button(walletOf(page), /^Saved wallets/)).toContainText('No wallet is saved');
  });
});

/** How the wallet that a browser brings along behaves; it can be changed while the page runs. */
type Mood = 'forbids' | 'pays' | 'rejects' | 'hangs';

/** Puts a WebLN provider into every page of the context, which pays out of the books of the sample network. */
const injectWallet = async (context: BrowserContext, ledger: Ledger, state: { mood: Mood; asked: number }) => {
  ledger.fund('browser', 100_000);
  await context.exposeFunction('browserWalletPays', async (invoice: string) => {
    state.asked += 1;
    if (state.mood === 'hangs') return new Promise(() => {});
    if (state.mood === 'rejects') throw new Error('User rejected');
    return { preimage: ledger.pay('browser', invoice).preimage };
  });
  await context.exposeFunction('browserWalletAllows', async () => {
    if (state.mood === 'forbids') throw new Error('User rejected');
  });
  await context.addInitScript(() => {
    const allows = () => (window as unknown as { browserWalletAllows: () => Promise<void> }).browserWalletAllows();
    const pays = (invoice: string) =>
      (window as unknown as { browserWalletPays: (text: string) => Promise<unknown> }).browserWalletPays(invoice);
    const webln = {
      enable: async () => allows(),
      getInfo: async () => ({ node: { alias: 'Acorn' } }),
      sendPayment: pays,
    };
    Object.assign(window, { webln });
  });
};

test('[WEBLN-01] [WEBLN-02] [WEBLN-03] [WALLET-05] [WALLET-42] [WALLET-45] the wallet of the browser pays once; what it rejects is not known, and is not paid again', async ({
  page,
  network,
}) => {
  const { ledger } = network.devnet;
  const state = { mood: 'forbids' as Mood, asked: 0 };
  await injectWallet(page.context(), ledger, state);
  const invoice = (description: string) => ledger.invoice({ payee: 'shop', msats: 21_000, description }).text;
  const wallet = dialog(page, 'Wallet');
  const enter = async (text: string) => {
    await button(wallet, 'Pay an invoice').click();
    await field(page, 'Lightning invoice or address lnbc…, lno…, name@host').fill(text);
    await button(dialog(page, 'Pay an invoice'), 'Next').click();
  };
  const pay = async (text: string) => {
    await enter(text);
    await button(dialog(page, 'Pay an invoice'), 'Pay 21 sats').click();
  };
  const progress = dialog(page, 'Paying 21 sats');
  const back = async () => {
    await page.keyboard.press('Escape');
    await expect(button(wallet, 'Pay an invoice')).toBeVisible();
  };

  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(85).nsec, PASSPHRASE);
  await openSettings(page);
  await button(walletOf(page), 'Wallet of your browser').click();
  await expect(walletOf(page).getByRole('alert')).toHaveText(
    'Failed to connect WebLN wallet. Error: Your wallet says: User rejected',
  );
  await page.evaluate(() => {
    const kept: unknown = Reflect.get(window, 'webln');
    const throws = () => {
      throw new TypeError('no');
    };
    const hostile = new Proxy({}, { get: throws });
    Object.assign(window, { webln: hostile, kept });
  });
  await button(walletOf(page), 'Wallet of your browser').click();
  await expect(walletOf(page).getByRole('alert')).toHaveText(
    'Failed to connect WebLN wallet. Error: Provider not ready',
  );
  await page.evaluate(() => void Object.assign(window, { webln: Reflect.get(window, 'kept') as unknown }));
  state.mood = 'pays';
  await button(walletOf(page), 'Wallet of your browser').click();
  await expect(walletOf(page)).toContainText('WebLN Wallet');
  await button(walletOf(page), /^Payments and history/).click();

  await test.step('paid, with its proof', async () => {
    await pay(invoice('seeds'));
    await expect(dialog(page, '21 sats paid')).toContainText('The payee’s node gave the proof');
    await back();
    expect(state.asked).toBe(1);
  });

  await test.step('rejected: nobody can say whether it was paid all the same, and it is not paid again', async () => {
    state.mood = 'rejects';
    const text = invoice('nuts');
    await pay(text);
    await expect(progress).toContainText('Nobody can tell us what became of it');
    await expect(progress).not.toContainText('asking');
    await back();
    state.mood = 'pays';
    await enter(text);
    await expect(progress).toContainText('Nobody can tell us what became of it');
    await back();
    expect(state.asked).toBe(2);
  });

  await test.step('without an answer it is under way, and can be left', async () => {
    state.mood = 'hangs';
    await pay(invoice('bark'));
    await expect(progress).toContainText('You can close this');
    await expect.poll(() => state.asked).toBe(3);
    await back();
    await expect(wallet).toContainText('under way');
  });

  await test.step('gone: the next payment is not sent at all', async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'webln'));
    await pay(invoice('moss'));
    const refused = dialog(page, '21 sats not paid');
    await expect(refused).toContainText('Provider not ready');
    await expect(refused).toContainText('Not paid');
    expect(state.asked).toBe(3);
    expect(ledger.repeated).toEqual([]);
    await back();
    await page.keyboard.press('Escape');
    await expect(walletOf(page)).toContainText('Provider not ready');
    await expect(walletOf(page)).not.toContainText('Connected');
  });

  await test.step('long after its invoice, the user can say that it was not paid', async () => {
    await page.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 5 * 3_600_000;
    });
    await page.goto(`${network.url}/about?money=open`);
    const open = dialog(page, 'Open payments');
    const rejected = open.getByRole('region').filter({ hasText: 'nuts' });
    await expect(rejected).toContainText('needs you');
    await button(rejected, 'It was not paid').click();
    await expect(rejected).toHaveCount(0);
    await expect(open.getByRole('region').filter({ hasText: 'bark' })).toBeVisible();
    await page.goto(`${network.url}/about?money=history`);
    await expect(dialog(page, 'History').getByRole('button', { name: /nuts.*not paid/ })).toBeVisible();
  });
});

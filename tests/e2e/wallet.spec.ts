import type { Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { encode } from 'uqr';
import { startFaultProxy } from '#devnet/fault-proxy.ts';
import { NO_FAULT } from '#devnet/faults/fault.ts';
import { readRemains } from '#tests/support/page-remains.ts';
import { push } from './ecash-steps.ts';
import { expect, test } from './fixtures.ts';
import {
  button,
  dialog,
  expectNoSecretIn,
  field,
  injectExtension,
  logInByNsec,
  openSettings,
  panel,
  PASSPHRASE,
  testKey,
} from './session-steps.ts';
import { goTo, pressShortly } from './social-steps.ts';
import { startSpare } from './wallet-steps.ts';

const walletOf = (page: Page) => page.getByRole('region', { name: 'Lightning Wallet' });

test('[SET-29] [SET-31] [ROUTE-26] [WALLET-01] [WALLET-03] [WALLET-04] [WALLET-06] [WALLET-07] [WALLET-36] [WALLET-37] [WALLET-40] [WALLET-41] a remote wallet is connected by its code, shows what is in it, is saved encrypted, and goes with the account', async ({
  page,
  network,
}) => {
  const { pairingCode } = network.devnet.wallet;
  const secret = new URL(pairingCode).searchParams.get('secret')!;
  await page.goto(`${network.url}/about`);
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
    await expect(field(page, 'Name')).toHaveValue(/^NWC Wallet \S/);
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toHaveText(
      'Error: Incomplete initialization parameters. Paste the connection string from your wallet app.',
    );
    await field(page, 'Connection string').fill('nostr+walletconnect://abc');
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toHaveText('Error: Incomplete initialization parameters');
    // its name is saved as it is
    await expectNoSecretIn(field(page, 'Name'));
    await field(page, 'Name').fill('Mine');
  });

  await test.step('one that is turned away says so, one that is silent can be left', async () => {
    const sheet = dialog(page, 'Connect a Lightning wallet');
    const { faults } = network.devnet.wallet;
    await field(page, 'Connection string').fill(pairingCode);
    faults.add('get_info', { type: 'error', code: 'UNAUTHORIZED' });
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toContainText('Failed to connect NWC wallet');
    faults.add('get_info', { type: 'no answer' });
    await button(sheet, 'Connect').click();
    await expect(button(sheet, 'Connect')).toBeDisabled();
    await button(sheet, 'Cancel').click();
    await expect(button(sheet, 'Connect')).toBeEnabled();
    await expect(sheet).toBeVisible();
    // the request may have been on its way still
    faults.clear();
  });

  await test.step('the right one connects', async () => {
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await field(page, 'Connection string').fill(pairingCode);
    await field(page, 'Name').fill('Mine');
    await button(sheet, 'Connect').click();
    await expect(sheet).toHaveCount(0);
    await expect(wallet).toContainText('Mine');
    await expect(wallet.getByRole('status', { name: 'Balance' })).toHaveText(/sats$/);
    await expect(wallet).toContainText(/Receives at.*Last used.*just now/);
  });

  await test.step('another one that is turned away leaves it connected, and the settings say so', async () => {
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await button(wallet, /^Connect another wallet/).click();
    await field(page, 'Connection string').fill(pairingCode);
    network.devnet.wallet.faults.add('get_info', { type: 'error', code: 'UNAUTHORIZED' });
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toContainText('Failed to connect NWC wallet');
    await button(sheet, 'Cancel').click();
    await expect(sheet).toHaveCount(0);
    await expect(wallet.getByRole('alert')).toContainText('Failed to connect NWC wallet. Error: Your wallet');
    await expect(wallet).toContainText('Mine');
  });

  await test.step('its code once more leaves it its name', async () => {
    const sheet = dialog(page, 'Connect a Lightning wallet');
    await button(wallet, /^Connect another wallet/).click();
    await field(page, 'Connection string').fill(pairingCode);
    await button(sheet, 'Connect').click();
    await expect(sheet).toHaveCount(0);
    await expect(wallet).toContainText('Mine');
    await expect(wallet).not.toContainText('NWC Wallet');
  });

  await test.step('[NWC-15] an invoice of it is shown, and that it was paid', async () => {
    const { ledger } = network.devnet;
    await expect(wallet).toContainText(/Budget of this app.*sats of .* sats left/);
    await button(wallet, 'Receive').click();
    const sheet = dialog(page, 'Receive');
    await field(page, 'Amount in sats').fill('some');
    await button(sheet, 'Make invoice').click();
    await expect(sheet.getByRole('alert')).toHaveText('Enter an amount in whole sats.');
    await expectNoSecretIn(field(page, 'What for (optional)'));
    await field(page, 'Amount in sats').fill('1,021');
    await button(sheet, 'Make invoice').click();
    await expect(sheet.getByRole('img', { name: 'QR code of the invoice' })).toBeVisible();
    const invoice = await sheet.getByText(/^lnbcrt/).textContent();
    ledger.fund('friend', 2_000);
    ledger.pay('friend', invoice!);
    await expect(sheet.getByText('1,021 sats received')).toBeVisible();
    await button(sheet, 'Done').click();
    await expect(sheet).toHaveCount(0);
    await expect(page).not.toHaveURL(/receive=/);
  });

  await test.step('[ROUTE-17] Back closes what asks for it, and nothing else', async () => {
    await button(wallet, 'Receive').click();
    await expect(dialog(page, 'Receive')).toBeVisible();
    await expect(page).toHaveURL(/receive=true/);
    await page.goBack();
    await expect(dialog(page, 'Receive')).toHaveCount(0);
    await expect(button(wallet, 'Receive')).toBeFocused();
  });

  await test.step('its secret is nowhere in the page', async () => {
    const remains = await page.evaluate(readRemains);
    const places = Object.entries(remains).flatMap(([place, text]) => (text.includes(secret) ? [place] : []));
    expect(places).toEqual([]);
  });

  await test.step('disconnected by hand, it is connected again from the list, and forgotten', async () => {
    const sheet = dialog(page, 'Saved wallets');
    await button(wallet, /^Saved wallets/).click();
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Mine' })).toContainText('Connected');
    await expect(sheet.getByRole('radio', { name: 'Mine' })).toBeChecked();
    await button(sheet, 'Rename Mine').click();
    await expect(field(page, 'New name')).toBeFocused();
    await expectNoSecretIn(field(page, 'New name'));
    await page.keyboard.type('Purse');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('radio', { name: 'Purse' })).toBeChecked();
    await expect(button(sheet, 'Rename Purse')).toBeFocused();
    await button(sheet, 'Cancel').click();
    await expect(wallet).toContainText('Purse');
    await button(wallet, 'Disconnect').click();
    await button(wallet, /^Payments and history/).click();
    await button(dialog(page, 'Wallet'), 'Connect wallet').click();
    await expect(sheet).toContainText('Used just now');
    await button(sheet, 'Connect another wallet').click();
    await field(page, 'Connection string').fill(pairingCode);
    await field(page, 'Name').fill('My first');
    network.devnet.wallet.faults.add('get_balance', { type: 'no result' }, 5);
    await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
    await expect(dialog(page, 'Connect a Lightning wallet')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(wallet).toContainText('My first');
    // [NWC-18]
    await expect(wallet.getByRole('status', { name: 'Balance' })).toHaveText('Failed to get balance');
    await button(wallet, /^Payments and history/).click();
    await expect(dialog(page, 'Wallet')).toContainText('My first · Failed to get balance');
    await button(dialog(page, 'Wallet'), 'Pay an invoice').click();
    await field(page, 'Lightning invoice or address lnbc…, lno…, name@host').fill(
      network.devnet.ledger.invoice({ payee: 'shop', msats: 21_000 }).text,
    );
    await button(dialog(page, 'Pay an invoice'), 'Next').click();
    await expect(dialog(page, 'Pay an invoice')).toContainText('Failed to get balance');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    network.devnet.wallet.faults.clear();
    await button(wallet, 'Disconnect').click();
    await button(wallet, /^Saved wallets/).click();
    // the same code is the same wallet
    await expect(sheet.getByRole('radio')).toHaveCount(1);
    await button(sheet, 'Connect another wallet').click();
    const spare = await startSpare(network, 'spare');
    await field(page, 'Connection string').fill(spare.pairingCode);
    await field(page, 'Name').fill('Spare');
    await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
    await expect(wallet).toContainText('Spare');
    await button(wallet, 'Disconnect').click();
    await button(wallet, /^Saved wallets/).click();
    await expect(sheet.getByRole('radio')).toHaveCount(2);
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toHaveText('Please select a wallet');
    await sheet.getByRole('radio', { name: 'My first' }).check();
    const { faults } = network.devnet.wallet;
    faults.add('get_info', { type: 'no answer' });
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('radio', { name: 'My first' })).toBeDisabled();
    await button(sheet, 'Cancel').click();
    await expect(wallet).toContainText('No wallet connected');
    faults.clear();
    await button(wallet, /^Saved wallets/).click();
    await sheet.getByRole('radio', { name: 'My first' }).check();
    faults.add('get_info', { type: 'error', code: 'RATE_LIMITED' });
    await button(sheet, 'Connect').click();
    await expect(sheet.getByRole('alert')).toContainText('Failed to connect to wallet. Error: Your wallet wants fewer');
    await button(sheet, 'Connect').click();
    await expect(wallet).toContainText('Connected');
    await expect(wallet).toContainText('My first');
    await button(wallet, /^Saved wallets/).click();
    for (const name of ['Spare', 'My first']) {
      await button(sheet, `Forget ${name}`).click();
      await expect(dialog(page, 'Forget this wallet?')).toContainText(`${name} is removed from this device.`);
      await button(dialog(page, 'Forget this wallet?'), 'Forget').click();
      await expect(button(sheet, `Forget ${name}`)).toHaveCount(0);
    }
    await expect(sheet.getByRole('heading', { name: 'No wallet is saved on this device.' })).toBeVisible();
    await expect(button(sheet, 'Connect wallet')).toBeVisible();
    spare.close();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('[SET-29] Clear Stored Wallet disconnects it and deletes what is saved of it', async () => {
    await button(wallet, 'Connect wallet').click();
    await field(page, 'Connection string').fill(pairingCode);
    await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
    await expect(wallet).toContainText('Connected');
    await expect(wallet).toContainText(/NWC Wallet \S/);
    // with large letters on a phone its name is read by words, above what is in it
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    const name = (await wallet.getByText(/^NWC Wallet/).boundingBox())!;
    expect(name.width).toBeGreaterThan(120);
    expect((await wallet.getByRole('status', { name: 'Balance' }).boundingBox())!.y).toBeGreaterThan(
      name.y + name.height,
    );
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: /^Clear Stored Wallet/ }).click();
    await button(dialog(page, 'Clear Stored Wallet'), 'Clear Stored Wallet').click();
    await expect(wallet).toContainText('No wallet connected');
    await expect(button(wallet, /^Saved wallets/)).toContainText('No wallet is saved on this device.');
    await expect(page.getByRole('button', { name: /^Clear Stored Wallet/ })).toContainText('No wallet is connected');
  });

  await test.step('an address opens each of the two sheets', async () => {
    await page.goto(`${network.url}/about?walletConnect=true`);
    await expect(dialog(page, 'Connect a Lightning wallet')).toBeVisible();
    await page.goto(`${network.url}/about?savedWallets=true`);
    await expect(dialog(page, 'Saved wallets')).toBeVisible();
  });
});

type Shown = { refused: boolean; text: readonly (readonly boolean[])[] | undefined };
type CameraPage = { camera: Shown; tracks: readonly MediaStreamTrack[] };

/** Puts a camera into the page that sees a wall, and on it the code of this moment; the user refuses it at first. */
const putCamera = (page: Page) =>
  page.addInitScript(() => {
    const wall = document.createElement('canvas');
    Object.assign(wall, { width: 640, height: 480 });
    const pen = wall.getContext('2d')!;
    const tracks: MediaStreamTrack[] = [];
    const camera = { refused: true, text: undefined } as Shown;
    const draw = () => {
      pen.fillStyle = '#999';
      pen.fillRect(0, 0, 640, 480);
      const rows = camera.text ?? [];
      const size = Math.floor(440 / Math.max(rows.length, 1));
      rows.forEach((row, y) =>
        row.forEach((isDark, x) => {
          pen.fillStyle = isDark ? '#222' : '#ddd';
          pen.fillRect(20 + x * size, 20 + y * size, size, size);
        }),
      );
    };
    setInterval(draw, 50);
    navigator.mediaDevices.getUserMedia = async () => {
      if (camera.refused) throw new DOMException('', 'NotAllowedError');
      const stream = wall.captureStream(20);
      tracks.push(...stream.getTracks());
      return stream;
    };
    Object.assign(window, { camera, tracks });
  });

const holdUp = (page: Page, text: string) =>
  page.evaluate(
    (rows) => {
      Object.assign((window as unknown as CameraPage).camera, { refused: false, text: rows });
    },
    encode(text, { ecc: 'L', border: 4 }).data,
  );

const cameraIsOff = (page: Page) =>
  page.evaluate(() => (window as unknown as CameraPage).tracks.every(({ readyState }) => readyState === 'ended'));

/** Where the manifest says that links of wallets are opened; the browser refuses what it lets no page open. */
const addressOfWalletLinks = async () => {
  const { protocol_handlers: handlers } = (await (await fetch('/manifest.json')).json()) as {
    protocol_handlers: { protocol: string; url: string }[];
  };
  const { protocol, url } = handlers.find((one) => one.protocol === 'web+nostrwalletconnect')!;
  navigator.registerProtocolHandler(protocol, new URL(url, location.origin));
  return url;
};

test('[WALLET-02] [NWC-03] a link with a pairing code asks first, and its code leaves the address; a code held before the camera is read; while its relay is gone the wallet says so', async ({
  page,
  network,
}) => {
  const { pairingCode, methods } = network.devnet.wallet;
  const secret = new URL(pairingCode).searchParams.get('secret')!;
  await putCamera(page);
  const sheet = dialog(page, 'Connect a Lightning wallet');
  const before = methods.length;

  await test.step('the link of another page, of the protocol that browsers let the app open', async () => {
    const address = await page.goto(network.url).then(() => page.evaluate(addressOfWalletLinks));
    const link = pairingCode.replace('nostr+walletconnect', 'web+nostrwalletconnect');
    await page.goto(`${network.url}${address.replace('%s', encodeURIComponent(link))}`);
    await expect(sheet).toContainText('A link wants to connect a wallet');
    await expect(sheet).toContainText('Login Required');
    await expect(button(sheet, 'Connect')).toBeDisabled();
    expect(page.url()).toBe(`${network.url}/?walletConnect=true`);
    const {
      document: _,
      fields: __,
      objects: ___,
      'performance entries': ____,
      ...kept
    } = await page.evaluate(readRemains);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  await test.step('is connected after the login, when the user says so', async () => {
    await button(sheet, 'Log in').click();
    await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
    await field(page, 'Secret key').fill(testKey(82).nsec);
    await page.keyboard.press('Enter');
    await expect(button(sheet, 'Connect')).toBeEnabled();
    expect(methods.length).toBe(before);
    await button(sheet, 'Connect').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await openSettings(page);
  const wallet = walletOf(page);
  await expect(wallet).toContainText('Connected');
  await button(wallet, 'Disconnect').click();
  await button(wallet, 'Connect wallet').click();

  await test.step('the camera: refused, another code, the right one', async () => {
    await button(sheet, 'Scan a code').click();
    await expect(sheet.getByRole('alert')).toContainText('This page may not use the camera.');
    await holdUp(page, 'https://example.com');
    await button(sheet, 'Try again').click();
    await expect(sheet.getByRole('status').filter({ hasText: 'That code is something else.' })).toBeVisible();
    await holdUp(page, pairingCode);
    await expect(button(sheet, 'Scan a code')).toBeVisible();
    expect(await cameraIsOff(page)).toBe(true);
    await button(sheet, 'Connect').click();
    await expect(wallet).toContainText('Connected');
  });

  await test.step('its relay goes and comes back', async () => {
    const proxy = await startFaultProxy(network.devnet.config.readwrite[0]!);
    const code = new URL(pairingCode);
    code.searchParams.delete('relay');
    code.searchParams.set('relay', proxy.url);
    await button(wallet, 'Disconnect').click();
    await button(wallet, 'Connect wallet').click();
    await field(page, 'Connection string').fill(code.href);
    await button(sheet, 'Connect').click();
    await expect(wallet).toContainText('Connected');
    await proxy.set({ kind: 'refuse' });
    const gone = 'Its relays cannot be reached. Trying again.';
    await expect(wallet).toContainText(gone);
    await button(wallet, /^Payments and history/).click();
    await expect(dialog(page, 'Wallet')).toContainText(`· ${gone}`);
    await expect(dialog(page, 'Wallet').locator('.light')).toHaveAttribute('data-s', 'wait');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Wallet')).toHaveCount(0);
    const bolt = page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();

    await test.step('[NWC-03] a zap meanwhile says so before and after, is not sent for certain, and can be sent again', async () => {
      await page.keyboard.press('Escape');
      await goTo(page, `/note/${noteEncode(network.devnet.content.guide.zapped.id)}`);
      await pressShortly(bolt);
      await expect(dialog(page, 'Zap this note')).toContainText(gone);
      const paid = methods.filter((method) => method === 'pay_invoice').length;
      await button(page, 'Zap 21 sats').click();
      const failed = dialog(page, 'Zap not sent');
      await expect(failed).toContainText('No relay of this wallet could be reached.');
      await proxy.set(NO_FAULT);
      await button(failed, 'Close').last().click();
      await openSettings(page);
      await expect(wallet).toContainText('Connected', { timeout: 15_000 });
      expect(methods.filter((method) => method === 'pay_invoice').length).toBe(paid);
      await page.keyboard.press('Escape');
      await pressShortly(bolt);
      await expect(dialog(page, 'Zap this note')).not.toContainText(gone);
      await button(page, 'Zap 21 sats').click();
      await expect(dialog(page, 'Zapped 21 sats')).toBeVisible();
    });
    await proxy.close();
  });
});

test('[WALLET-04] with an extension that cannot encrypt a wallet is not offered to be saved; without a name it has that of the day', async ({
  page,
  context,
  network,
}) => {
  await injectExtension(context, { mood: 'answers', key: testKey(86) });
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  await button(panel(page), /^NIP-07 Extension/).click();
  await expect(panel(page)).toContainText('Using Extension Key');
  await button(walletOf(page), 'Connect wallet').click();
  const sheet = dialog(page, 'Connect a Lightning wallet');
  await expect(field(page, 'Name')).toHaveValue(/^NWC Wallet \S/);
  await expect(sheet.getByRole('checkbox')).toHaveCount(0);
  await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
  await field(page, 'Name').fill('  ');
  await button(sheet, 'Connect').click();
  await expect(page.getByRole('dialog', { name: 'Connect a Lightning wallet' })).toHaveCount(0);
  await expect(walletOf(page)).toContainText('Not saved: connected until you close this page');
  await expect(walletOf(page)).toContainText(/NWC Wallet \S/);
  await button(walletOf(page), /^Payments and history/).click();
  await expect(dialog(page, 'Wallet')).toContainText('Not saved: connected until you close this page');
  await page.goBack();

  await test.step('[SET-29] [SET-31] it can be cleared, and one that is silent keeps nobody from another one', async () => {
    const clear = page.getByRole('button', { name: /^Clear Stored Wallet/ });
    await expect(clear).toContainText('Wallet connection and its secret');
    await clear.click();
    await button(dialog(page, 'Clear Stored Wallet'), 'Clear Stored Wallet').click();
    await expect(walletOf(page)).toContainText('No wallet connected');
    await expect(clear).toContainText('No wallet is connected or saved');
    network.devnet.wallet.faults.add('get_info', { type: 'no answer' });
    await page.reload();
    await button(walletOf(page), 'Connect wallet').click();
    await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
    await button(sheet, 'Connect').click();
    await expect(button(sheet, 'Connect')).toBeDisabled();
    // closed in any way, nothing goes on
    await page.keyboard.press('Escape');
    await expect(walletOf(page)).toContainText('No wallet connected');
    await button(walletOf(page), /^Saved wallets/).click();
    await expect(dialog(page, 'Saved wallets')).toContainText('No wallet is saved on this device.');
    await page.keyboard.press('Escape');
    network.devnet.wallet.faults.clear();
    await button(walletOf(page), 'Connect wallet').click();
    await field(page, 'Connection string').fill(network.devnet.wallet.pairingCode);
    await button(sheet, 'Connect').click();
    await expect(walletOf(page)).toContainText('Connected');
  });
});

test('[WALLET-07] nobody is led to a wallet or to ecash who has to log in first', async ({ page, network }) => {
  await page.goto(`${network.url}/about`);
  await push(page, '/about?money=wallet');
  const money = dialog(page, 'Wallet');
  await expect(money).toContainText('Login Required');
  await expect(button(money, 'Connect wallet')).toHaveCount(0);
  await push(page, '/about?money=pay');
  const typed = field(page, 'Lightning invoice or address lnbc…, lno…, name@host');
  await typed.fill(network.devnet.ledger.offer({ payee: 'shop', msats: 9_000 }).text);
  const sheet = dialog(page, 'Pay an invoice');
  await button(sheet, 'Next').click();
  await expect(sheet.getByRole('alert')).toHaveText('Log in to use ecash');
  await expect(button(sheet, 'Log in')).toBeVisible();
  await typed.fill(network.devnet.ledger.invoice({ payee: 'shop', msats: 9_000 }).text);
  await button(sheet, 'Next').click();
  await expect(sheet).toContainText('Login Required');
  await expect(sheet).not.toContainText('Nothing to pay with');
  await button(sheet, 'Log in').click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
});

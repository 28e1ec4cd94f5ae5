import type { Locator, Page } from '@playwright/test';
import { noteEncode } from 'nostr-tools/nip19';
import { startDevnet } from '#devnet/devnet.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { button, dialog, field, logInByNsec, openSettings, testKey } from '../e2e/session-steps.ts';
import { goTo } from '../e2e/social-steps.ts';
import { openBrowser } from './browser.ts';
import { median, percentile, type Row } from './table.ts';

const PORT = 4_790;
const ROUNDS = 40;
const BUDGET_MS = 600;

/** In the page: from the press until the sheet that says that it was paid is painted; rejects with what it says instead. */
const press = (send: Element) =>
  new Promise<number>((resolve, reject) => {
    const LIMIT_MS = 60_000;
    const began = performance.now();
    const titles = () => [...document.querySelectorAll('dialog[open] h2')].map(({ textContent }) => textContent ?? '');
    const look = () => {
      if (titles().some((title) => title.startsWith('Zapped'))) setTimeout(() => resolve(performance.now() - began));
      else if (performance.now() - began > LIMIT_MS) reject(new Error(`Not paid: ${titles().join(', ')}`));
      else requestAnimationFrame(look);
    };
    (send as HTMLElement).click();
    requestAnimationFrame(look);
  });

const foot = (page: Page): Locator => page.getByRole('dialog').locator('.sheet__foot');

/** Somebody logged in, with the wallet of the sample network. */
const connect = async (page: Page, url: string, code: string) => {
  await page.goto(url);
  await logInByNsec(page, testKey(88).nsec);
  await openSettings(page);
  await button(page, 'Connect wallet').click();
  await field(page, 'Connection string').fill(code);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await page.getByRole('region', { name: 'Lightning Wallet' }).getByText('Connected').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

const times = async (page: Page): Promise<readonly number[]> => {
  const found: number[] = [];
  const bolt = page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();
  for (let round = 0; round < ROUNDS; round += 1) {
    await bolt.click();
    await field(page, 'Amount in sats').fill('21');
    found.push(await foot(page).getByRole('button', { name: 'Zap 21 sats' }).evaluate(press));
    await foot(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page, 'Zapped 21 sats').waitFor({ state: 'detached' });
  }
  return found;
};

/** A zap over the sample network: address, signed request, invoice, checks, the remote wallet over relays, and its answer. */
export async function benchZap(): Promise<Row[]> {
  const devnet = await startDevnet({ ports: PORT, cacheFolder: '.cache' });
  const server = await serveApp({ port: 0, relays: devnet.config });
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await connect(page, server.url, devnet.wallet.pairingCode);
    // within the app: the key is only in memory
    await goTo(page, `/note/${noteEncode(devnet.content.guide.zapped.id)}`);
    const found = await times(page);
    const p95 = percentile(found, 0.95);
    return [
      {
        name: `zap from the press to 'paid', p95 of ${ROUNDS} (half of them within ${Math.round(median(found))} ms)`,
        value: `${Math.round(p95)} ms`,
        budget: `<= ${BUDGET_MS} ms`,
        holds: p95 <= BUDGET_MS,
      },
    ];
  } finally {
    await browser.dispose();
    await server.close();
    await devnet.close();
  }
}

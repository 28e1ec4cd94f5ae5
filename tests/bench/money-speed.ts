import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startDevnet } from '#devnet/devnet.ts';
import { walletAt } from '#tests/support/core-world.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { askDeposit, beginEcash, openMoney } from '../e2e/ecash-steps.ts';
import { dialog } from '../e2e/session-steps.ts';
import { openBrowser } from './browser.ts';
import { median, percentile, type Row } from './table.ts';

const PORT = 4_810;
const ROUNDS = 40;
const DEPOSIT_MS = 400;
const RECEIVE_MS = 700;
const PROOFS = 16;
const SATS_EACH = 2;
const LIMIT_MS = 60_000;
/** bytes of gzip, without what reads codes by the camera */
const CODE_MOST = 100_000;

const line = (name: string, found: readonly number[], budgetMs: number): Row => {
  const p95 = percentile(found, 0.95);
  return {
    name: `${name}, p95 of ${found.length} (half of them within ${Math.round(median(found))} ms)`,
    value: `${Math.round(p95)} ms`,
    budget: `<= ${budgetMs} ms`,
    holds: p95 <= budgetMs && found.length === ROUNDS,
  };
};

/** In the page: when the balance of the wallet page says so much, and that is painted; in ms since the epoch. */
const whenBalance = (said: string) =>
  new Promise<number>((resolve, reject) => {
    const began = Date.now();
    const look = () => {
      const shown = document.querySelector('[aria-label="Balance"]')?.textContent ?? '';
      if (shown.includes(said)) setTimeout(() => resolve(Date.now()));
      else if (Date.now() - began > 60_000) reject(new Error(`Not there: ${said}, but ${shown}`));
      else requestAnimationFrame(look);
    };
    look();
  });

/** In the page: a token is pasted into the field, 'Receive' is pressed as soon as it can be; ms until it says that it was received. */
const pasteAndReceive = (field: Element, token: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now();
    const write = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
    let isPressed = false;
    const look = () => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1)!;
      const press = [...open.querySelectorAll<HTMLButtonElement>('.sheet__foot button')].find(
        ({ disabled, textContent }) => !disabled && /^Receive \d/.test(textContent ?? ''),
      );
      if (press && !isPressed) {
        isPressed = true;
        press.click();
      }
      if (open.querySelector('h2')?.textContent.endsWith('received') === true)
        setTimeout(() => resolve(performance.now() - began));
      else if (performance.now() - began > 60_000) reject(new Error(`Not received: ${open.textContent}`));
      else requestAnimationFrame(look);
    };
    write.call(field, token);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(look);
  });

type Devnet = Awaited<ReturnType<typeof startDevnet>>;

const deposits = async (page: Page, { ledger }: Devnet): Promise<readonly number[]> => {
  const found: number[] = [];
  ledger.fund('a friend', ROUNDS * 100);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const invoice = await askDeposit(page, 100);
    await openMoney(page, 'ecash');
    await dialog(page, 'Ecash wallet').getByRole('region', { name: 'Balance' }).waitFor();
    const shown = page.evaluate(whenBalance, (round * 100).toLocaleString('en'));
    const paidAt = Date.now();
    ledger.pay('a friend', invoice);
    found.push((await shown) - paidAt);
  }
  return found;
};

/** A token of so many proofs, made by somebody else. */
const createPrinter = async ({ ledger, mints }: Devnet) => {
  const mint = mints[0]!.url;
  const wallet = await walletAt(mint, async (invoice) => void ledger.pay('a printer', invoice));
  ledger.fund('a printer', ROUNDS * PROOFS * SATS_EACH);
  let counter = 0;
  return async () => {
    const { core, unit, keyset } = wallet;
    const { quote, request } = await core.mintQuote({ mint, unit, amount: PROOFS * SATS_EACH });
    ledger.pay('a printer', request);
    const keep = Array<number>(PROOFS).fill(SATS_EACH);
    const { outputs, used } = await core.prepareOutputs({ mint, unit, keyset: (await keyset()).id, counter, keep });
    counter += used;
    return await core.writeToken({ proofs: (await core.mint({ mint, quote, outputs })).proofs });
  };
};

const receives = async (page: Page, devnet: Devnet): Promise<readonly number[]> => {
  const print = await createPrinter(devnet);
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const token = await print();
    await openMoney(page, 'receive');
    const field = dialog(page, 'Receive ecash').getByRole('textbox', { name: /^Token/ });
    await field.waitFor();
    found.push(await field.evaluate(pasteAndReceive, token, { timeout: LIMIT_MS }));
  }
  return found;
};

/** What is loaded for ecash: the screens of money, and the worker with its library. */
const codeRow = (): Row => {
  const folder = 'dist/assets';
  const files = readdirSync(folder).filter((name) => /^(?:ecash\.worker|money)-.*\.js$/.test(name));
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  return {
    name: `ecash: ${files.length} files of code, gzip`,
    value: `${(bytes / 1_000).toFixed(1)} KB`,
    budget: `<= ${CODE_MOST / 1_000} KB`,
    holds: files.length === 2 && bytes <= CODE_MOST,
  };
};

/** How long money takes in the built app over the sample network, by the mint's socket and its real answers. */
export const benchMoneySpeed = async (): Promise<Row[]> => {
  const devnet = await startDevnet({ ports: PORT, cacheFolder: '.cache' });
  const server = await serveApp({ port: 0, relays: devnet.config });
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await beginEcash(page, { devnet, url: server.url }, 97);
    return [
      line('ecash: a deposit, from paid to the balance that shows it', await deposits(page, devnet), DEPOSIT_MS),
      line(`ecash: a token of ${PROOFS} proofs, from pasted to received`, await receives(page, devnet), RECEIVE_MS),
      codeRow(),
    ];
  } finally {
    await browser.dispose();
    await server.close();
    await devnet.close();
  }
};

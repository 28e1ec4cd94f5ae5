import { spawn } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startMint, type Mint } from '#devnet/mint/mint.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import type { EcashBench } from '../bench/ecash.page.ts';
import { servePage } from '../bench/worker-page.ts';
import { chromiumArgs, ensureChromium, headlessShell } from '../../scripts/chromium.mjs';

/** ms of work before the end, at most */
const WORK_MS = 600;
/** ms between two looks whether all is gone */
const GONE_MS = 10;
/** ms within which a browser has begun another log, also on a machine that does much else */
const RENEWED_MS = 60_000;
const FUND = 100_000_000;

type Seen = Awaited<ReturnType<EcashBench['open']>>;

/** A process that dies holds its files for a moment longer than its parent says. */
const groupIsGone = async (group: number) => {
  for (;;) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
    await setTimeout(GONE_MS);
  }
};

/** The head of a record of Chromium's log: a checksum, 100 bytes, whole. */
const HEAD = Uint8Array.of(1, 2, 3, 4, 100, 0, 1);

/** The logs of what pages of a profile have stored. */
export const storedLogs = (profile: string): readonly string[] =>
  globSync(join(profile, '**/*.indexeddb.leveldb/*.log'));

/** What is stored is left as by a browser that was killed in the middle of a write (docs/adr/0085). */
export const cutWrite = (profile: string): void => {
  const logs = storedLogs(profile);
  if (logs.length === 0) throw new Error('Chromium keeps its databases in another way');
  for (const log of logs) appendFileSync(log, HEAD);
};

/**
 * Waits until the browser has begun another log than those it was opened with. Killed before that and once more, it loses what it
 * had (docs/adr/0085), which no page can change: what is tried here is what pages can.
 */
export const logIsRenewed = async (profile: string, before: readonly string[]) => {
  const until = Date.now() + RENEWED_MS;
  while (storedLogs(profile).some((log) => before.includes(log))) {
    if (Date.now() > until) throw new Error('Chromium goes on with the log of its last run');
    await setTimeout(GONE_MS);
  }
};

/** 'page': the engine without a window where it is there, which starts in a quarter of the time and keeps its profile alike. */
export type KilledBrowser = 'whole' | 'page';

/** A browser of its own, over a profile that stays; ended as by a power cut: all its processes at once. */
const launch = async (profile: string, kind: KilledBrowser) => {
  const shell = kind === 'page' ? headlessShell() : '';
  const args = [...chromiumArgs, ...(shell ? [] : ['--headless=new'])];
  const own = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const process_ = spawn(shell || ensureChromium(), [...args, ...own], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    process_.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    });
    process_.once('exit', () => reject(new Error(`Chromium did not start: ${said.slice(-400)}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  return {
    context: browser.contexts()[0]!,
    async kill() {
      const gone = new Promise((resolve) => process_.once('exit', resolve));
      process.kill(-process_.pid!, 'SIGKILL');
      await gone;
      await groupIsGone(process_.pid!);
      await browser.close().catch(() => {});
    },
  };
};

const ecash = (page: Page) => page.evaluateHandle(() => (window as unknown as { ecash: EcashBench }).ecash);

/** What the books of the mints and the ledger do not agree on. */
const faultsOf = (mints: readonly Mint[], { usable, doubtful }: Seen): readonly string[] => {
  const uneven = mints.flatMap(({ url, name, books }) => {
    const there = usable.filter(({ mint }) => mint === url).reduce((sum, { amount }) => sum + amount, 0);
    const unissued = books.all<{ quote: string }>(`SELECT * FROM mint_quotes WHERE state = 'PAID'`);
    return [
      ...(books.outstanding() === there ? [] : [`${name} owes ${books.outstanding()}, ${there} are there`]),
      ...unissued.map(() => `an invoice of ${name} is paid and not taken`),
    ];
  });
  return [...doubtful, ...uneven];
};

/**
 * What was seen each time the browser was opened again: what is wrong, and the ms until the balance was right. `underWay`: how
 * often something was that had to be led on.
 */
export type KilledReport = {
  readonly failures: readonly string[];
  readonly ms: readonly number[];
  readonly underWay: number;
};

/**
 * Ecash in a browser with a profile of its own, which is ended by SIGKILL so often while operations are under way, and opened
 * again each time. The books of two mints say what must be there. `say` is told after each time, of runs that take long.
 */
export const killBrowser = async (
  times: number,
  { kind = 'whole', say = () => {} }: { kind?: KilledBrowser; say?: (line: string) => void } = {},
): Promise<KilledReport> => {
  const lightning = createLedger();
  lightning.fund('payer', FUND);
  const keysets = [{ version: '01', fee: 100 }] as const;
  const mints = await Promise.all(
    ['one', 'other'].map((name) => startMint({ ledger: lightning, name, seed: name, keysets })),
  );
  const site = await servePage('ecash.page.ts');
  const profile = mkdtempSync(join(tmpdir(), 'nuthatch-killed-'));
  const [failures, ms]: [string[], number[]] = [[], []];
  let underWay = 0;
  const openPage = async () => {
    const { context, kill } = await launch(profile, kind);
    const page = await context.newPage();
    await page.exposeFunction('payInvoice', (invoice: string) => void lightning.pay('payer', invoice));
    await page.exposeFunction(
      'makeInvoice',
      (sats: number) => lightning.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
    );
    await page.goto(site.url);
    return { page, kill };
  };
  try {
    const first = await openPage();
    const wallet = await (await ecash(first.page)).evaluate((bench) => bench.create());
    const urls = mints.map(({ url }) => url);
    await (await ecash(first.page)).evaluate((bench, given) => bench.work(given), urls);
    let { kill } = first;
    for (let time = 1; time <= times; time += 1) {
      await setTimeout(Math.random() * WORK_MS);
      await kill();
      cutWrite(profile);
      const logs = storedLogs(profile);
      const next = await openPage();
      ({ kill } = next);
      const seen = await (await ecash(next.page)).evaluate((bench, given) => bench.open(given), wallet);
      failures.push(...faultsOf(mints, seen).map((fault) => `${time}: ${fault}`));
      ms.push(seen.ms);
      say(`killed ${time} of ${times}: ${failures.length} wrong, right after ${seen.ms.toFixed(0)} ms`);
      if (seen.underWay > 0) underWay += 1;
      await (await ecash(next.page)).evaluate((bench, given) => bench.work(given), urls);
      await logIsRenewed(profile, logs);
    }
    await kill();
    return { failures, ms, underWay };
  } finally {
    await site.close();
    for (const mint of mints) await mint.stop();
    rmSync(profile, { recursive: true, force: true });
  }
};

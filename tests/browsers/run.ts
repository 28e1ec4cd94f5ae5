// Walks through the built app in Firefox and in WebKit over the sample relays. A browser that is not there is skipped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { startDevnet } from '#devnet/devnet.ts';
import { serveApp } from '../../scripts/serve.mjs';
import { Missing, type Browser } from './browser.ts';
import { openFirefox } from './firefox.ts';
import { walk } from './walk.ts';
import { openWebKit } from './webkit.ts';

const FIRST_PORT = Number(process.env['DEVNET_PORT'] ?? 4780);
const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit };

/** As with the other browser tests, a first failure on a full machine is none. */
const TRIES = process.env['CI'] ? 2 : 1;

/** What stands on top, and what is written in its fields (their length alone, for they hold secrets). */
const SEEN = `(() => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const fields = [...top.querySelectorAll('input, textarea')].map((it) => it.type + ' ' + it.value.length);
  const focused = document.activeElement?.outerHTML.slice(0, 200);
  return [location.href, top.innerText.slice(0, 1500), ...fields, focused].join('\\n');
})()`;

type Devnet = Awaited<ReturnType<typeof startDevnet>>;

const counts = { passed: 0, failed: 0, skipped: 0 };

const say = (outcome: keyof typeof counts, text: string) => {
  counts[outcome] += 1;
  console.log(`${{ passed: 'ok     ', failed: 'FAILED ', skipped: 'skipped' }[outcome]} ${text}`);
};

/** Walks once around in a browser of its own; answers the steps that went well, throws at the first that does not. */
const walkIn = async (browser: Browser, devnet: Devnet): Promise<readonly string[]> => {
  const server = await serveApp({ port: 0, relays: devnet.config, dist: 'dist' });
  const done: string[] = [];
  try {
    for (const [name, take] of walk(browser, server.url, server.close)) {
      const started = performance.now();
      await take().catch(async (error: unknown) => {
        const text = await browser.evaluate<string>(SEEN).catch(() => '');
        throw new Error(`${name}: ${String(error)}\n${text}`);
      });
      done.push(`${browser.name} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    }
    return done;
  } finally {
    await server.close().catch(() => {});
  }
};

const walkAround = async (open: () => Promise<Browser>, devnet: Devnet): Promise<readonly string[]> => {
  const browser = await open();
  try {
    return await walkIn(browser, devnet);
  } finally {
    await browser.close().catch(() => {});
  }
};

const tryIn = async (name: string, open: () => Promise<Browser>, devnet: Devnet): Promise<void> => {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      for (const step of await walkAround(open, devnet)) say('passed', step);
      return;
    } catch (error) {
      if (error instanceof Missing) return say('skipped', `${name}: ${error.message}`);
      if (attempt === TRIES) return say('failed', `${name}: ${String(error)}`);
      console.log(`${name} is tried again: ${String(error).split('\n', 1)[0]}`);
    }
  }
};

const devnet = await startDevnet({ ports: FIRST_PORT, cacheFolder: '.cache' });
for (const [name, open] of Object.entries(BROWSERS)) await tryIn(name, open, devnet);
await devnet.close();
mkdirSync('reports', { recursive: true });
writeFileSync('reports/browsers.json', JSON.stringify(counts));
console.log(`Other browsers: ${counts.passed} steps passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);

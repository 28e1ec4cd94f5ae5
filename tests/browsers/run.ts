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

const counts = { passed: 0, failed: 0, skipped: 0 };

const say = (outcome: keyof typeof counts, text: string) => {
  counts[outcome] += 1;
  console.log(`${{ passed: 'ok     ', failed: 'FAILED ', skipped: 'skipped' }[outcome]} ${text}`);
};

const walkIn = async (browser: Browser, devnet: Awaited<ReturnType<typeof startDevnet>>): Promise<void> => {
  const server = await serveApp({ port: 0, relays: devnet.config, dist: 'dist' });
  try {
    for (const [name, take] of walk(browser, server.url, server.close)) {
      const started = performance.now();
      await take();
      say('passed', `${browser.name} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    }
  } catch (error) {
    say('failed', `${browser.name}: ${error instanceof Error ? error.message : String(error)}`);
    console.log(await browser.evaluate<string>('document.body.innerText.slice(0, 1500)').catch(() => ''));
  } finally {
    await server.close().catch(() => {});
  }
};

const devnet = await startDevnet({ ports: FIRST_PORT, cacheFolder: '.cache' });
for (const [name, open] of Object.entries(BROWSERS)) {
  try {
    const browser = await open();
    await walkIn(browser, devnet);
    await browser.close();
  } catch (error) {
    if (error instanceof Missing) say('skipped', `${name}: ${error.message}`);
    else say('failed', `${name} did not start: ${String(error)}`);
  }
}
await devnet.close();
mkdirSync('reports', { recursive: true });
writeFileSync('reports/browsers.json', JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);

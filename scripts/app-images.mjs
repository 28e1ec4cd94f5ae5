// Makes the pictures of the web app manifest: the icons out of public/icon.svg and public/icon-maskable.svg, and with
// --screens also those that the browser shows before it installs the app.
import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { startDevnet } from '../devnet/devnet.ts';
import { buildIfChanged } from './build-if-changed.mjs';
import { chromiumArgs, ensureChromium } from './chromium.mjs';
import { serveApp } from './serve.mjs';

const svg = (name) => readFileSync(`public/${name}.svg`, 'utf8');

/** iOS rounds the corners itself and would show transparent ones black. */
const square = svg('icon').replace(/ rx="\d+"/, '');

const icons = [
  ['icon-192', svg('icon'), 192],
  ['icon-512', svg('icon'), 512],
  ['icon-maskable-512', svg('icon-maskable'), 512],
  ['apple-touch-icon', square, 180],
];

/** width, height, device pixels per CSS pixel */
const screens = { wide: [1280, 800, 1], narrow: [390, 844, 2] };

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });

for (const [name, drawing, size] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
  await page.close();
}

if (process.argv.includes('--screens')) {
  await buildIfChanged();
  const devnet = await startDevnet({ ports: 4950, cacheFolder: '.cache' });
  const app = await serveApp({ port: 0, relays: devnet.config, dist: 'dist' });
  const { guide } = devnet.content;
  mkdirSync('public/screenshots', { recursive: true });
  for (const [shape, [width, height, deviceScaleFactor]] of Object.entries(screens)) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor,
      serviceWorkers: 'block',
    });
    await context.addInitScript(() => sessionStorage.setItem('splash-shown', 'true'));
    const page = await context.newPage();
    for (const [name, path, seen] of [
      ['feed', '/', 'article'],
      ['profile', `/npub/${guide.person.npub}`, 'article'],
    ]) {
      await page.goto(app.url + path);
      await page.locator(seen).first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.screenshot({ path: `public/screenshots/${name}-${shape}.jpg`, type: 'jpeg', quality: 82 });
    }
    await context.close();
  }
  await app.close();
  await devnet.close();
}

await browser.close();

// Takes the pictures of the README (and of every screen with --all into .tmp/screens) from the built app over the
// embedded relays.
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { neventEncode } from 'nostr-tools/nip19';
import { startDevnet } from '../devnet/devnet.ts';
import { buildIfChanged } from './build-if-changed.mjs';
import { chromiumArgs, ensureChromium } from './chromium.mjs';
import { serveApp } from './serve.mjs';

const all = process.argv.includes('--all');
const only = process.argv.find((part) => part.startsWith('--only='))?.slice(7);
const folder = all ? '.tmp/screens' : 'docs/screenshots';
const sizes = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };

await buildIfChanged();
const devnet = await startDevnet({ ports: 4900, cacheFolder: '.cache' });
const app = await serveApp({ port: 0, relays: devnet.config, dist: 'dist' });
const { guide } = devnet.content;
const nevent = neventEncode({ id: guide.thread.root.id });

/** name, path, what must be seen before the picture is taken */
const screens = [
  ['feed', '/', 'article'],
  ['profile', `/npub/${guide.person.npub}`, 'article'],
  ['thread', `/?thread=${guide.thread.root.id}`, 'dialog article'],
  ...(all
    ? [
        ['note', `/note/${nevent}`, 'article'],
        ['profile-following', `/npub/${guide.person.npub}/following`, 'main li'],
        ['profile-followers', `/npub/${guide.person.npub}/followers`, 'main li'],
        ['profile-mute-list', `/npub/${guide.person.npub}/mute-list`, 'main h1'],
        ['profile-relays', `/npub/${guide.person.npub}/relays`, 'main li'],
        ['relay-discovery', `/npub/${guide.person.npub}/relays?relayDiscovery=true`, 'dialog li'],
        ['search', '/search', 'input'],
        ['search-results', '/search?q=birch', 'article'],
        ['about', '/about', 'h1'],
        ['settings', '/?settings=true', 'dialog'],
        ['relays', '/?relayStatus=true', '.rl'],
        ['relay', `/?relayStatus=true&relay=${encodeURIComponent(devnet.config.readwrite[0])}`, '.ri__nips'],
        ['relay-health', '/?relayStatus=true&relayHealth=true', '.hr'],
        ['auxiliary-relays', '/?relayStatus=true&auxiliaryRelays=true', '.facts'],
        ['remove-relay', `/?removeRelay=${encodeURIComponent(devnet.config.readwrite[0])}`, '.sheet'],
        ['not-found', '/nowhere', 'h1'],
        ['bad-note', '/note/nonsense', 'h1'],
        ['bad-npub', '/npub/nonsense', 'h1'],
      ]
    : []),
].filter(([name]) => !only || only.split(',').includes(name));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
for (const [width, viewport] of Object.entries(sizes))
  for (const theme of ['dark', 'light']) {
    const context = await browser.newContext({ viewport, colorScheme: theme, deviceScaleFactor: all ? 1 : 2 });
    await context.addInitScript((dark) => {
      sessionStorage.setItem('splash-shown', 'true');
      localStorage.setItem('darkMode', String(dark));
    }, theme === 'dark');
    const page = await context.newPage();
    for (const [name, path, seen] of screens) {
      if (!all && theme === 'light' && name !== 'feed') continue;
      await page.goto(app.url + path);
      await page
        .locator(seen)
        .first()
        .waitFor({ timeout: 15_000 })
        .catch(() => console.log(`${name}: no ${seen}`));
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.screenshot({ path: `${folder}/${name}--${theme}-${width}.png` });
    }
    await context.close();
  }
await browser.close();
await app.close();
await devnet.close();

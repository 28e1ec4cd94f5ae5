// Finds a Chromium for the browser tests: $CHROMIUM_PATH, the system's, Playwright's own, else installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
];

const find = () =>
  [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find((path) => path && existsSync(path));

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000, shell: process.platform === 'win32' });

const apt = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
};

/** The path of a Chromium that exists; throws when none can be found or installed. */
export function ensureChromium() {
  for (const install of [undefined, apt, () => run('npx', 'playwright', 'install', 'chromium')]) {
    if (install) console.error('No Chromium found, installing one…');
    install?.();
    const path = find();
    if (path) return path;
  }
  throw new Error('No Chromium: install one or set CHROMIUM_PATH');
}

const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The same engine without what surrounds a page in a window, which takes a third less of the processor; $HEADLESS_SHELL_PATH,
 * where '' is none, else the system's. Undefined where there is none.
 */
export const headlessShell = () => process.env.HEADLESS_SHELL_PATH ?? (existsSync(SHELL) ? SHELL : undefined);

/** Installs that where it can be; the tests do without it, too. */
export function ensureHeadlessShell() {
  if (headlessShell() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing chromium-headless-shell…');
  // without a network it is left at that soon
  const soon = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  run('apt-get', ...soon, 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
}

/** Switches that keep a headless Chromium quiet and usable as root. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

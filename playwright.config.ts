import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessShell } from './scripts/chromium.mjs';

const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** What was seen to run as well in the engine without a window; all else runs in the whole browser (docs/adr/0066). */
const PAGE = new RegExp(
  `/(${[
    'a11y|ascii|comfort|feed|gallery|hostile|inspector|keyboard|login|modes|money|notifications|profile|publish-a11y',
    'relays|search|secrets|security|settings|cache|conversation|login-limits|note|pow|social|xss|zaps',
  ].join('|')})\\.spec\\.ts$`,
);

const launchOptions = (executablePath: string) => ({ launchOptions: { executablePath, args: chromiumArgs } });

/** Drives the built app in Chromium; every worker starts its own relays and its own server (tests/e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.tmp/playwright',
  workers: 2,
  fullyParallel: true,
  // cut off only what hangs: a full machine is no failure
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'reports/e2e.json' }], ['./tests/e2e/fault-reporter.ts']],
  use: {
    // what is not there after so long does not come
    actionTimeout: 60_000,
    // of what is tried again: to record every test costs a quarter of the time
    trace: 'on-first-retry',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
  },
  projects: [
    { name: 'page', testMatch: PAGE, use: launchOptions(headlessShell() || BROWSER) },
    { name: 'browser', testIgnore: PAGE, use: launchOptions(BROWSER) },
  ],
});

import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessShell } from './scripts/chromium.mjs';

const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * What runs in the whole browser (docs/adr/0066): installing, what the system hands over and the graphics card are only there;
 * what follows them was not yet seen to run as well without a window.
 */
const WHOLE = new RegExp(
  `/(${[
    'gpu-miner|mining|money-killed|pwa|pwa-update|share',
    'acts|acts-again|acts-lists|acts-self|ecash-devices|ecash-moves|ecash-requests|ecash-wallet|login-a11y|login-model',
    'nutzap|offline|prefetch|publish|publish-queue|shell|wallet|wallet-stays|wallet-walk',
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
    { name: 'page', testIgnore: WHOLE, use: launchOptions(headlessShell() || BROWSER) },
    { name: 'browser', testMatch: WHOLE, use: launchOptions(BROWSER) },
  ],
});

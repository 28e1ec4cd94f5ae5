import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessShell } from './scripts/chromium.mjs';

const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** What needs the whole browser: installing, what the system hands over, workers that are killed, the graphics card (docs/adr/0066). */
const WHOLE = /\/(gpu-miner|mining|money-killed|pwa|pwa-update|share)\.spec\.ts$/;

const launchOptions = (executablePath: string) => ({ launchOptions: { executablePath, args: chromiumArgs } });

/** What moves is drawn in each frame, which nobody looks at; the tests of the whole browser, of overlays and of the splash see it move. */
const AT_REST = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Drives the built app in Chromium; every worker starts its own relays and its own server (tests/e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.tmp/playwright',
  workers: 3,
  fullyParallel: true,
  // cut off only what hangs: a full machine is no failure
  timeout: 240_000,
  // by itself it waits a second between two tries
  expect: { timeout: 20_000, toPass: { intervals: [100] } },
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
    { name: 'page', testIgnore: WHOLE, use: { ...launchOptions(headlessShell() || BROWSER), ...AT_REST } },
    { name: 'browser', testMatch: WHOLE, use: launchOptions(BROWSER) },
  ],
});

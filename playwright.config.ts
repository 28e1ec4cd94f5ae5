import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessShell } from './scripts/chromium.mjs';

const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** What needs the whole browser: installing, updates of what is installed, a browser that is killed, the graphics card (docs/adr/0066). */
const WHOLE = /\/(gpu-miner|money-killed|pwa|pwa-update)\.spec\.ts$/;

/**
 * A page of a test lives for seconds: what the engine optimizes in so short a time is hardly used. It does so ten times as
 * late, which takes a tenth of the processor from a page and leaves what is long computed as fast.
 */
const LATE = ['maglev=4000', 'turbofan=30000', 'maglev-osr=1000', 'turbofan-osr=8000'];
const args = [...chromiumArgs, `--js-flags=${LATE.map((count) => `--invocation-count-for-${count}`).join()}`];

const launchOptions = (executablePath: string) => ({ launchOptions: { executablePath, args } });

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
    // the longest tests are among these: at the end the other processor would have nothing to do. They wait much: one at a time
    { name: 'browser', testMatch: WHOLE, workers: 1, use: launchOptions(BROWSER) },
    { name: 'page', testIgnore: WHOLE, use: { ...launchOptions(headlessShell() || BROWSER), ...AT_REST } },
  ],
});

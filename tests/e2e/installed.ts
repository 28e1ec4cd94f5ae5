import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.mjs';
import { serveApp } from '../../scripts/serve.mjs';

const run = promisify(execFile);

/** The folder of the built app. */
export const dist = (): string => process.env['DIST'] ?? 'dist';

const folder = (name: string) => mkdtempSync(join(tmpdir(), `nuthatch-${name}-`));

/** Builds the next version of the app; the caller removes the folder. */
export const buildNext = async (version: string): Promise<string> => {
  const outDir = folder('next');
  await run('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'], {
    env: { ...process.env, APP_VERSION: version },
  });
  return outDir;
};

/** A server whose app can be replaced by another version while it runs. */
export const serveVersions = async (relays: unknown) => {
  const served = folder('served');
  cpSync(dist(), served, { recursive: true });
  const server = await serveApp({ port: 0, relays, dist: served });
  return {
    url: server.url,
    /** From now on the files are those of the other folder, and no others. */
    deploy(from: string) {
      rmSync(served, { recursive: true });
      cpSync(from, served, { recursive: true });
    },
    async close() {
      await server.close();
      rmSync(served, { recursive: true, force: true });
    },
  };
};

export type Window = { readonly context: BrowserContext; readonly page: Page; readonly close: () => Promise<void> };

/** A browser of its own that keeps what it stores; `app`: the address is opened in an app window, display mode standalone. */
export const openBrowser = async ({ app, args = [] }: { app?: string; args?: string[] } = {}): Promise<Window> => {
  const profile = folder('profile');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...chromiumArgs, ...args, ...(app === undefined ? [] : [`--app=${app}`])],
    viewport: { width: 1280, height: 800 },
  });
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};

/** Waits until the service worker answers for the page and has stored the whole app. */
export const takenOver = async (page: Page): Promise<void> => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
};

import { existsSync } from 'node:fs';
import { launch, type KeyInput } from 'puppeteer-core';
import { Missing, type Browser } from './browser.ts';

const PATHS = [
  process.env['FIREFOX_PATH'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Firefox by WebDriver BiDi; throws Missing when there is none. */
export const openFirefox = async (): Promise<Browser> => {
  const executablePath = PATHS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Missing('no Firefox found');
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return {
    name: `Firefox ${(await browser.version()).split('/').at(-1)}`,
    open: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    evaluate: async (expression) =>
      JSON.parse((await page.evaluate(`JSON.stringify((${expression}) ?? null)`)) as string) as never,
    press: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    close: () => browser.close(),
  };
};

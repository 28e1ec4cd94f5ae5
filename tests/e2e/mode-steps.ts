import type { Locator, Page } from '@playwright/test';
import type { ScriptedRelay } from '#devnet/scripted-relay.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { expect } from './fixtures.ts';
import { startPictureServer } from './picture-server.ts';
import { test as scripted, type Writer } from './scripted-network.ts';

type Mode = 'useAscii' | 'useColor' | 'imageMode';
type Modes = Partial<Record<Mode, boolean>>;

/** The app starts with these modes. */
export const startIn = (page: Page, modes: Modes) =>
  page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value));
  }, modes);

/** Switches a mode as the settings of another tab do. */
export const choose = (page: Page, mode: Mode, on: boolean): Promise<void> =>
  page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
    [mode, String(on)] as const,
  );

type Described = { alt: string; dim?: string };

const picturesOf = (url: string, writer: Writer) => {
  const imeta = ([path, { alt, dim = '960x720' }]: [string, Described]) => [
    'imeta',
    `url ${url}${path}`,
    `dim ${dim}`,
    `alt ${alt}`,
  ];
  /** A note with words and pictures, by path with what is said of each. */
  return (author: string, secondsAgo: number, words: string, shown: Record<string, Described>): NostrEvent =>
    writer.note(
      author,
      secondsAgo,
      [words, ...Object.keys(shown).map((path) => url + path)].join(' '),
      Object.entries(shown).map(imeta),
    );
};

/** A test with a site of pictures, notes that show them, and the app over a relay that has only what is given. */
export const test = scripted.extend<{
  pictures: Awaited<ReturnType<typeof startPictureServer>>;
  pictured: ReturnType<typeof picturesOf>;
  open: (events: NostrEvent[], modes?: Modes) => Promise<Pick<ScriptedRelay, 'push'>>;
}>({
  pictures: async ({}, use) => {
    const pictures = await startPictureServer();
    await use(pictures);
    await pictures.close();
  },
  pictured: async ({ pictures, writer }, use) => use(picturesOf(pictures.url, writer)),
  open: async ({ page, relay, serve }, use) =>
    use(async (events, modes = {}) => {
      const only = await relay({ events });
      const { url } = await serve([only]);
      await startIn(page, modes);
      await page.goto(url);
      return only;
    }),
});

/** What is drawn in a card. Screen readers know nothing of it, so it has no role. */
export const lettersIn = (place: Locator): Locator => place.locator('pre');

/** A drawing, line by line. */
export const linesOf = async (letters: Locator): Promise<string[]> => {
  await expect(letters).toHaveText(/\S/);
  return ((await letters.textContent()) ?? '').split('\n');
};

/** The viewer of pictures. */
export const viewerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Pictures of a note' });

import type { Page } from '@playwright/test';
import { type FaultProxy, openSockets, startFaultProxy } from '#devnet/fault-proxy.ts';
import { type Relay, startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { query } from '#tests/devnet/relay-client.ts';
import { expect, serveOver, test as base } from './fixtures.ts';
import { pageNow } from './hurry.ts';
import { type Writer, writeEvents } from './scripted-network.ts';
import { skipSplash } from './screens.ts';

/** A real relay and the proxy through which the app reaches it. */
export type Station = { readonly relay: Relay; readonly proxy: FaultProxy };

/** Two sound relays beside those that are harmed; each holds notes of its own beside the common ones. */
export type FaultNetwork = {
  /** the first of those that are harmed */
  readonly sick: Station;
  readonly harmed: readonly Station[];
  readonly sound: readonly [Station, Station];
  readonly all: readonly Station[];
  /** opens the app over all of them and over further addresses */
  open(more?: readonly string[]): Promise<void>;
  /** publishes a note of now, by the page's clock, straight at a relay */
  publish(station: Station, content: string): Promise<void>;
};

const STORED = 3;

const startStation = async (index: 0 | 1): Promise<Station> => {
  const relay = await startRelay(RELAY_PLANS[index], 0);
  return { relay, proxy: await startFaultProxy(relay.url) };
};

const notesOf = ({ note }: Writer, place: string, firstAgo: number): NostrEvent[] =>
  Array.from({ length: STORED }, (_, at) => note('mira', firstAgo + 600 * at, `Stored ${at + 1} ${place}.`));

const load = (writer: Writer, stations: readonly Station[]): void => {
  const common = [writer.profile('mira'), ...notesOf(writer, 'on every relay', 300)];
  stations.forEach(({ relay }, at) => relay.load([...common, ...notesOf(writer, `on relay ${at + 1}`, 400 + 60 * at)]));
};

/** A network of its own for each test, and a page whose clock can be hurried. */
export const test = base.extend<{ harmedCount: number; faults: FaultNetwork }>({
  harmedCount: [1, { option: true }],
  faults: async ({ page, harmedCount }, use) => {
    const writer = writeEvents();
    const sick = await startStation(0);
    const harmed = [sick];
    while (harmed.length < harmedCount) harmed.push(await startStation(0));
    const sound = [await startStation(0), await startStation(1)] as const;
    const all = [...harmed, ...sound];
    load(writer, all);
    const servers: { close(): Promise<void> }[] = [];
    await skipSplash(page);
    // every note of the test has room, so that none is missing only because it is not drawn
    await page.setViewportSize({ width: 1_280, height: 5_000 });
    await page.clock.install();
    await use({
      sick,
      harmed,
      sound,
      all,
      async open(more = []) {
        const server = await serveOver({ readwrite: [...all.map(({ proxy }) => proxy.url), ...more] });
        servers.push(server);
        await page.goto(server.url);
      },
      async publish({ relay }, content) {
        const at = Math.floor((await pageNow(page)) / 1_000);
        const { success, message } = await relay.publish(writer.write('mira', { kind: 1, at, content }));
        expect(success, message).toBe(true);
      },
    });
    await Promise.all(servers.map((server) => server.close()));
    for (const { proxy, relay } of all) {
      await proxy.close();
      await relay.close();
    }
  },
});

/** The lights of the header, by what they say to those who do not see them. */
export const lights = (page: Page) => page.getByRole('button', { name: /^Relay Status: / });

/** How many of the read relays the header says are connected. */
export const connectedCount = async (page: Page): Promise<number> =>
  Number(/: (\d+) of /.exec((await lights(page).getAttribute('aria-label')) ?? '')?.[1]);

/** The word with which the list of relays beside the feed says how each of these stands. */
export const wordsOf = async (page: Page, urls: readonly string[]): Promise<string[]> => {
  const relays = page.getByRole('complementary').getByRole('region', { name: 'Relays' });
  const rows = (await relays.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n'));
  return urls.map((url) => {
    const row = rows.find((lines) => lines.some((line) => line.trim() === url.replace(/^wss?:\/\//, '')));
    return row?.at(-1)?.trim() ?? '';
  });
};

export const wordOf = async (page: Page, url: string): Promise<string> => (await wordsOf(page, [url]))[0]!;

const reqsOf = ({ proxy }: Station) =>
  openSockets(proxy)
    .flatMap(({ subscriptions }) => [...subscriptions])
    .filter(([id]) => id !== 'ping');

/** The ids of REQs open at a relay, without the ping, on all sockets together. */
export const openReqs = (station: Station): string[] =>
  reqsOf(station)
    .map(([id]) => id)
    .sort();

/** Those of them that wait for new events. */
export const watchedReqs = (station: Station): string[] =>
  reqsOf(station)
    .filter(([, filters]) => filters.every(({ since, kinds }) => since !== undefined || kinds?.includes(KIND.deletion)))
    .map(([id]) => id);

/** Puts the waiting notes on top, if there are any. */
const showNew = async (page: Page): Promise<void> => {
  const pill = page.getByRole('button', { name: /new notes?$/ });
  if (await pill.isVisible()) await pill.click({ timeout: 3_000 }).catch(() => {});
};

/** The texts of notes that these relays hold and the page does not show. */
export const missingNotes = async (page: Page, stations: readonly Station[]): Promise<string[]> => {
  await showNew(page);
  const held = await Promise.all(stations.map(({ relay }) => query(relay.url, { kinds: [1] })));
  const texts = [...new Set(held.flat().map(({ content }) => content))];
  const shown = (await page.getByRole('article').allInnerTexts()).join('\n');
  return texts.filter((text) => !shown.includes(text));
};

export { expect };

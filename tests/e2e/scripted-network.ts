import type { Page } from '@playwright/test';
import { createSigner, type Draft } from '#devnet/content/signer.ts';
import { type Script, type ScriptedRelay, startScriptedRelay } from '#devnet/scripted-relay.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { expect, serveOver, test as base } from './fixtures.ts';

const now = () => Math.floor(Date.now() / 1_000);

/** Signs events for people by name; a note is dated some seconds before now. */
export const writeEvents = () => {
  const { keyOf, sign } = createSigner('browser tests');
  const write = (author: string, draft: Draft): NostrEvent => sign(draft, keyOf(author));
  return {
    write,
    pubkeyOf: (author: string) => keyOf(author).pubkey,
    note: (author: string, secondsAgo: number, content: string, tags: string[][] = []): NostrEvent =>
      write(author, { kind: 1, at: now() - secondsAgo, content, tags }),
    profile: (author: string): NostrEvent =>
      write(author, { kind: 0, at: now() - 86_400, content: JSON.stringify({ name: author }) }),
  };
};

export type Writer = ReturnType<typeof writeEvents>;

type Started = {
  /** starts a relay that ends with the test */
  relay: (script?: Script) => Promise<ScriptedRelay>;
  /** serves the app over these relays until the test ends */
  serve: (
    relays: readonly ScriptedRelay[] | Readonly<Record<string, readonly string[] | boolean>>,
  ) => Promise<{ url: string; close: () => Promise<void> }>;
};

const isList = (relays: object): relays is readonly ScriptedRelay[] => Array.isArray(relays);

/** A test with relays of its own, which do what their script says, and a server of its own. */
export const test = base.extend<Started & { writer: Writer }>({
  writer: async ({}, use) => use(writeEvents()),
  relay: async ({}, use) => {
    const relays: ScriptedRelay[] = [];
    await use(async (script) => {
      const relay = await startScriptedRelay(script);
      relays.push(relay);
      return relay;
    });
    await Promise.all(relays.map((relay) => relay.close()));
  },
  serve: async ({ page }, use) => {
    const servers: { close: () => Promise<void> }[] = [];
    await page.addInitScript(() => {
      try {
        sessionStorage.setItem('splash-shown', 'true');
      } catch {
        // a test that blocks the storage sees the splash
      }
    });
    await use(async (relays) => {
      const server = await serveOver(isList(relays) ? { readwrite: relays.map(({ url }) => url) } : relays);
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

/** The filters of all REQs a relay has got. */
export const filtersOf = (relay: ScriptedRelay): Filter[] =>
  relay.requests.filter(([verb]) => verb === 'REQ').flatMap((message) => message.slice(2) as Filter[]);

/** The filters that asked for pages of the feed. */
export const pageFilters = (relay: ScriptedRelay): Filter[] =>
  filtersOf(relay).filter(
    ({ kinds, ids, authors, since, ...rest }) =>
      kinds?.includes(1) && !ids && !authors && since === undefined && !('#e' in rest) && !('#q' in rest),
  );

/** The card in which exactly this stands by itself, such as a paragraph of its note. */
export const card = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) });

export const feedOf = (page: Page) => page.getByRole('feed', { name: 'Notes' });

/** Scrolls the page down, a stretch in every frame, until the text stands in it. */
export const scrollTo = async (page: Page, text: string, limitMs = 60_000) => {
  const found = await page.evaluate(
    async ([wanted, limit]) => {
      const end = performance.now() + limit;
      const isThere = () => document.getElementById('main')?.textContent.includes(wanted);
      while (!isThere() && performance.now() < end) {
        window.scrollBy(0, 240);
        await new Promise(requestAnimationFrame);
      }
      return isThere();
    },
    [text, limitMs] as const,
  );
  expect(found, `scrolled to '${text}'`).toBe(true);
};

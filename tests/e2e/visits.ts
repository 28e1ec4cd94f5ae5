import type { Browser, Page, PlaywrightTestOptions } from '@playwright/test';

/** What a test may set of the page it gets (`test.use`): a page that is otherwise is no page for it. */
type PageOptions = Pick<
  PlaywrightTestOptions,
  'viewport' | 'colorScheme' | 'contextOptions' | 'locale' | 'hasTouch' | 'isMobile'
>;

/** What stands in the storage however little one did: the next load does not depend on it, or not in what a test looks at. */
const KEPT_BY_ITSELF = ['lastRouteInfo', 'nostrRelayHealth', 'nostrSavedAccounts'];

/** What tests listen to. */
const HEARD = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response', 'websocket'] as const;

/** How the page stands, as far as a test that reads can see or change it. */
const standOf = (page: Page) =>
  page.evaluate(async (keptByItself) => {
    const { documentElement: html, body, activeElement } = document;
    const databases = await indexedDB.databases();
    const keysIn = async (name: string, store: string): Promise<number> => {
      if (databases.every((database) => database.name !== name)) return 0;
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error!);
        });
      const database = await done(indexedDB.open(name));
      const count = await done(database.transaction(store).objectStore(store).count());
      database.close();
      return count;
    };
    return {
      loadedAt: performance.timeOrigin,
      address: location.pathname + location.search + location.hash,
      first: document.querySelector('[role=feed] article')?.getAttribute('aria-label'),
      atTop: scrollY === 0,
      focus: activeElement?.tagName,
      open: document.querySelectorAll('dialog, [popover]:popover-open').length,
      chosen: [...document.querySelectorAll('[aria-pressed=true], [aria-expanded=true]')].map((one) => one.textContent),
      html: [...html.attributes]
        .map(({ name, value }) => `${name}=${value}`)
        .filter((one) => !/^data-has|^style=$|^dir=ltr$/.test(one)),
      body: [...body.children].map(({ tagName, id }) => `${tagName} ${id}`),
      css: document.adoptedStyleSheets.length,
      saved: Object.keys(localStorage).filter((key) => !keptByItself.includes(key)),
      keys: await keysIn('nostr-feed', 'keystore'),
      posts: await keysIn('nuthatch-posts', 'posts'),
    };
  }, KEPT_BY_ITSELF);

type Stand = Awaited<ReturnType<typeof standOf>>;

/**
 * Back to the feed as a person goes there, with all settings as they are at first. False where that is not enough: places to
 * which one scrolled on other screens are remembered as long as the page lives.
 */
const goBack = (page: Page, firstEntry: string): Promise<boolean> =>
  page.evaluate(async (first) => {
    const toTop = async () => {
      scrollTo(0, 0);
      await new Promise(requestAnimationFrame);
    };
    await toTop();
    sessionStorage.removeItem('focused-notes');
    document.adoptedStyleSheets = [];
    document.documentElement.dir = 'ltr';
    if (navigation.currentEntry?.key !== first) await navigation.traverseTo(first).finished;
    // as a press: nothing is on its way to where one was
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    for (let frames = 0; frames < 3; frames += 1) await toTop();
    const placesIn = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, unknown][];
    const isElsewhere = placesIn('scroll-positions').some(([path, px]) => path !== '/' && px !== 0);
    for (const key of Object.keys(sessionStorage)) if (key !== 'splash-shown') sessionStorage.removeItem(key);
    // as another tab does
    for (const key of Object.keys(localStorage)) {
      localStorage.removeItem(key);
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    }
    getSelection()?.removeAllRanges();
    // the next Tab leads to the first control
    const start = Object.assign(document.createElement('div'), { tabIndex: -1 });
    document.body.prepend(start);
    start.focus({ preventScroll: true });
    start.remove();
    return !isElsewhere;
  }, firstEntry);

const isSame = (one: Stand, other: Stand) => JSON.stringify(one) === JSON.stringify(other);

/** How it stands once that is as it was, or some frames later: what closes, and what follows the settings, is drawn first. */
const standFrom = async (page: Page, wanted: Stand): Promise<Stand> => {
  let now = await standOf(page);
  for (let frames = 0; !isSame(now, wanted) && frames < 20; frames += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    now = await standOf(page);
  }
  return now;
};

/** Opens the app as a visitor does, and leaves it as it is at first. */
const openFeed = async (browser: Browser, url: string, prepare: (page: Page) => Promise<void>) => {
  // with the options of the test that is the first to need it
  const context = await browser.newContext();
  const page = await context.newPage();
  await prepare(page);
  await page.goto(url);
  await page.locator('[role=feed][aria-busy=false] article').first().waitFor();
  // these come a moment later
  await page.locator('html[data-has-switch][data-has-pencil]').waitFor();
  return page;
};

/**
 * The page that tests share in which a visitor only reads. After each it is led back inside the app to where it was; where it
 * then does not stand as after its load, the next test gets a new one.
 */
export const createVisits = () => {
  let held: { page: Page; options: string; entry: string; stand: Stand } | undefined;
  const close = async () => {
    const page = held?.page;
    held = undefined;
    await page?.context().close();
  };
  return {
    /** The page; `watch` is called before anything is loaded in it. */
    async enter(
      browser: Browser,
      url: string,
      own: PageOptions,
      { prepare, watch }: { prepare: (page: Page) => Promise<void>; watch: (page: Page) => void },
    ): Promise<Page> {
      const options = JSON.stringify(own);
      if (held && (held.options !== options || held.page.isClosed())) await close();
      if (held) watch(held.page);
      else {
        const page = await openFeed(browser, url, async (fresh) => {
          watch(fresh);
          await prepare(fresh);
        });
        const entry = await page.evaluate(() => navigation.currentEntry!.key);
        held = { page, options, entry, stand: await standOf(page) };
      }
      return held.page;
    },
    /** Leads it back; tells what is not as it was and made it unfit for the next test. */
    async leave({ viewport, colorScheme, contextOptions }: PageOptions): Promise<string | undefined> {
      if (!held) return undefined;
      const { page, entry, stand } = held;
      try {
        for (const tab of page.context().pages()) if (tab !== page) await tab.close();
        await page.unrouteAll();
        await page.context().clearPermissions();
        await page.mouse.move(0, 0);
        if (viewport) await page.setViewportSize(viewport);
        await page.emulateMedia({
          media: null,
          forcedColors: null,
          contrast: null,
          colorScheme,
          reducedMotion: contextOptions.reducedMotion ?? null,
        });
        const isBack = await goBack(page, entry);
        const now = isBack ? await standFrom(page, stand) : undefined;
        for (const name of HEARD) page.removeAllListeners(name);
        if (now && isSame(now, stand)) return undefined;
        await close();
        return now ? JSON.stringify({ now, stand }) : 'scrolled on other screens';
      } catch (error) {
        await close();
        return String(error);
      }
    },
    close,
  };
};

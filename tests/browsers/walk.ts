import { nsecEncode } from 'nostr-tools/nip19';
import type { Browser } from './browser.ts';

const LIMIT_MS = 30_000;
const POLL_MS = 50;
const PASSPHRASE = 'correct horse battery';

/** Waits until an expression in the page is true. */
const until = async (browser: Browser, expression: string): Promise<void> => {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    // between two pages there is none to ask
    if (await browser.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`never true: ${expression}`);
};

/** The first visible element of these whose name or text matches, in the uppermost dialog when one is open. */
const find = (selector: string, name: RegExp) => `(() => {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const named = (it) => it.getAttribute('aria-label') ?? (it.labels?.[0]?.textContent || it.textContent);
  return [...scope.querySelectorAll(${JSON.stringify(selector)})]
    .find((it) => it.checkVisibility() && ${String(name)}.test(named(it).trim()));
})()`;

/** Where it stands; twice the same, for sheets slide in. */
const restingPlace = async (browser: Browser, element: string): Promise<{ x: number; y: number }> => {
  const look = () =>
    browser.evaluate<{ x: number; y: number }>(`(() => {
      const it = ${element};
      it.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = it.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
  let place = await look();
  for (let tries = 0; tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await look();
    if (now.x === place.x && now.y === place.y) break;
    place = now;
  }
  return place;
};

const press = async (browser: Browser, selector: string, name: RegExp): Promise<void> => {
  const element = find(selector, name);
  await until(browser, `${element} && !${element}.disabled`);
  const { x, y } = await restingPlace(browser, element);
  await browser.click(x, y);
};

/** Pressed again when the focus went elsewhere: a sheet that opens takes it, on a full machine later than one can press. */
const focus = async (browser: Browser, selector: string, name: RegExp): Promise<void> => {
  for (let tries = 0; tries < 5; tries += 1) {
    await press(browser, selector, name);
    if (await browser.evaluate<boolean>(`document.activeElement === ${find(selector, name)}`)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

const write = async (browser: Browser, selector: string, name: RegExp, text: string): Promise<void> => {
  await focus(browser, selector, name);
  await browser.type(text);
  await until(browser, `${find(selector, name)}?.value.length === ${text.length}`);
};

const NOTES = `document.querySelectorAll('main article').length > 2`;
const LOGGED_IN = `document.querySelector('a[aria-label$=", your profile"]')`;

/** Hears what goes wrong in the page from now on. */
const watchErrors = (browser: Browser) =>
  browser.evaluate(`(() => {
    if (window.walkErrors) return 0;
    window.walkErrors = [];
    addEventListener('error', (event) => window.walkErrors.push(String(event.message)));
    addEventListener('unhandledrejection', (event) => window.walkErrors.push(String(event.reason)));
    return 0;
  })()`);

const opened = async (browser: Browser, url: string): Promise<void> => {
  await browser.open(url);
  await watchErrors(browser);
};

const store = (browser: Browser, values: Record<string, unknown>) =>
  browser.evaluate(`Object.entries(${JSON.stringify(values)}).forEach(([k, v]) => localStorage.setItem(k, String(v)))`);

export type Step = readonly [name: string, take: () => Promise<void>];

/** What everybody does with the app, once around; the server is stopped before the last step. */
export const walk = (browser: Browser, url: string, stopServer: () => Promise<void>): readonly Step[] => {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const words = `Heavy words of ${browser.name}`;
  const noErrors = async () => {
    const errors = await browser.evaluate<readonly string[]>('window.walkErrors ?? []');
    if (errors.length > 0) throw new Error(errors.join(' | '));
  };
  return [
    [
      'shows notes',
      async () => {
        await opened(browser, url);
        await until(browser, NOTES);
      },
    ],
    [
      'takes keys: j, ? and Esc',
      async () => {
        await browser.press('j');
        await until(browser, `document.activeElement?.closest('article')`);
        await browser.press('?');
        await until(browser, find('h2', /^Keyboard shortcuts$/));
        await browser.press('Escape');
        await until(browser, `!document.querySelector('dialog[open]')`);
      },
    ],
    [
      'opens a thread and comes back to the feed',
      async () => {
        await browser.press('j');
        await until(browser, `document.activeElement?.closest('article')`);
        await browser.press('Enter');
        await until(browser, `/thread=|\\/note\\//.test(location.href)`);
        await browser.evaluate('history.back()');
        await until(browser, `!/thread=|\\/note\\//.test(location.href) && ${NOTES}`);
      },
    ],
    [
      'draws pictures in letters over the whole plate',
      async () => {
        await store(browser, { useAscii: true, imageNotesOnly: true });
        await opened(browser, url);
        const letters = `[...document.querySelectorAll('.art pre')].find((it) => it.textContent.trim().length > 200)`;
        await until(browser, letters);
        await until(
          browser,
          `(() => {
            const drawn = ${letters}.getBoundingClientRect();
            const plate = ${letters}.parentElement.getBoundingClientRect();
            return drawn.width > plate.width * 0.9 && drawn.height > plate.height * 0.9
              && drawn.width < plate.width * 1.02 && drawn.height < plate.height * 1.02;
          })()`,
        );
        await store(browser, { useAscii: false, imageNotesOnly: false });
      },
    ],
    [
      'logs in by nsec and keeps the key',
      async () => {
        await opened(browser, url);
        await press(browser, 'button', /^Log in$/);
        await press(browser, 'dialog button', /^Nsec Secret Key/);
        await write(browser, 'dialog input', /^Secret key/, nsecEncode(secret));
        await press(browser, 'dialog input[type=checkbox]', /^Save it on this device/);
        await write(browser, 'dialog input', /^Passphrase/, PASSPHRASE);
        await write(browser, 'dialog input', /^Repeat passphrase/, PASSPHRASE);
        await browser.press('Enter');
        await until(browser, `${LOGGED_IN} && !document.querySelector('dialog[open]')`);
      },
    ],
    [
      'mines and posts a note',
      async () => {
        await store(browser, { powEnabled: true, powTargetBits: 8 });
        await browser.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'powEnabled' }))`);
        await press(browser, 'a, button', /^Write a note$/);
        await write(browser, 'textarea', /^Your note/, words);
        await press(browser, 'button', /^Post$/);
        await until(
          browser,
          `[...document.querySelectorAll('article')].some((it) => it.textContent.includes('${words}'))`,
        );
        await until(browser, `/Sent\\. (\\d) of \\1 relays accepted/.test(document.body.textContent)`);
      },
    ],
    [
      'is still logged in after a reload',
      async () => {
        await noErrors();
        await opened(browser, url);
        await until(browser, `${LOGGED_IN} && ${NOTES}`);
      },
    ],
    [
      'starts with the server stopped',
      async () => {
        await until(
          browser,
          `navigator.serviceWorker.controller && (window.walkReady ??= (navigator.serviceWorker.ready.then(() => (window.walkReady = 'yes')), 'no')) === 'yes'`,
        );
        await stopServer();
        await opened(browser, url);
        await until(browser, NOTES);
        await noErrors();
      },
    ],
  ];
};

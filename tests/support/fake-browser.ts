import type { Browser } from '#ports/browser.ts';
import { FakeSignerWorker } from './fake-signer-worker.ts';
import { fakeStorage } from './fake-storage.ts';

type Given = {
  readonly WebSocket: new (url: string) => unknown;
  /** what the page is configured with */
  readonly relays: object;
  readonly local?: Storage;
  readonly session?: Storage;
  readonly pathname?: string;
  /** each touch of what it would keep throws, as where a person blocks all storage */
  readonly blocksStorage?: boolean;
};

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError');
};

const BLOCKED: PropertyDescriptorMap = Object.fromEntries(
  ['localStorage', 'sessionStorage', 'indexedDB', 'caches'].map((name) => [name, { get: refuse }]),
);

/** A browser for the app in a test: nothing of it is drawn, and its signer works on a thread of its own kind. */
export const createFakeBrowser = ({ WebSocket, relays, local, session, pathname = '/', blocksStorage }: Given) => {
  const workers: FakeSignerWorker[] = [];
  const Worker = class extends FakeSignerWorker {
    constructor(_: URL, { name }: { name: string }) {
      // all others have their ways without a worker
      if (name !== 'signer') throw new Error('There are no workers');
      super();
      workers.push(this);
    }
  };
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    readyState: 'complete',
    documentElement: { dataset: {} },
    getElementById: () => null,
    querySelector: (selector: string) =>
      selector.includes('nuthatch-relays') ? { content: JSON.stringify(relays) } : null,
  });
  const navigator = {
    onLine: true,
    hardwareConcurrency: 2,
    userAgent: 'test',
    storage: { persist: () => Promise.resolve(true), estimate: () => Promise.resolve({}) },
  };
  const parts = {
    document,
    navigator,
    location: { pathname, search: '', hash: '', origin: 'https://nuthatch.example', reload: () => {} },
    performance,
    crypto,
    localStorage: local ?? fakeStorage(),
    sessionStorage: session ?? fakeStorage({ 'splash-shown': 'true' }),
    indexedDB: globalThis.indexedDB,
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    fetch: () => Promise.resolve(Response.json({})),
    WebSocket,
    Worker,
  };
  const browser = Object.assign(new EventTarget(), parts) as unknown as Browser;
  if (blocksStorage) {
    Object.defineProperties(browser, BLOCKED);
    Object.assign(browser, { BroadcastChannel: new Proxy(Object, { construct: refuse }) });
    Object.assign(navigator, { locks: { request: async () => refuse() } });
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
  }
  return { browser, workers };
};

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
};

/** A browser for the app in a test: nothing of it is drawn, and its signer works on a thread of its own kind. */
export const createFakeBrowser = ({ WebSocket, relays, local, session, pathname = '/' }: Given) => {
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
    indexedDB,
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    fetch: () => Promise.resolve(Response.json({})),
    WebSocket,
    Worker,
  };
  const browser = Object.assign(new EventTarget(), parts) as unknown as Browser;
  return { browser, workers };
};

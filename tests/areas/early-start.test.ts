import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { IDBFactory, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENT_MAX_FUTURE_S } from '#domain/protocol/protocol-limits.ts';
import type { EarlyStart } from '#ports/browser.ts';

const source = readFileSync(new URL('../../src/first-paint.js', import.meta.url), 'utf8');
const RELAYS = ['wss://one.example/', 'wss://two.example/', 'wss://three.example/', 'wss://four.example/'];

/** what was asked for, in its order */
const order: string[] = [];

class Thing extends EventTarget {
  static made: Thing[] = [];
  readonly url: string;
  closed = false;
  constructor(url: string) {
    super();
    this.url = url;
    Thing.made.push(this);
    order.push(url);
  }
  close() {
    this.closed = true;
  }
}
class Socket extends Thing {
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
  }
  opens() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  says(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  closes() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}
class Background extends Thing {}

type Page = {
  stored?: boolean;
  saved?: Record<string, string>;
  configured?: string;
  onLine?: boolean;
  blocked?: boolean;
  databases?: IDBFactory;
  address?: string;
};

/** What the build writes into the page as the question of a feed. */
const ASK = '{"kinds":[1,6],"limit":20}';
const NOW = 1_700_000_000;
/** Nothing is asked for that would be dropped for being dated ahead. */
const questionAs = (id: string, at = NOW) =>
  `["REQ","${id}",{"until":${at + EVENT_MAX_FUTURE_S},"kinds":[1,6],"limit":20}]`;

/** The page as its first script finds it, and what that script started. */
const start = (given: Page = {}) => {
  const { stored = false, saved = {}, configured = '', onLine = true, blocked = false, address = '/' } = given;
  const { pathname, search, href, origin } = new URL(address, 'https://app.example');
  Thing.made = [];
  order.length = 0;
  const getItem = (key: string) => {
    if (blocked) throw new Error('blocked');
    return saved[key] ?? null;
  };
  const heard = new EventTarget();
  const page = {
    document: {
      documentElement: { dataset: {}, classList: { add() {} } },
      currentScript: {
        dataset: {
          libraries: '/assets/libraries-1.js',
          worker: '/assets/verify.worker-1.js',
          check: '/assets/check-1.wasm',
          first: '/assets/first-1.js',
          relays: RELAYS.join(' '),
          ask: ASK,
          saved: 'database store cache names',
        },
      },
      querySelector: () => ({ content: configured }),
      createElement: () => ({}),
      head: { append: vi.fn((element: { src?: string }) => element.src && order.push(element.src)) },
    },
    matchMedia: () => ({ matches: false }),
    navigator: { onLine, serviceWorker: { controller: stored ? {} : null } },
    indexedDB: given.databases,
    localStorage: { getItem },
    sessionStorage: { getItem },
    history: {},
    location: { pathname, search, href, origin },
    addEventListener: heard.addEventListener.bind(heard),
    trustedTypes: { createPolicy: vi.fn() },
    WebSocket: Socket,
    Worker: Background,
    fetch: vi.fn(async () => new Response()),
    setTimeout,
    queueMicrotask,
    AbortController,
    MessageEvent,
    URL,
    Date: { now: () => NOW * 1_000 },
  };
  runInContext(source, createContext(Object.assign(page, { window: page })));
  const { early, trustedTypes, document } = page as unknown as { early: EarlyStart } & typeof page;
  return {
    early,
    append: document.head.append,
    fetched: (page as unknown as { fetch: ReturnType<typeof vi.fn> }).fetch.mock.calls.map(([url]) => url as string),
    tell: (event: Event) => heard.dispatchEvent(event),
    offer: () => (page as { installOffer?: Event | null }).installOffer,
    policy: trustedTypes.createPolicy.mock.calls[0]?.[1] as { createScriptURL(url: string): string },
  };
};

const VISITED = { lastRouteInfo: '{}' };

/** Browsers' databases; this one has the store with what is given. */
const databaseWith = async (entries: Readonly<Record<string, unknown>>): Promise<IDBFactory> => {
  const databases = new IDBFactory();
  const opening = databases.open('database');
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore('store');
    for (const [key, value] of Object.entries(entries)) store.put(value, key);
  });
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  opening.result.close();
  return databases;
};

const opened = () => Thing.made.filter((thing) => thing instanceof Socket).map(({ url }) => url);
const socketAt = (at: number) => Thing.made.filter((thing) => thing instanceof Socket)[at]!;

/** What the app is told of a socket that it was given, from then on. */
const heardOf = (socket: WebSocket): string[] => {
  const heard: string[] = [];
  for (const type of ['open', 'message', 'close'])
    socket.addEventListener(type, (event) => heard.push(`${type} ${(event as MessageEvent).data ?? ''}`.trim()));
  return heard;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what starts before the code of the app', () => {
  it('[PWA-03] keeps the offer to install the app, until it is installed', () => {
    const { tell, offer } = start();
    const event = new Event('beforeinstallprompt', { cancelable: true });
    tell(event);
    expect([offer(), event.defaultPrevented]).toEqual([event, true]);
    tell(new Event('appinstalled'));
    expect(offer()).toBeNull();
  });

  it('[RELAY-25] is the sockets of the first three relays, 100 ms apart', async () => {
    start();
    expect(opened()).toEqual(RELAYS.slice(0, 1));
    await vi.advanceTimersByTimeAsync(100);
    expect(opened()).toEqual(RELAYS.slice(0, 2));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened()).toEqual(RELAYS.slice(0, 3));
  });

  it('asks for the libraries behind the first socket, and for the worker behind them', () => {
    start();
    expect(order).toEqual([RELAYS[0], '/assets/libraries-1.js', '/assets/verify.worker-1.js']);
  });

  it('asks for the libraries where no socket is opened', () => {
    start({ blocked: true });
    expect(order).toEqual(['/assets/libraries-1.js', '/assets/verify.worker-1.js']);
  });

  it('is relays of the page where it is configured with others', () => {
    start({ configured: JSON.stringify({ readwrite: ['ws://127.0.0.1:5901'] }) });
    expect(opened()).toEqual(['ws://127.0.0.1:5901/']);
  });

  it.each<[string, Page]>([
    ['where other relays were chosen', { saved: { nostrRelays: '[]' } }],
    ['where somebody is logged in', { saved: { nostrPubkey: 'ab' } }],
    ['without a network', { onLine: false }],
    ['where storage is blocked', { blocked: true }],
    ['where the configuration cannot be read', { configured: '{' }],
    ['where the configuration has none', { configured: '{}' }],
  ])('is no socket %s', async (_, page) => {
    const { early } = start(page);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened()).toEqual([]);
    expect(early.worker()).toBeInstanceOf(Background);
  });

  it('is given once, with what was said until then, in its order', async () => {
    const { early } = start({ address: '/about' });
    const given = socketAt(0);
    given.opens();
    given.says('["AUTH","challenge"]');
    const taken = early.socket(RELAYS[0]!)!;
    expect(taken).toBe(given);
    const heard = heardOf(taken);
    await Promise.resolve();
    given.closes();
    expect(heard).toEqual(['open', 'message ["AUTH","challenge"]', 'close']);
    expect(early.socket(RELAYS[0]!)).toBeUndefined();
  });

  describe('is the question for the feed', () => {
    /** The app takes the first socket after the relay answered. */
    const take = async (page: Page = {}) => {
      const { early } = start(page);
      const relay = socketAt(0);
      relay.opens();
      relay.says('["EVENT","e0",{}]');
      const socket = early.socket(RELAYS[0]!)!;
      const heard = heardOf(socket);
      await Promise.resolve();
      return { early, relay, socket, heard };
    };

    it('which each relay is asked once it is there', async () => {
      start();
      await vi.advanceTimersByTimeAsync(200);
      for (const at of [0, 1, 2]) socketAt(at).opens();
      expect([0, 1, 2].map((at) => socketAt(at).sent)).toEqual(['e0', 'e1', 'e2'].map((id) => [questionAs(id)]));
    });

    it.each(['/about', '/npub/npub1abc', '/?relay=wss://else.example'])('but not at %s', (address) => {
      const { early } = start({ address });
      socketAt(0).opens();
      expect(socketAt(0).sent).toEqual([]);
      expect(early.asked(RELAYS[0]!, `[${ASK}]`)).toBeUndefined();
    });

    it('whose answer is told once the app asks the same, which is not sent again', async () => {
      const { early, relay, socket, heard } = await take();
      relay.says('["EOSE","e0"]');
      expect(heard).toEqual(['open']);
      expect(early.asked(RELAYS[0]!.slice(0, -1), `[${ASK}]`)).toBe('e0');
      expect(early.asked(RELAYS[0]!, `[${ASK}]`)).toBeUndefined();
      socket.send(questionAs('e0', NOW + 5));
      await Promise.resolve();
      relay.says('["NOTICE","on"]');
      expect(heard).toEqual(['open', 'message ["EVENT","e0",{}]', 'message ["EOSE","e0"]', 'message ["NOTICE","on"]']);
      socket.send('["CLOSE","e0"]');
      expect(relay.sent).toEqual([questionAs('e0'), '["CLOSE","e0"]']);
    });

    it('which ends where the app asks something else', async () => {
      const { early, relay, socket, heard } = await take();
      socket.send('["REQ","n1",{}]');
      await Promise.resolve();
      expect(relay.sent).toEqual([questionAs('e0'), '["CLOSE","e0"]', '["REQ","n1",{}]']);
      expect(heard).toEqual(['open', 'message ["EVENT","e0",{}]']);
      expect(early.asked(RELAYS[0]!, `[${ASK}]`)).toBeUndefined();
    });

    it('also where the app asks before the socket is open, under the same id', async () => {
      const { early } = start();
      expect(early.asked(RELAYS[0]!, `[${ASK}]`)).toBe('e0');
      socketAt(0).opens();
      const socket = early.socket(RELAYS[0]!)!;
      await Promise.resolve();
      socket.send(questionAs('e0'));
      expect(socketAt(0).sent).toEqual([questionAs('e0')]);
    });

    it('also where the app asks before anybody calls that relay', async () => {
      const { early } = start();
      expect(early.asked(RELAYS[2]!, `[${ASK}]`)).toBe('e2');
      await vi.advanceTimersByTimeAsync(200);
      socketAt(2).opens();
      const socket = early.socket(RELAYS[2]!)!;
      await Promise.resolve();
      socket.send(questionAs('e2'));
      expect(socketAt(2).sent).toEqual([questionAs('e2')]);
    });

    it('which is not sent where the app has asked something else before', () => {
      const { early } = start();
      expect(early.asked(RELAYS[0]!, '[{"kinds":[0]}]')).toBeUndefined();
      socketAt(0).opens();
      expect(socketAt(0).sent).toEqual([]);
    });

    it('which is none of the app where its first question there is another', async () => {
      const { early } = await take();
      expect(early.asked(RELAYS[0]!, '[{"kinds":[0]}]')).toBeUndefined();
      expect(early.asked(RELAYS[0]!, `[${ASK}]`)).toBeUndefined();
    });

    it('of which no more than 50 messages are held back', async () => {
      const { relay, heard } = await take();
      for (let count = 0; count < 52; count += 1) relay.says(`["EVENT","e0",${count}]`);
      expect(heard).toHaveLength(54);
    });

    it('which holds nothing back from an app whose socket closes', async () => {
      const { relay, heard } = await take();
      relay.closes();
      expect(heard).toEqual(['open', 'message ["EVENT","e0",{}]', 'close']);
      const { early } = start();
      socketAt(0).opens();
      socketAt(0).closes();
      const late = heardOf(early.socket(RELAYS[0]!)!);
      await Promise.resolve();
      expect(late).toEqual(['open', 'close']);
    });
  });

  it('opens no second socket to a relay that the app connects to itself', async () => {
    const { early } = start();
    expect(early.socket(RELAYS[1]!)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened()).toEqual([RELAYS[0], RELAYS[2]]);
  });

  it('closes a socket that says much before it is asked, and one that nobody wants', async () => {
    start();
    for (let count = 0; count < 51; count += 1) socketAt(0).says('x');
    expect(socketAt(0).closed).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(socketAt(1).closed).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socketAt(1).closed).toBe(true);
  });

  it('leaves a socket alone that the app has taken', async () => {
    const { early } = start();
    early.socket(RELAYS[0]!);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socketAt(0).closed).toBe(false);
  });

  it('is what the worker computes with, on a first visit', () => {
    expect(start().fetched).toEqual(['/assets/check-1.wasm']);
    expect(start({ stored: true }).fetched).toEqual([]);
  });

  it('is a verification worker, given once and not when it failed', () => {
    const { early } = start();
    expect(early.worker()).toBeInstanceOf(Background);
    expect(early.worker()).toBeUndefined();
    const failed = start();
    Thing.made.find((thing) => thing instanceof Background)?.dispatchEvent(new Event('error'));
    expect(failed.early.worker()).toBeUndefined();
  });

  it('is the file of what stands under the first notes, where it is stored in the browser', () => {
    expect(start().append).not.toHaveBeenCalledWith(expect.objectContaining({ rel: 'modulepreload' }));
    expect(start({ stored: true }).append).toHaveBeenCalledWith({ rel: 'modulepreload', href: '/assets/first-1.js' });
  });

  it('is the reading of what the last visit saved, given once', async () => {
    vi.useRealTimers();
    const { early } = start({ saved: VISITED, databases: await databaseWith({ cache: { notes: 1 }, names: ['Ann'] }) });
    expect(await early.saved()).toEqual([{ notes: 1 }, ['Ann']]);
    expect(early.saved()).toBeUndefined();
  });

  it('reads nothing where nobody was before, and where the browser keeps nothing', () => {
    const databases = new IDBFactory();
    const open = vi.spyOn(databases, 'open');
    expect(start({ databases }).early.saved()).toBeUndefined();
    expect(open).not.toHaveBeenCalled();
    expect(start({ databases, blocked: true }).early.saved()).toBeUndefined();
  });

  it('leaves it to the app where there is no such database or nothing in it, and makes none', async () => {
    vi.useRealTimers();
    const databases = new IDBFactory();
    expect(await start({ saved: VISITED, databases }).early.saved()).toBeUndefined();
    expect(await databases.databases()).toEqual([]);
    const other = new IDBFactory();
    await new Promise((resolve) => other.open('database').addEventListener('success', resolve));
    expect(await start({ saved: VISITED, databases: other }).early.saved()).toBeUndefined();
  });

  it('leaves it to the app, and fails nowhere, where the database lets nothing be read', async () => {
    vi.useRealTimers();
    const databases = await databaseWith({ cache: { notes: 1 } });
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('The data is damaged.', 'DataError');
    });
    const end = vi.spyOn(IDBTransaction.prototype, 'dispatchEvent');
    expect(await start({ saved: VISITED, databases }).early.saved()).toBeUndefined();
    await vi.waitFor(() => expect(end).toHaveReturned());
  });

  it('lets workers come from nowhere else', () => {
    const { policy } = start();
    expect(policy.createScriptURL('/assets/a.js')).toBe('/assets/a.js');
    expect(() => policy.createScriptURL('https://else.example/a.js')).toThrow('A script of another origin');
  });
});

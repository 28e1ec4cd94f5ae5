import { createMemoryHistory } from '@tanstack/react-router';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { encodeNote, encodeNpub } from '#domain/protocol/identifiers.ts';
import { routeToRestore } from '#domain/shell/last-route.ts';
import { isOverAnother, wasOpenedHere } from '#ui/overlay.ts';
import { createAppRouter } from '#ui/router.tsx';
import { anyCharacter } from '#tests/support/fake-events.ts';

const ID = 'a'.repeat(64);
const PROFILE = `/npub/${encodeNpub(ID)}`;

const open = async (address: string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return router;
};

const screenOf = async (address: string) => {
  const { state } = await open(address);
  return state.matches.at(-1)?.fullPath;
};

describe('routes', () => {
  it.each([
    ['/', '/'],
    [`/note/${encodeNote(ID)}`, '/note/$noteId'],
    [`/npub/${ID}`, '/npub/$npub/'],
    [PROFILE, '/npub/$npub/'],
    [`${PROFILE}/notes`, '/npub/$npub/notes'],
    [`${PROFILE}/following`, '/npub/$npub/following'],
    [`${PROFILE}/followers`, '/npub/$npub/followers'],
    [`${PROFILE}/mute-list`, '/npub/$npub/mute-list'],
    [`${PROFILE}/relays`, '/npub/$npub/relays'],
    ['/search?q=%23bitcoin', '/search'],
    ['/create', '/create'],
    ['/about', '/about'],
  ])('%s leads to its screen', async (address, screen) => {
    expect(await screenOf(address)).toBe(screen);
  });

  it.each([
    ['/npub/%E0%A4%A', '/npub/$npub/'],
    ['/npub/100%/notes', '/npub/$npub/notes'],
    ['/note/%', '/note/$noteId'],
  ])('[ROUTE-05] %s leads to the screen that says what is wrong with it', async (address, screen) => {
    const { state } = await open(`${address}?thread=%20`);
    expect(state.matches.at(-1)?.fullPath).toBe(screen);
    expect(state.location.search).toEqual({ thread: ' ' });
  });

  it('[PWA-16] are all restored in an installed app, but for those that need more than their path', async () => {
    const { routesByPath } = await open('/');
    const start = { standalone: true, pathname: '/', search: '', hash: '' };
    const paths = Object.keys(routesByPath).filter((path) => {
      const named = path.replace('$noteId', encodeNote(ID)).replace('$npub', ID);
      return routeToRestore(start, { path: named, savedAt: 0 }, 1) === undefined;
    });
    expect(paths.toSorted()).toEqual(['/', '/$', '/open']);
  });

  it('leads nowhere with an unknown address', async () => {
    for (const path of ['/nowhere', `/npub/${ID}/nowhere`]) {
      const { state } = await open(path);
      expect(state.matches.map(({ fullPath }) => fullPath)).toEqual(['/', '/$']);
    }
  });

  it('an overlay adds its parameter to the address and nothing else', async () => {
    const router = await open('/about');
    expect(router.buildLocation({ to: '.', search: { settings: true } }).href).toBe('/about?settings=true');
  });

  it('[ROUTE-20] keeps the id of a thread as it stands', async () => {
    for (const thread of [ID, '1e5', '00012', encodeNote(ID)]) {
      const router = await open(`/?thread=${thread}`);
      expect(router.state.location.search).toEqual({ thread });
      expect(router.buildLocation({ to: '.', search: { thread } }).href).toBe(`/?thread=${thread}`);
    }
  });

  const hrefOf = (router: Awaited<ReturnType<typeof open>>, q: string) =>
    router.buildLocation({ to: '/search', search: { q } }).href;

  it.each([
    'true',
    'false',
    'null',
    '007',
    '1e3',
    '-1',
    '{"a":1}',
    '[1]',
    '"fog"',
    'a b',
    '1+1',
    '100%',
    '%20',
    'é 🪶',
  ])('[ROUTE-13] what is looked for is read from the address as it was written: %s', async (q) => {
    const router = await open(hrefOf(await open('/'), q));
    expect(router.state.location.search).toEqual({ q });
    expect(router.state.matches.at(-1)?.search).toEqual({ q });
    expect(hrefOf(router, q)).toBe(router.state.location.href);
  });

  it('[ROUTE-13] any text that is looked for is read as it was written', async () => {
    const { options } = await open('/');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (q) => {
        expect({ ...options.parseSearch(options.stringifySearch({ q })) }).toEqual({ q });
      }),
    );
  });

  it('what an address asks for twice is asked for once', async () => {
    const { state } = await open('/search?settings=true&q=a&q=b');
    expect(state.matches.at(-1)?.search).toEqual({ q: 'b', settings: true });
  });

  const nsec = encodeBech32(
    'nsec',
    Array.from({ length: 32 }, (_, index) => index + 1),
  );
  const ncryptsec = encodeBech32(
    'ncryptsec',
    Array.from({ length: 91 }, (_, index) => (index * 7) % 251),
  );
  const places = (secret: string) => [
    `/npub/${secret}`,
    `/note/${secret}`,
    `/${secret}`,
    `/search?q=${secret}`,
    `/search?q=${encodeURIComponent(`nostr:${secret.toUpperCase()}`)}`,
    `/?relay=${secret}`,
    `/?relay=${encodeURIComponent(`wss://${secret}`)}`,
    `/?removeRelay=${secret}`,
    `/?thread=${secret}`,
    `/?unknown=${secret}`,
    `/#${secret}`,
    `/about#${encodeURIComponent(`x ${secret}`)}`,
    `/open?q=web%2Bnostr%3A${secret}`,
  ];

  for (const secret of [nsec, ncryptsec])
    it.each(places(secret))('a secret key leaves the address at once: %s', async (address) => {
      const router = await open(address);
      expect(router.history.location.href).toBe('/open');
      expect(router.state.location.href).toBe('/open');
      expect(router.state.location.state.sawSecret).toBe(true);
    });

  it.each(places(nsec))('a secret key leaves the address of a running app, and its history: %s', async (address) => {
    const router = await open('/about');
    router.history.push(address);
    await router.load();
    expect([router.history.location.href, router.state.location.href]).toEqual(['/open', '/open']);
    router.history.back();
    expect(router.history.location.href).toBe('/about');
    router.history.go(1);
    expect(router.history.location.href).toBe('/open');
  });

  it('[ROUTE-16] has no route for a wallet', async () => {
    const paths = Object.keys((await open('/')).routesByPath);
    const screens = ['', '$', 'about', 'create', 'note', 'notifications', 'npub', 'open', 'search'];
    expect(new Set(paths.map((path) => path.split('/')[1]))).toEqual(new Set(screens));
  });
});

describe('an overlay', () => {
  const pictures = [0, 1, 2].map((image) => `/about?image=${image}&of=${ID}`) as [string, string, string];
  const go = async (router: Awaited<ReturnType<typeof open>>, way: 'push' | 'replace', address: string) => {
    router.history[way](address);
    await router.load();
    return wasOpenedHere(router);
  };

  it('[ROUTE-17] is left by the way back where it was opened, also after steps inside of it', async () => {
    const router = await open('/about');
    expect(await go(router, 'push', pictures[0])).toBe(true);
    expect(await go(router, 'replace', pictures[1])).toBe(true);
    expect(await go(router, 'replace', pictures[2])).toBe(true);
  });

  it('[ROUTE-17] is left by another address where its address was opened, also after steps inside of it', async () => {
    const router = await open(pictures[0]);
    expect(wasOpenedHere(router)).toBe(false);
    expect(await go(router, 'replace', pictures[1])).toBe(false);
    expect(await go(router, 'replace', pictures[2])).toBe(false);
  });

  it('[ROUTE-17] is left by another address where its address was opened, also after the way back to it', async () => {
    const router = await open(`/about?thread=${ID}`);
    expect(await go(router, 'push', `/about?thread=${'b'.repeat(64)}`)).toBe(true);
    router.history.back();
    await router.load();
    expect(wasOpenedHere(router)).toBe(false);
  });

  it('is known to lie over another of its kind, also below what is opened over it', async () => {
    const router = await open('/');
    const over = () => isOverAnother('thread', router.state.location);
    await go(router, 'push', `/?thread=${ID}`);
    expect(over()).toBe(false);
    await go(router, 'push', `/?thread=${ID}&noteMenu=${ID}`);
    expect(over()).toBe(false);
    router.history.back();
    await router.load();
    await go(router, 'push', `/?thread=${'b'.repeat(64)}`);
    expect(over()).toBe(true);
    await go(router, 'push', `/?thread=${'b'.repeat(64)}&noteMenu=${ID}`);
    expect(over()).toBe(true);
    router.history.go(-2);
    await router.load();
    expect(over()).toBe(false);
  });

  it('[ROUTE-17] is left by the way back where it was opened, also after a reload', async () => {
    const { history } = await open('/about');
    history.push(`/about?thread=${ID}`);
    vi.resetModules();
    const fresh = await import('#ui/router.tsx');
    const router = fresh.createAppRouter(history);
    await router.load();
    const { wasOpenedHere: isOpenedHere } = await import('#ui/overlay.ts');
    expect(isOpenedHere(router)).toBe(true);
  });

  it('[ROUTE-17] is left by the way back where an address with the code of a wallet opened it', async () => {
    const router = await open('/about');
    expect(await go(router, 'push', `/about?q=secret%3D${'1'.repeat(64)}`)).toBe(false);
    expect(router.history.location.href).toBe('/?walletConnect=true');
    await go(router, 'push', '/');
    expect(await go(router, 'push', `/?q=secret%3D${'1'.repeat(64)}`)).toBe(true);
    expect(router.history.location.href).toBe('/?walletConnect=true');
  });

  it('[ROUTE-17] is left as it was opened, also after a step by another script, whose entry has no place', async () => {
    const router = await open('/about');
    Reflect.deleteProperty(router.history.location.state, '__TSR_index');
    expect(await go(router, 'push', pictures[0])).toBe(true);
    expect(await go(router, 'replace', `${pictures[0]}#text`)).toBe(true);
  });
});

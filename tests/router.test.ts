import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { encodeNote, encodeNpub } from '#domain/identifiers.ts';
import { createAppRouter } from '#ui/router.tsx';

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

  it('leads nowhere with an unknown address', async () => {
    const { state } = await open('/nowhere');
    expect(state.matches.map(({ fullPath }) => fullPath)).toEqual(['/']);
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

  it('[ROUTE-16] has no route for a wallet', async () => {
    const paths = Object.keys((await open('/')).routesByPath);
    expect(paths.filter((path) => /wallet|zap|deposit|mint/.test(path))).toEqual([]);
  });
});

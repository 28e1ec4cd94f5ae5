import type { Page } from '@playwright/test';
import { encodeNote } from '#domain/protocol/identifiers.ts';
import { expectComfortable } from './comfort-looks.ts';
import { test } from './fixtures.ts';
import { skipSplash } from './screens.ts';

const note = (page: Page) => page.getByRole('article', { name: /^Note by / });
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

test.beforeEach(async ({ page }) => {
  await skipSplash(page);
});

test('feed, notes, pictures and search fit', async ({ page, network }) => {
  const { thread, fourPictures } = network.devnet.content.guide;
  const path = `/note/${encodeNote(thread.root.id)}`;
  await expectComfortable(page, network.url, [
    { name: 'feed', path: '/', shows: (at) => note(at).getByRole('button', { name: /^Reply/ }) },
    { name: 'note', path, shows: (at) => at.getByRole('article', { name: /^Reply by / }) },
    { name: 'thread', path: `/?thread=${thread.root.id}`, shows: (at) => dialog(/^Thread/)(at).getByRole('article') },
    {
      name: 'pictures',
      path: `/?image=0&of=${fourPictures.id}`,
      shows: (at) => dialog('Pictures of a note')(at).getByRole('img'),
    },
    { name: 'empty search', path: '/search', shows: (at) => at.getByText('Look for people and notes') },
    {
      name: 'results',
      path: '/search?q=river',
      shows: (at) => at.getByRole('region', { name: 'Notes' }).getByRole('article'),
    },
    { name: 'about', path: '/about', shows: (at) => at.getByRole('heading', { level: 1, name: 'Nuthatch' }) },
    {
      name: 'unknown address',
      path: '/nowhere',
      shows: (at) => at.getByRole('heading', { name: 'This page does not exist' }),
    },
    { name: 'notifications of a visitor', path: '/notifications', shows: (at) => at.getByText('Login Required') },
  ]);
});

test('profiles fit', async ({ page, network }) => {
  const { person } = network.devnet.content.guide;
  const profile = `/npub/${person.npub}`;
  const listed = (name: string) => (at: Page) => at.getByRole('list', { name }).getByRole('link', { name: /[a-z]+@/ });
  await expectComfortable(page, network.url, [
    { name: 'profile', path: profile, shows: note },
    { name: 'following', path: `${profile}/following`, shows: listed('Following') },
    { name: 'mute list', path: `${profile}/mute-list`, shows: listed('Mute list') },
    { name: 'relays of a profile', path: `${profile}/relays`, shows: (at) => at.getByText(/On your list, connected/) },
    { name: 'contacts', path: `${profile}?contacts=following`, shows: (at) => listed('Following')(at) },
    { name: 'relays to discover', path: `${profile}/relays?relayDiscovery=true`, shows: dialog(/^Relays/) },
  ]);
});

import type { Page } from '@playwright/test';
import { expectComfortable } from './comfort-looks.ts';
import { test } from './fixtures.ts';
import { LOGIN_SHEETS, RELAY_SHEETS, sheet, skipSplash } from './screens.ts';

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

test.beforeEach(async ({ page }) => {
  await skipSplash(page);
});

test('settings, relays and login fit', async ({ page, network }) => {
  await expectComfortable(page, network.url, [
    {
      name: 'settings',
      path: '/?settings=true',
      shows: (at) => at.getByRole('list', { name: 'Your relays' }).getByRole('listitem'),
    },
    sheet('shortcuts', 'Keyboard shortcuts'),
    sheet('relayHealth', 'Relay health'),
    ...RELAY_SHEETS,
    ...LOGIN_SHEETS,
  ]);
});

test('what somebody who is logged in sees and writes fits', async ({ page, network }) => {
  const { person, thread } = network.devnet.content.guide;
  await page.addInitScript((pubkey) => localStorage.setItem('nostrPubkey', pubkey), person.pubkey);
  await expectComfortable(page, network.url, [
    {
      name: 'own profile',
      path: `/npub/${person.npub}`,
      shows: (at) => at.getByRole('button', { name: 'Edit profile' }),
    },
    {
      name: 'own follow list',
      path: `/npub/${person.npub}/following`,
      shows: (at) => at.getByRole('button', { name: 'Follow', exact: true }),
    },
    {
      name: 'own mute list',
      path: `/npub/${person.npub}/mute-list`,
      shows: (at) => at.getByRole('button', { name: 'Mute', exact: true }),
    },
    { name: 'edit profile', path: `/npub/${person.npub}?edit=true`, shows: dialog('Edit profile') },
    {
      name: 'notifications',
      path: '/notifications',
      shows: (at) => at.getByRole('heading', { level: 1, name: 'Notifications' }),
    },
    { name: 'new note', path: '/create', shows: (at) => at.getByRole('textbox', { name: 'Your note' }) },
    { name: 'reply', path: `/?reply=${thread.root.id}`, shows: dialog(/^Reply/) },
    { name: 'repost', path: `/?repost=${thread.root.id}`, shows: dialog('Repost') },
    {
      name: 'settings of a user',
      path: '/?settings=true',
      shows: (at) => at.getByRole('button', { name: /^Sign Out/ }),
    },
    sheet('signOut', 'Sign out'),
  ]);
});

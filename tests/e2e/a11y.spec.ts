import type { Page } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { encodeNote } from '#domain/protocol/identifiers.ts';
import { expectComfortableHere } from './comfort-looks.ts';
import { serveOver, test, visit } from './fixtures.ts';
import { expectGoodScreens } from './screen-tour.ts';
import { RELAY_SHEETS, sheet, skipSplash } from './screens.ts';
import { goTo } from './social-steps.ts';

const note = (page: Page) => page.getByRole('article', { name: /^Note by / });
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

test.beforeEach(async ({ page }) => {
  await skipSplash(page);
});

visit('accessible by WCAG 2.2 AA, and fits: feed, note, thread, pictures, settings', async ({ page, network }) => {
  const { thread, fourPictures, hashtags } = network.devnet.content.guide;
  const path = `/note/${encodeNote(thread.root.id)}`;
  await expectGoodScreens(page, network.url, [
    { name: 'feed', path: '/', shows: (at) => note(at).getByRole('button', { name: /^Reply/ }) },
    { name: 'note', path, shows: (at) => at.getByRole('article', { name: /^Reply by / }) },
    { name: 'thread', path: `/about?thread=${hashtags.id}`, shows: (at) => dialog(/^Thread/)(at).getByRole('article') },
    {
      name: 'pictures',
      path: `/about?image=0&of=${fourPictures.id}`,
      shows: (at) => dialog('Pictures of a note')(at).getByRole('img'),
    },
    {
      name: 'settings with all sections',
      path: '/about?settings=true',
      shows: (at) =>
        dialog('Settings')(at)
          .filter({ has: at.getByRole('button', { name: /^Clear Everything/ }) })
          .filter({ has: at.getByRole('list', { name: 'Your relays' }).getByRole('listitem') })
          .filter({ has: at.getByRole('slider', { name: 'Difficulty' }) }),
    },
    sheet('shortcuts', 'Keyboard shortcuts'),
  ]);
  // with replies in replies it is longer than the window, whose edge makes small what it cuts
  await goTo(page, `/about?thread=${thread.root.id}`);
  await expectComfortableHere(
    page,
    'deep thread',
    dialog(/^Thread/)(page).getByRole('article', { name: /^Reply by / }),
  );
});

visit('accessible by WCAG 2.2 AA, and fits: a profile and its parts', async ({ page, network }) => {
  const profile = `/npub/${network.devnet.content.guide.person.npub}`;
  const listed = (name: string) => (at: Page) => at.getByRole('list', { name }).getByRole('link', { name: /[a-z]+@/ });
  await expectGoodScreens(page, network.url, [
    { name: 'profile', path: profile, shows: note },
    { name: 'following', path: `${profile}/following`, shows: listed('Following') },
    { name: 'followers', path: `${profile}/followers`, shows: listed('Followers') },
    { name: 'mute list', path: `${profile}/mute-list`, shows: listed('Mute list') },
    { name: 'relays', path: `${profile}/relays`, shows: (at) => at.getByText(/On your list, connected/) },
    { name: 'contacts', path: `${profile}?contacts=following`, shows: (at) => listed('Following')(at) },
  ]);
});

visit('accessible by WCAG 2.2 AA, and fits: search, about, wrong addresses', async ({ page, network }) => {
  await expectGoodScreens(page, network.url, [
    { name: 'empty search', path: '/search', shows: (at) => at.getByText('Look for people and notes') },
    {
      name: 'results',
      path: '/search?q=river',
      shows: (at) => at.getByRole('region', { name: 'Notes' }).getByRole('article'),
    },
    { name: 'no results', path: '/search?q=zqxjvwk', shows: (at) => at.getByText('Nothing found') },
    { name: 'about', path: '/about', shows: (at) => at.getByRole('heading', { level: 1, name: 'Nuthatch' }) },
    {
      name: 'unknown address',
      path: '/nowhere',
      shows: (at) => at.getByRole('heading', { name: 'This page does not exist' }),
    },
    { name: 'invalid npub', path: '/npub/x', shows: (at) => at.getByText('Invalid npub') },
    { name: 'invalid note', path: '/note/x', shows: (at) => at.getByText('Not a note') },
  ]);
});

test('accessible by WCAG 2.2 AA, and fits: relays that fail, relays to discover', async ({ page, network }) => {
  const { content, relays } = network.devnet;
  const refusing = await startScriptedRelay({ refuse: true });
  const failing = await serveOver({ readwrite: [refusing.url], write: [], indexer: [], profile: [] });
  await expectGoodScreens(page, failing.url, [
    { name: 'failed feed', path: '/', shows: (at) => at.getByText('Failed to load notes') },
  ]);
  const one = await serveOver({ readwrite: [relays[1]!.url], write: [], indexer: [], profile: [] });
  await expectGoodScreens(page, one.url, [
    {
      name: 'relay discovery',
      path: `/npub/${content.guide.person.npub}/relays?relayDiscovery=true`,
      shows: (at) => at.getByRole('list', { name: 'Relays to add' }).getByRole('checkbox'),
    },
  ]);
  await Promise.all([failing.close(), one.close(), refusing.close()]);
});

visit(
  'accessible by WCAG 2.2 AA, and fits: a relay and its test, health, auxiliary relays, questions about relays',
  async ({ page, network }) => {
    const [relay] = network.devnet.config.readwrite;
    const at = `relay=${encodeURIComponent(relay!)}`;
    await expectGoodScreens(page, network.url, [
      // over the feed: of relays that nobody asked anything there is no health to tell
      {
        name: 'one relay',
        path: `/?${at}`,
        shows: (on) => on.getByRole('region', { name: 'Relay information' }).getByRole('listitem'),
      },
      {
        name: 'relay health',
        path: '/about?relayHealth=true',
        shows: (on) => dialog('Relay health')(on).getByRole('tabpanel').getByRole('listitem'),
      },
      { name: 'removal', path: `/about?removeRelay=${encodeURIComponent(relay!)}`, shows: dialog('Remove relay') },
      ...RELAY_SHEETS,
    ]);
  },
);

test('accessible by WCAG 2.2 AA, and fits: what somebody who is logged in sees and writes', async ({
  page,
  network,
}) => {
  const { person, thread } = network.devnet.content.guide;
  await page.addInitScript((pubkey) => localStorage.setItem('nostrPubkey', pubkey), person.pubkey);
  const profile = `/npub/${person.npub}`;
  const control = (name: string | RegExp) => (at: Page) => at.getByRole('button', { name, exact: true });
  await expectGoodScreens(page, network.url, [
    { name: 'own profile', path: profile, shows: control('Edit profile') },
    { name: 'own follow list', path: `${profile}/following`, shows: control('Follow') },
    { name: 'own mute list', path: `${profile}/mute-list`, shows: control('Mute') },
    { name: 'edit profile', path: `${profile}?edit=true`, shows: dialog('Edit profile') },
    {
      name: 'notifications',
      path: '/notifications',
      shows: (at) => at.getByRole('heading', { level: 1, name: 'Notifications' }),
    },
    { name: 'new note', path: '/create', shows: (at) => at.getByRole('textbox', { name: 'Your note' }) },
    { name: 'reply', path: `/about?reply=${thread.root.id}`, shows: dialog(/^Reply/) },
    { name: 'repost', path: `/about?repost=${thread.root.id}`, shows: dialog('Repost') },
    { name: 'settings of a user', path: '/about?settings=true', shows: control(/^Sign Out/) },
    sheet('signOut', 'Sign out'),
  ]);
});

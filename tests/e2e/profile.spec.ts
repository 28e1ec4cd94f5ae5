import type { Locator, Page, Route } from '@playwright/test';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { encodeNote, shortNpub } from '#domain/protocol/identifiers.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { atRest } from './at-rest.ts';
import { expect, serveOver, test, visit, type Network } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { goTo, held, newPerson, openAs } from './social-steps.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Sections of the profile' }).getByRole('link', { name });
const count = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Lists of the profile' }).getByRole('link', { name });
const pathOf = (page: Page) => new URL(page.url()).pathname;

const newestOf = ({ devnet }: Network, kind: number, pubkey: string): NostrEvent =>
  devnet.content.events
    .filter((event) => event.kind === kind && event.pubkey === pubkey)
    .reduce((newest, event) => (event.created_at > newest.created_at ? event : newest));

const namedBy = (event: NostrEvent, tag: string) =>
  event.tags.filter(([name]) => name === tag).map(([, value]) => value ?? '');

/** Who follows somebody as the relays have it. */
const followersOf = async ({ devnet }: Network, pubkey: string) => {
  const lists = await Promise.all(
    devnet.config.readwrite.map((relay) => held(relay, { kinds: [3], '#p': [pubkey], limit: 500 })),
  );
  return [...new Set(lists.flat().map((list) => list.pubkey))].filter((follower) => follower !== pubkey);
};

/** The names of people, who have none when they are not in the sample content. */
const namesOf = ({ devnet }: Network, pubkeys: readonly string[]) =>
  pubkeys.map((key) => devnet.content.people.find(({ pubkey }) => pubkey === key)?.name ?? 'npub1');

/** The people of a list: those that are drawn, by their names, and how many there are in all. */
const expectPeople = async (list: Locator, names: readonly string[]) => {
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(names.length));
  const known = new RegExp(`^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`);
  for (const row of await rows.all()) await expect(row.getByRole('link')).toHaveAccessibleName(known);
  const shown = await atRest(() => rows.allInnerTexts());
  expect(new Set(shown).size).toBe(shown.length);
};

/** Whoever of the list says so in their profile is shown with picture and address. */
const expectMetadata = async (list: Locator, network: Network, pubkeys: readonly string[]) => {
  const told = pubkeys.flatMap((pubkey) => {
    if (network.devnet.content.people.every((person) => person.pubkey !== pubkey)) return [];
    const profile = JSON.parse(newestOf(network, 0, pubkey).content) as Record<string, string>;
    return profile['picture'] && profile['nip05'] ? [profile] : [];
  });
  const { display_name: name, nip05, picture } = told[0]!;
  const row = list.getByRole('listitem').filter({ hasText: name! });
  await expect(row).toContainText(nip05!.replace(/^_@/, ''));
  await expect(row.locator('img')).toHaveAttribute('src', picture!);
};

test('[PWA-22] another section of a profile that was not seen yet starts at its top', async ({ page, network }) => {
  await skipSplash(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const { npub } = network.devnet.content.people[0]!;
  await page.goto(`${network.url}/npub/${npub}`);
  await expect(page.getByRole('main').getByRole('article').nth(4)).toBeAttached();
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 240);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(240);
  await tab(page, /^Replies/).click();
  await expect(tab(page, /^Replies/)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').getByRole('article').first()).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('[PWA-21] a section of a profile comes back to where it was left', async ({ page, network }) => {
  await skipSplash(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${network.url}/npub/${network.devnet.content.people[0]!.npub}`);
  await expect(page.getByRole('main').getByRole('article').nth(4)).toBeAttached();
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 240);
  await expect.poll(scrolled).toBe(240);
  await tab(page, /^Replies/).click();
  await expect(tab(page, /^Replies/)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').getByRole('article').first()).toBeAttached();
  await page.mouse.wheel(0, 60);
  await expect.poll(scrolled).toBe(60);
  await tab(page, /^Notes/).click();
  await expect(tab(page, /^Notes/)).toHaveAttribute('aria-current', 'page');
  await expect.poll(scrolled).toBe(240);
  await tab(page, /^Replies/).click();
  await expect(tab(page, /^Replies/)).toHaveAttribute('aria-current', 'page');
  await expect.poll(scrolled).toBe(60);
});

test('[APP-06] [ROUTE-04] [ROUTE-06] [PROF-01] [PROF-02] [PROF-07] shows who somebody is and their notes, by npub, nprofile or key', async ({
  page,
  network,
}) => {
  const { content, mediaUrl } = network.devnet;
  const { person } = content.guide;
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void frames.push(String(payload))));
  await skipSplash(page);
  await page.goto(`${network.url}/npub/${person.npub}`);
  await expect(heading(page, 'Profile of Ines Okafor')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Runs a small relay by the river.')).toBeVisible();
  await expect(main.getByText(`ines@${new URL(mediaUrl).host}`).first()).toBeVisible();
  await expect(main.getByText('Confirmed:')).toBeAttached();
  await expect(main.getByRole('link', { name: `${new URL(mediaUrl).host}/~ines` })).toHaveAttribute(
    'href',
    `${mediaUrl}/~ines`,
  );
  await expect(main.getByText('Lightning address:')).toBeAttached();
  for (const file of ['banner.jpg', 'av-ines.jpg'])
    await expect(main.locator(`img[src$="${file}"]`).first()).toHaveJSProperty('complete', true);

  await expect(main.getByRole('article', { name: 'Note by Ines Okafor' }).nth(2)).toBeVisible();
  const requests = frames.map((frame) => JSON.parse(frame) as [string, string, ...object[]]);
  const filters = requests.filter(([verb]) => verb === 'REQ').flatMap(([, , ...asked]) => asked);
  expect(filters).toContainEqual({ kinds: [0], authors: [person.pubkey], limit: 10 });
  expect(filters).toContainEqual(expect.objectContaining({ kinds: [1], authors: [person.pubkey], limit: 10 }));

  const written = content.events.filter(({ kind, pubkey }) => kind === 1 && pubkey === person.pubkey);
  const times = () =>
    main
      .getByRole('article')
      .getByRole('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  const newest = 1_000 * Math.max(...written.map((note) => note.created_at));
  await expect.poll(async () => Date.parse((await times())[0]!)).toBe(newest);
  const shown = await atRest(times);
  expect(shown).toEqual(shown.toSorted().reverse());

  await tab(page, /^Replies$/).click();
  await expect(main.getByRole('article').first()).toContainText('In reply to');
  await expect(page).toHaveURL(/\/replies$/);
  await tab(page, /^Media$/).click();
  await expect(main.getByRole('article').first().locator('.media').first()).toBeVisible();
  const liked = content.events.filter(({ kind, pubkey }) => kind === 7 && pubkey === person.pubkey);
  await tab(page, /^Likes$/).click();
  if (liked.length > 0) await expect(main.getByRole('article').first()).toBeVisible();
  else await expect(main.getByText('No likes found')).toBeVisible();
  await page.reload();
  await expect(tab(page, /^Likes$/)).toHaveAttribute('aria-current', 'page');

  for (const id of [person.nprofile, person.pubkey, `${person.npub}/notes`]) {
    await page.goto(`${network.url}/npub/${id}`);
    await expect(heading(page, 'Profile of Ines Okafor')).toBeVisible();
    await expect(tab(page, /^Notes/)).toHaveAttribute('aria-current', 'page');
    await expect(main.getByRole('article', { name: 'Note by Ines Okafor' }).first()).toBeVisible();
  }
});

test('[PROF-10] the address of somebody else stands at no name once its domain has denied it', async ({
  page,
  network,
}) => {
  const { content, mediaUrl } = network.devnet;
  const real = newestOf(network, 0, content.guide.person.pubkey);
  const address = `ines@${new URL(mediaUrl).host}`;
  const [impostor, follower] = [newPerson(), newPerson()];
  const relay = await startScriptedRelay({
    events: [
      impostor.sign(0, [], real.content),
      impostor.sign(1, [], 'Send sats here'),
      follower.sign(3, [['p', impostor.pubkey]]),
    ],
  });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${impostor.npub}`);
  const card = page.getByRole('article', { name: 'Note by Ines Okafor' });
  await expect(page.getByText('The domain does not confirm this key')).toBeVisible();
  await expect(card).toContainText('Send sats here');
  await expect(card).toContainText(shortNpub(impostor.pubkey));
  await expect(card).not.toContainText(address);
  await goTo(page, `/npub/${follower.npub}/following`);
  const row = page.getByRole('list', { name: 'Following' }).getByRole('listitem');
  await expect(row).toContainText(shortNpub(impostor.pubkey));
  await expect(row).not.toContainText(address);
  await server.close();
  await relay.close();
});

test('[PROF-07] [PUB-15] notes of people and words that the reader mutes are not among what somebody likes', async ({
  page,
}) => {
  const [reader, person, loud, quiet] = [newPerson(), newPerson(), newPerson(), newPerson()];
  const notes = [loud.sign(1, [], 'Loud'), quiet.sign(1, [], 'Quiet'), quiet.sign(1, [], 'A jackpot')];
  const likes = notes.map(({ id, pubkey }) =>
    person.sign(
      7,
      [
        ['e', id],
        ['p', pubkey],
      ],
      '+',
    ),
  );
  const mutes = reader.sign(10_000, [
    ['p', loud.pubkey],
    ['word', 'jackpot'],
  ]);
  const relay = await startScriptedRelay({ events: [...notes, ...likes, mutes] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await openAs(page, server, reader, '/about');
  await goTo(page, `/npub/${person.npub}/likes`);
  const main = page.getByRole('main');
  await expect(main.getByText('Quiet')).toBeVisible();
  await expect(main.getByText('No older notes')).toBeVisible();
  await expect(main.getByRole('article')).toHaveCount(1);
  await server.close();
  await relay.close();
});

test('[PROF-01] on a phone the buttons of a profile stand in one row, a long text about oneself is folded, and quotes keep their time', async ({
  page,
}) => {
  const [reader, person] = [newPerson(), newPerson()];
  const name = 'Bartholomew of the Upper River and the Lower Meadow';
  const about = `${'Birds, and where they sit. '.repeat(180)}The end.`;
  const quoted = person.sign(1, [], 'Frost');
  const events = [
    reader.sign(3, [['p', person.pubkey]]),
    person.sign(0, [], JSON.stringify({ name, about, lud16: 'bart@river.example' })),
    person.sign(1, [['q', quoted.id]], 'I said so'),
    quoted,
  ];
  const relay = await startScriptedRelay({ events });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, server, reader, '/about');
  await goTo(page, `/npub/${person.npub}`);
  const head = page.locator('.pf');
  const boxes = async () => {
    const all = await head.locator('.pf__top').getByRole('button').all();
    return Promise.all(all.map(async (one) => (await one.boundingBox())!));
  };
  await expect(head.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(head.getByRole('button', { name: 'Zap' })).toBeVisible();
  const middles = (await boxes()).map(({ y, height }) => y + height / 2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  const time = page.locator('.quote').getByRole('time').first();
  await expect(time).toBeVisible();
  expect((await time.boundingBox())!.height).toBeLessThan(30);
  await expect(head).not.toContainText('The end.');
  await head.getByRole('button', { name: 'Show more' }).click();
  await expect(head).toContainText('The end.');
  await server.close();
  await relay.close();
});

test('[ROUTE-07] [ROUTE-08] [ROUTE-09] [ROUTE-10] [PROF-08] [PROF-10] [PROF-11] [PROF-12] [PROF-13] [PROF-14] lists people and relays', async ({
  page,
  network,
}) => {
  const { content } = network.devnet;
  const { person } = content.guide;
  const follows = namedBy(newestOf(network, 3, person.pubkey), 'p');
  const followers = await followersOf(network, person.pubkey);
  const muted = namedBy(newestOf(network, 10_000, person.pubkey), 'p');
  const relays = newestOf(network, 10_002, person.pubkey).tags.filter(([name]) => name === 'r');
  await skipSplash(page);
  await page.goto(`${network.url}/about`);
  await page.goto(`${network.url}/npub/${person.npub}`);
  await expect(count(page, /followers?$/)).toHaveAccessibleName(
    `${followers.length} ${followers.length === 1 ? 'follower' : 'followers'}`,
  );
  await count(page, / following$/).click();
  await expect(tab(page, /^Following/)).toHaveAccessibleName(`Following ${follows.length}`);
  await expectPeople(page.getByRole('list', { name: 'Following' }), namesOf(network, follows));
  expect(pathOf(page)).toBe(`/npub/${person.npub}/following`);
  await expectMetadata(page.getByRole('list', { name: 'Following' }), network, follows);

  await tab(page, /^Followers/).click();
  await expect(tab(page, /^Followers/)).toHaveAccessibleName(`Followers ${followers.length}`);
  await expectPeople(page.getByRole('list', { name: 'Followers' }), namesOf(network, followers));
  expect(pathOf(page)).toBe(`/npub/${person.npub}/followers`);

  await tab(page, /^Mute list/).click();
  await expectPeople(page.getByRole('list', { name: 'Mute list' }), namesOf(network, muted));
  expect(pathOf(page)).toBe(`/npub/${person.npub}/mute-list`);

  await tab(page, /^Relays/).click();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /On your list|Not on your list/ });
  await expect(rows).toHaveCount(relays.length);
  for (const [, url = '', use] of relays) {
    const row = rows.filter({ hasText: new URL(url).host });
    await expect(row).toContainText(use === 'read' ? 'read' : use === 'write' ? 'write' : 'read and write');
  }
  expect(pathOf(page)).toBe(`/npub/${person.npub}/relays`);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);

  for (const [part, name] of [
    ['following', 'Following'],
    ['followers', 'Followers'],
    ['mute-list', 'Mute list'],
  ]) {
    await page.goto(`${network.url}/npub/${person.npub}/${part}`);
    await expect(page.getByRole('list', { name: name! }).getByRole('listitem').first()).toBeVisible();
  }
});

test('[ROUTE-11] [ROUTE-17] [ROUTE-19] contacts, relay discovery and the menu open over the profile', async ({
  page,
  network,
}) => {
  const { content, relays } = network.devnet;
  const { person } = content.guide;
  const profile = `${network.url}/npub/${person.npub}`;
  await skipSplash(page);
  await page.goto(`${profile}?contacts=following`);
  const following = page.getByRole('dialog', { name: 'Following: Ines Okafor' });
  await expectPeople(
    following.getByRole('list', { name: 'Following' }),
    namesOf(network, namedBy(newestOf(network, 3, person.pubkey), 'p')),
  );
  const edge = async (part: Locator) => (await part.boundingBox())!.x;
  expect(await edge(following.locator('.item .avatar').first())).toBe(await edge(following.getByRole('heading')));
  await following.getByRole('button', { name: 'Close' }).first().click();
  await expect(following).toHaveCount(0);
  await expect(page).toHaveURL(profile);
  await page.goto(`${profile}?contacts=followers`);
  await expect(page.getByRole('dialog', { name: 'Followers: Ines Okafor' }).getByRole('link').first()).toBeVisible();
  await page.goto(`${profile}?contacts=nobody`);
  await expect(page.getByRole('article', { name: 'Note by Ines Okafor' }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // the way back leads out of its menu and not out of the profile
  const menu = page.getByRole('dialog', { name: 'Ines Okafor' });
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await expect(menu.getByRole('button', { name: 'Copy npub' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]profileMenu=true$/);
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(heading(page, 'Profile of Ines Okafor')).toBeVisible();

  // a visitor who reads from one relay only is offered the others
  const server = await serveOver({ readwrite: [relays[1]!.url], write: [], indexer: [], profile: [] });
  await page.goto(`${server.url}/npub/${person.npub}/relays`);
  await page.getByRole('link', { name: 'Discover' }).click();
  const discovery = page.getByRole('dialog', { name: 'Relays Ines Okafor uses that you do not' });
  await expect(discovery).toBeVisible();
  await expect(page).toHaveURL(/\?relayDiscovery=true$/);
  await page.goBack();
  await expect(discovery).toHaveCount(0);
  await page.goto(`${server.url}/npub/${person.npub}/relays?relayDiscovery=true`);
  const offered = discovery.getByRole('list', { name: 'Relays to add' }).getByRole('checkbox');
  await expect(offered.first()).toBeChecked();
  const lights = page.getByRole('button', { name: /^Relay Status/ });
  await discovery.getByRole('button', { name: 'Add 1 relay' }).click();
  await expect(discovery).toHaveCount(0);
  await expect(lights).toHaveAccessibleName('Relay Status: 2 of 2 read relays connected');
  await server.close();
});

test('[ROUTE-19] outside a profile the contacts are those of the user; a visitor logs in for them', async ({
  page,
}) => {
  const [me, friend] = [newPerson(), newPerson()];
  const events = [
    me.sign(3, [['p', friend.pubkey]]),
    friend.sign(3, [['p', me.pubkey]]),
    friend.sign(0, [], '{"name":"Fern"}'),
  ];
  const relay = await startScriptedRelay({ events });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/nobody?contacts=following`);
  await expect(page).toHaveURL(`${server.url}/npub/nobody`);
  await page.goto(`${server.url}/about?contacts=following`);
  const login = page.getByRole('dialog', { name: 'Log in to see your follow list' });
  await login.getByRole('textbox', { name: 'Or look around with a public key' }).fill(me.pubkey);
  await login.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Following:' }).getByRole('link', { name: /^Fern/ })).toBeVisible();
  await expect(login).toHaveCount(0);
  await openAs(page, server, me, '/about');
  for (const which of ['Following', 'Followers']) {
    await goTo(page, `/about?contacts=${which.toLowerCase()}`);
    const contacts = page.getByRole('dialog', { name: `${which}:` });
    await expect(contacts.getByRole('list', { name: which }).getByRole('link', { name: /^Fern/ })).toBeVisible();
    await contacts.getByRole('button', { name: 'Close' }).first().click();
    await expect(contacts).toHaveCount(0);
    await expect(page).toHaveURL(`${server.url}/about`);
  }
  await server.close();
  await relay.close();
});

test('no domain is said not to answer while the device is offline: it is asked once it is back', async ({
  page,
  network,
}) => {
  const [person, author] = [newPerson(), newPerson()];
  const profile = { name: 'Fern', nip05: `ines@${new URL(network.devnet.mediaUrl).host}` };
  const events = [person.sign(0, [], JSON.stringify(profile)), author.sign(1, [], `Ask nostr:${person.npub}`)];
  const relay = await startScriptedRelay({ events });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${author.npub}`);
  const mention = page.getByRole('article').getByRole('link', { name: '@Fern' });
  await expect(mention).toBeVisible();
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('nostr.json') && asked.push(request.url()));
  await mention.click();
  await expect(heading(page, 'Profile of Fern')).toBeVisible();
  const [banner, column] = [page.locator('.offline > .banner'), page.locator('.col')];
  await expect(banner).toContainText('You are offline');
  const [over, below] = await Promise.all([banner, column].map(async (one) => (await one.boundingBox())!));
  expect([over!.x, over!.width]).toEqual([below!.x, below!.width]);
  await expect(page.getByText(profile.nip05).first()).toBeVisible();
  for (const section of [/^Media$/, /^Likes$/]) {
    await tab(page, section).click();
    await expect(tab(page, section)).toHaveAttribute('aria-current', 'page');
  }
  expect(asked).toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByText('The domain does not confirm this key')).toBeVisible();
  await server.close();
  await relay.close();
});

test('[ROUTE-11] relays of a local network are shown without a way to add them, and why', async ({ page }) => {
  const person = newPerson();
  const list = person.sign(10_002, [
    ['r', 'wss://192.168.1.5'],
    ['r', 'wss://theirs.onion', 'write'],
  ]);
  const relay = await startScriptedRelay({ events: [list] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${person.npub}/relays?relayDiscovery=true`);
  const discovery = page.getByRole('dialog');
  await expect(discovery.getByText('These are in a local network or in Tor')).toBeVisible();
  const shown = discovery.getByRole('list', { name: 'Relays that cannot be added' }).getByRole('listitem');
  await expect(shown).toHaveText([/^192\.168\.1\.5.*to read and write$/, /^theirs\.onion.*to write$/]);
  await expect(discovery.getByRole('checkbox')).toHaveCount(0);
  await expect(discovery.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await page.goto(`${server.url}/npub/${person.npub}/relays`);
  // where those that can be added have their button
  const row = page.getByRole('listitem').filter({ hasText: '192.168.1.5' });
  const [whole, badge] = await Promise.all([row, row.locator('.perm')].map(async (one) => (await one.boundingBox())!));
  expect(whole!.x + whole!.width - badge!.x - badge!.width).toBeGreaterThan(40);
  await server.close();
  await relay.close();
});

test('[ROUTE-11] relays of a profile that could not be read can be asked for again', async ({ page }) => {
  const relay = await startScriptedRelay({ refuse: true });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${newPerson().npub}/relays?relayDiscovery=true`);
  const discovery = page.getByRole('dialog', { name: 'Relays', exact: true });
  await expect(discovery.getByText('None of your relays answered.')).toBeVisible();
  await discovery.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(discovery.getByRole('heading', { name: 'Relays', exact: true })).toBeFocused();
  await server.close();
  await relay.close();
});

test('[PROF-05] [PROF-06] a profile that cannot be read fails in words, and is loaded when it can', async ({
  page,
  network,
}) => {
  const { hostile } = network.devnet.content;
  const broken = hostile.find(({ what }) => what === 'profile is not JSON')!.event;
  const note = hostile.find(({ what }) => what === 'note: profile is not JSON')!.event;
  const relay = await startScriptedRelay({ events: [broken, note] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${broken.pubkey}`);
  await expect(page.getByText('Failed to load profile', { exact: true })).toBeVisible();
  await expect(page.getByText('What your relays have of it cannot be read.')).toBeVisible();
  await expect(page.getByText('Hello, I am the profile is not JSON.')).toBeVisible();

  const { person } = network.devnet.content.guide;
  const before = relay.requests.length;
  await page.goto(`${server.url}/npub/${person.npub}`);
  await expect(page.getByText('Failed to load profile', { exact: true })).toBeVisible();
  // the header and the name ask apart, or at once, and neither is to find what comes now: a try in vain comes after both
  const told = (verb: string) => relay.requests.slice(before).filter(([first]) => first === verb);
  const asked = () => told('REQ').flatMap(([, id, filter]) => ((filter as Filter).kinds?.includes(0) ? [id] : []));
  const answered = () => asked().filter((id) => told('CLOSE').some(([, closed]) => closed === id));
  const again = page.getByRole('button', { name: 'Try again' }).first();
  const asks = asked().length;
  await again.click();
  await expect.poll(() => asked().length > asks && answered().length === asked().length).toBe(true);
  await expect(page.getByText('Failed to load profile', { exact: true })).toBeVisible();
  relay.push(newestOf(network, 0, person.pubkey));
  await again.click();
  await expect(heading(page, 'Profile of Ines Okafor')).toBeVisible();
  await expect(page.getByText('Failed to load profile')).toHaveCount(0);
  await relay.close();

  await page.goto(`${server.url}/npub/${newPerson().npub}`);
  await expect(page.getByText('Failed to load profile', { exact: true })).toBeVisible();
  await expect(page.getByText('None of your relays answered.').first()).toBeVisible();
  await expect(page.getByText('None of your relays has this profile.')).toHaveCount(0);
  await server.close();
});

test('[PROF-01] pictures that failed without a network are there as soon as there is one', async ({
  page,
  network,
}) => {
  const withoutPictures = (route: Route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback();
  await skipSplash(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false, writable: true }));
  await page.context().route('**/*', withoutPictures);
  await page.goto(`${network.url}/npub/${network.devnet.content.guide.person.npub}`);
  await expect(heading(page, 'Profile of Ines Okafor')).toBeVisible();
  const pictures = page.locator('.pf__banner img, .pf__top img');
  await expect(pictures).toHaveCount(0);
  await page.context().unroute('**/*', withoutPictures);
  await page.evaluate(() => {
    Object.assign(navigator, { onLine: true });
    dispatchEvent(new Event('online'));
  });
  await expect(pictures).toHaveCount(2);
});

test('[PROF-06] who has a profile that cannot be read is not told to have none', async ({ page }) => {
  const me = newPerson();
  const relay = await startScriptedRelay({ events: [me.sign(0, [], 'no JSON')] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await skipSplash(page);
  await page.addInitScript((pubkey) => localStorage.setItem('nostrPubkey', pubkey), me.pubkey);
  await page.goto(`${server.url}/npub/${me.npub}`);
  await expect(page.getByText('Failed to load profile', { exact: true })).toBeVisible();
  await expect(page.getByText('What your relays have of it cannot be read.')).toBeVisible();
  await expect(page.getByText('You have no profile yet.')).toHaveCount(0);
  await server.close();
  await relay.close();
});

visit('[ROUTE-30] a profile that was opened from a note leads back to it', async ({ page, network }) => {
  const { onePicture } = network.devnet.content.guide;
  const path = `/note/${encodeNote(onePicture.id)}`;
  await goTo(page, path);
  await expect(heading(page, 'Note')).toBeVisible();
  await page
    .getByRole('article', { name: 'Note by Yuki Amano' })
    .first()
    .getByRole('link', { name: 'Yuki Amano', exact: true })
    .click();
  await expect(heading(page, 'Profile of Yuki Amano')).toBeVisible();
  const state = await page.evaluate(() => history.state as { fromNoteView?: boolean; backToPath?: string });
  expect(state).toMatchObject({ fromNoteView: true, backToPath: path });
  await count(page, /followers?$/).click();
  await page.getByRole('button', { name: 'Back to the note' }).click();
  await expect(heading(page, 'Note')).toBeVisible();
  expect(pathOf(page)).toBe(path);
});

visit(
  '[ROUTE-30] a profile that was opened from a thread over the feed leads back to it',
  async ({ page, network }) => {
    const path = `/?thread=${network.devnet.content.guide.onePicture.id}`;
    await goTo(page, path);
    const thread = page.getByRole('dialog', { name: 'Thread' });
    await thread
      .getByRole('article', { name: 'Note by Yuki Amano' })
      .first()
      .getByRole('link', { name: 'Yuki Amano', exact: true })
      .click();
    await expect(heading(page, 'Profile of Yuki Amano')).toBeVisible();
    const state = await page.evaluate(() => history.state as { fromNoteView?: boolean; backToPath?: string });
    expect(state).toMatchObject({ fromNoteView: true, backToPath: path });
    await page.getByRole('button', { name: 'Back to the note' }).click();
    await expect(thread).toBeVisible();
    expect(new URL(page.url()).search).toBe(path.slice(1));
  },
);

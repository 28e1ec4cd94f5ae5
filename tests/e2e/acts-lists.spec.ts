import { decode } from 'nostr-tools/nip19';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { finalizeEvent } from 'nostr-tools/pure';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { card, cards, showNew } from './acting-steps.ts';
import { expect, serveOver, test } from './fixtures.ts';
import { skipSplash } from './screens.ts';
import { button, injectExtension, testKey } from './session-steps.ts';
import { goTo, newPerson, openAs, type NewPerson } from './social-steps.ts';

const secretOf = ({ nsec }: NewPerson) => decode(nsec as `nsec1${string}`).data;

/** What only its author can read of a list. */
const conversationKey = (person: NewPerson) => getConversationKey(secretOf(person), person.pubkey);

test('[FEED-07] Follow Only hears a new note where its author writes, though the reader does not read there', async ({
  page,
}) => {
  const [reader, author] = [newPerson(), newPerson()];
  const theirs = await startScriptedRelay({ events: [author.sign(1, [], 'An old note of hers')] });
  const own = await startScriptedRelay({
    events: [reader.sign(3, [['p', author.pubkey]]), author.sign(10_002, [['r', theirs.url]])],
  });
  const server = await serveOver({ readwrite: [own.url], write: [], indexer: [], profile: [] });
  await page.addInitScript(() => localStorage.setItem('filterByFollow', 'true'));
  await openAs(page, server, reader);
  await expect(card(page, 'An old note of hers')).toBeVisible();
  const isWatched = () => theirs.requests.some(([verb, , filter]) => verb === 'REQ' && 'since' in (filter as object));
  await expect.poll(isWatched).toBe(true);
  await expect(page.getByRole('feed', { name: 'Notes' })).toHaveAttribute('aria-busy', 'false');
  theirs.push(author.sign(1, [], 'Just written', 0));
  await showNew(page);
  await expect(card(page, 'Just written')).toBeVisible();
  await server.close();
  await own.close();
  await theirs.close();
});

test('[PUB-15] somebody is muted privately; words and people of the encrypted part are hidden, in another browser, too', async ({
  page,
  browser,
}) => {
  const [reader, loud, hidden] = [newPerson(), newPerson(), newPerson()];
  const content = encrypt(
    JSON.stringify([
      ['p', hidden.pubkey],
      ['word', 'jackpot'],
    ]),
    conversationKey(reader),
  );
  const first = reader.sign(10_000, [['p', newPerson().pubkey]], content);
  const notes = [
    loud.sign(1, [], 'Loud every day', 30),
    hidden.sign(1, [], 'Hidden since long', 20),
    newPerson().sign(1, [], 'You won the Jackpot!', 10),
    newPerson().sign(1, [], 'A quiet note', 5),
  ];
  const relay = await startScriptedRelay({ events: [first, ...notes] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  const newestList = () => relay.published.findLast(({ kind }) => kind === 10_000);
  const secretPart = () => JSON.parse(decrypt(newestList()?.content ?? '', conversationKey(reader))) as string[][];
  await openAs(page, server, reader);
  await expect(card(page, 'Loud every day')).toBeVisible();
  await expect(card(page, 'A quiet note')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await button(card(page, 'Loud every day'), 'More').click();
  await button(page.getByRole('dialog'), /^Mute privately/).click();
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => newestList()?.content).toBeTruthy();
  expect(newestList()!.tags.filter(([name]) => name === 'p')).toEqual(first.tags);
  expect(secretPart()).toEqual([
    ['p', hidden.pubkey],
    ['word', 'jackpot'],
    ['p', loud.pubkey],
  ]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await openAs(other, server, reader);
  await expect(card(other, 'A quiet note')).toBeVisible();
  await expect(cards(other)).toHaveCount(1);
  await goTo(other, `/npub/${reader.npub}/mute-list`);
  await expect(other.getByText('It also mutes 1 word.')).toBeVisible();
  await expect(other.getByText('could not be opened')).toHaveCount(0);
  const sealed = encrypt('[]', conversationKey(loud));
  relay.push(
    reader.sign(
      10_000,
      [
        ['t', 'owls'],
        ['e', first.id],
      ],
      sealed,
      -1,
    ),
  );
  await expect(other.getByText('It also mutes 1 hashtag, 1 thread. Part of the list is encrypted')).toBeVisible();
  await context.close();
  await server.close();
  await relay.close();
});

test('[PUB-15] a word that is muted in public hides notes from the first paint on, without the code of lists', async ({
  page,
}) => {
  const reader = newPerson();
  const list = reader.sign(10_000, [
    ['word', 'jackpot'],
    ['t', 'owls'],
  ]);
  const notes = [
    newPerson().sign(1, [], 'You won the Jackpot!', 10),
    newPerson().sign(1, [['t', 'owls']], 'At night', 8),
    newPerson().sign(1, [], 'A quiet note', 5),
  ];
  const relay = await startScriptedRelay({ events: [list, ...notes] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await openAs(page, server, reader);
  await expect(cards(page)).toHaveCount(1);
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('article')) seen.add(textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.route(/\/assets\/(acting|session)-[^/]*\.js$/, (route) => route.abort());
  await page.goto(server.url);
  await expect(card(page, 'A quiet note')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].join());
  expect(seen).toContain('A quiet note');
  expect(seen).not.toMatch(/Jackpot|At night/);
  await server.close();
  await relay.close();
});

test('[FOLLOW-01] [FOLLOW-03] a follow shows before the list is read, and is published though the page is left in the middle', async ({
  page,
  context,
}) => {
  const [key, known, ben] = [testKey(92), newPerson(), newPerson()];
  const list = finalizeEvent(
    { kind: 3, tags: [['p', known.pubkey]], content: '', created_at: 1_700_000_000 },
    key.secret,
  );
  const relay = await startScriptedRelay({ events: [list, ben.sign(0, [], '{"name":"Ben"}')] });
  const server = await serveOver({ readwrite: [relay.url], write: [], indexer: [], profile: [] });
  await injectExtension(context, { mood: 'answers', key });
  await skipSplash(page);
  await page.goto(`${server.url}/npub/${ben.npub}`);
  await button(page, 'Follow Ben').waitFor();
  relay.set({ dead: true });
  await button(page, 'Follow Ben').click();
  await button(page.getByRole('dialog'), /^NIP-07 Extension/).click();
  await expect(button(page, 'Following Ben, unfollow')).toBeVisible();
  relay.set({ dead: false });
  const published = () => relay.published.filter(({ kind }) => kind === 3).map(({ tags }) => tags);
  await page.reload();
  await expect.poll(published).toEqual([[...list.tags, ['p', ben.pubkey]]]);
  await expect(button(page, 'Following Ben, unfollow')).toBeVisible();

  const asked = () => relay.requests.filter((request) => JSON.stringify(request).includes('"kinds":[3]')).length;
  await expect(page.getByRole('main')).not.toContainText('failed');
  const before = asked();
  relay.set({ dead: true });
  await button(page, 'Following Ben, unfollow').click();
  await expect.poll(asked).toBeGreaterThan(before);
  relay.set({ dead: false });
  await page.reload();
  await expect.poll(published).toEqual([[...list.tags, ['p', ben.pubkey]], list.tags]);
  await expect(button(page, 'Follow Ben')).toBeVisible();
  await server.close();
  await relay.close();
});

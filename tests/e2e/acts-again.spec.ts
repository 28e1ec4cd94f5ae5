import type { Page } from '@playwright/test';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { card, cards, personIn, posts, showNew } from './acting-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { button, dialog, field } from './session-steps.ts';
import { held, newPerson, pressShortly, store } from './social-steps.ts';

const newestOf = async ({ devnet }: Network, pubkey: string, kind: number): Promise<NostrEvent | undefined> =>
  (await held(devnet.config.readwrite[0]!, { authors: [pubkey], kinds: [kind] }))[0];

const sent = (page: Page) => expect(posts(page)).toContainText(/Sent\. (\d) of \1 relays accepted/);

test('[APP-09] a repost of mine is marked and can be taken back; a note of mine is sent again to relays that lack it', async ({
  browser,
  network,
}) => {
  const { devnet } = network;
  const someone = newPerson();
  const one = someone.sign(1, [], 'Worth passing on', 0);
  const ana = await personIn(browser, network, newPerson());
  await devnet.publish(one);
  await showNew(ana.page);
  const repost = button(card(ana.page, 'Worth passing on').first(), /^Repost/);
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  await repost.click();
  await button(dialog(ana.page, 'Repost'), 'Repost').click();
  await expect(repost).toHaveAttribute('aria-pressed', 'true');
  await expect(repost).toHaveAccessibleName('Repost, 1 repost');
  await expect.poll(() => newestOf(network, ana.pubkey, 6)).toBeTruthy();
  await repost.click();
  await expect(dialog(ana.page, 'Repost')).toContainText('You reposted this.');
  await button(dialog(ana.page, 'Repost'), 'Take back').click();
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  await expect(repost).toHaveAccessibleName('Repost');
  await expect.poll(async () => held(devnet.config.readwrite[0]!, { authors: [ana.pubkey], kinds: [6] })).toEqual([]);

  // liked and unliked faster than a relay can answer
  const like = button(card(ana.page, 'Worth passing on').first(), /^Like/);
  await pressShortly(like);
  await pressShortly(like);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => held(devnet.config.readwrite[0]!, { authors: [ana.pubkey], kinds: [7] })).toEqual([]);

  // another app of hers told one relay only
  const lonely = ana.sign(1, [], 'Only in one place', 0);
  await store(devnet.config.readwrite[0]!, lonely);
  await showNew(ana.page);
  await button(card(ana.page, 'Only in one place').first(), 'More').click();
  await button(ana.page.getByRole('dialog'), /^Send again to all relays/).click();
  await sent(ana.page);
  for (const relay of [...devnet.config.readwrite, ...devnet.config.write])
    await expect.poll(async () => (await held(relay, { ids: [lonely.id] })).length).toBe(1);
  await expect(cards(ana.page).filter({ hasText: 'Only in one place' })).toHaveCount(1);
  await ana.close();
});

test('what was changed in the profile and not saved is there again', async ({ browser, network }) => {
  const ana = await personIn(browser, network, newPerson());
  await ana.page.getByRole('link', { name: /, your profile$/ }).click();
  const edit = button(ana.page, 'Edit profile');
  const sheet = dialog(ana.page, 'Edit profile');
  await edit.click();
  await field(ana.page, 'About').fill('I count cranes');
  await button(sheet, 'Cancel').click();
  await edit.click();
  await expect(field(ana.page, 'About')).toHaveValue('I count cranes');
  await button(sheet, 'Start over').click();
  await expect(field(ana.page, 'About')).toHaveValue('');
  await field(ana.page, 'About').fill('I count crows');
  await button(sheet, 'Save').click();
  await expect(sheet).toHaveCount(0);
  await expect.poll(async () => (await newestOf(network, ana.pubkey, 0))?.content).toBe('{"about":"I count crows"}');
  await edit.click();
  await expect(field(ana.page, 'About')).toHaveValue('I count crows');
  await expect(button(sheet, 'Start over')).toHaveCount(0);
  await ana.close();
});

import { expectAccessibleHere } from './axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { expectGoodScreens } from './screen-tour.ts';
import { skipSplash } from './screens.ts';
import { button, dialog, field, logInByNsec, testKey } from './session-steps.ts';

test.beforeEach(async ({ page }) => {
  await skipSplash(page);
});

visit('accessible by WCAG 2.2 AA, and fits: reply, repost, quote', async ({ page, network }) => {
  const { hashtags } = network.devnet.content.guide;
  await expectGoodScreens(page, network.url, [
    { name: 'reply', path: `/about?reply=${hashtags.id}`, shows: (at) => field(at, 'Your reply') },
    { name: 'repost', path: `/about?repost=${hashtags.id}`, shows: (at) => at.getByRole('radio', { name: 'Repost' }) },
  ]);
  await page.getByRole('radio', { name: 'Quote' }).check();
  await button(dialog(page, 'Repost'), 'Repost').click();
  await expectAccessibleHere(page, 'quote without words', page.getByText('Quote repost content required'));
});

test('[RELAY-71] accessible by WCAG 2.2 AA, and fits: a new note with everything open, its way to the relays, the profile', async ({
  page,
  network,
}) => {
  // on the feed: names are chosen from people that were read
  await page.goto(network.url);
  await logInByNsec(page, testKey(51).nsec);
  await page.getByRole('link', { name: 'Write a note' }).first().click();
  await button(page, 'Content warning').click();
  await button(page, 'Proof of work: No work').click();
  await field(page, 'Your note').pressSequentially('Who is @a');
  await expectAccessibleHere(page, 'names to choose from', page.getByRole('option'));
  await field(page, 'Your note').fill(`Never post ${testKey(51).nsec}`);
  await expectAccessibleHere(page, 'secret in the text', page.getByText('There is a secret key in this text'));
  await field(page, 'Your note').fill('Some words #birds');
  await button(page, 'Preview').click();
  await expectAccessibleHere(page, 'preview', page.getByRole('region', { name: 'How it will look' }));
  await button(page, /^To \d write relays$/).click();
  const relays = page.getByRole('group', { name: 'Relays for this post' });
  await expectAccessibleHere(page, 'relays', relays);
  // an indexer is not offered
  await expect(relays.getByRole('checkbox', { checked: false })).toHaveCount(0);
  for (const relay of await relays.getByRole('checkbox').all()) await relay.uncheck();
  await button(page, 'Post').click();
  await expectAccessibleHere(page, 'no relay', page.getByText('Choose at least one relay'));
  await button(page, 'Back to your write relays').click();
  await button(page, 'Post').click();
  const strip = page.getByRole('region', { name: 'Posts under way' });
  await expect(strip).toContainText('Sent.');
  await page.getByRole('link', { name: /, your profile$/ }).click();
  await button(page, 'Edit profile').click();
  await field(page, 'Website').fill('nowhere');
  await button(dialog(page, 'Edit profile'), 'Save').click();
  await expectAccessibleHere(page, 'profile editor', page.getByText('This is not a web address'));
});

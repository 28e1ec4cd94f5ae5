import type { Browser } from '@playwright/test';
import { noteEncode, npubEncode } from 'nostr-tools/nip19';
import { finalizeEvent } from 'nostr-tools/pure';
import { KIND } from '#domain/protocol/kinds.ts';
import { expectAccessibleHere } from './axe.ts';
import { beginEcash, deposit, openMoney, push, somebodyElse } from './ecash-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { button, dialog, field, openSettings, testKey } from './session-steps.ts';
import { filtersOf, test as onScripted } from './scripted-network.ts';
import { goTo, held, newPerson, openAs, pressShortly } from './social-steps.ts';

const [ANNA, BEN, CARO, DEMI, EDDA, FARO] = [96, 97, 98, 99, 105, 106];

/** Somebody with a wallet of ecash that takes nutzaps, and a note of theirs. */
const takerOf = async (browser: Browser, network: Network, key: number, content: string) => {
  const { devnet } = network;
  const { secret, pubkey } = testKey(key);
  const note = finalizeEvent({ kind: 1, content, tags: [], created_at: Math.floor(Date.now() / 1000) - 60 }, secret);
  await devnet.publish(note);
  const author = await somebodyElse(browser, network, key);
  const infos = async () =>
    (
      await Promise.all(devnet.relays.map(({ url }) => held(url, { kinds: [KIND.nutzapInfo], authors: [pubkey] })))
    ).flat();
  await expect.poll(async () => (await infos()).length).toBeGreaterThan(0);
  return { note, author };
};

/** Somebody whose profile says this, and who takes ecash of a mint. */
const publishTaker = async ({ devnet }: Network, key: number, profile: object, mint: string) => {
  const { secret, pubkey } = testKey(key);
  const created_at = Math.floor(Date.now() / 1_000) - 60;
  const takes = [
    ['relay', devnet.config.readwrite[0]!],
    ['mint', mint, 'sat'],
    ['pubkey', `02${testKey(104).pubkey}`],
  ];
  const events = [
    { kind: KIND.metadata, content: JSON.stringify(profile), tags: [], created_at },
    { kind: KIND.nutzapInfo, content: '', tags: takes, created_at },
  ];
  for (const event of events) await devnet.publish(finalizeEvent(event, secret));
  return npubEncode(pubkey);
};

test('[WEV-11] [NOTE-07] ecash is given for a note without Lightning: it comes to its author by itself, and the note counts it', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { devnet } = network;
  const { note, author } = await takerOf(browser, network, BEN, 'Fog lifted at 6:40.');
  const { books } = devnet.mints[0]!;
  const before = books.outstanding();
  await beginEcash(page, network, ANNA);
  await deposit(page, network, 1_000);
  await button(dialog(page, 'Deposit received'), 'Done').click();
  await goTo(page, `/note/${noteEncode(note.id)}`);
  const bolt = page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();
  await pressShortly(bolt);
  const sheet = dialog(page, 'Zap this note');
  await expect(sheet.getByRole('radio', { name: /^Ecash/ })).toBeChecked();
  await field(page, 'Amount in sats').fill('5,000');
  await expect(sheet.getByRole('alert')).toHaveText('Not enough funds available to send');
  await expect(sheet).not.toContainText('Recipient does not have a Lightning address');
  await expect(button(sheet, 'Deposit')).toBeVisible();
  await field(page, 'Amount in sats').fill('210');
  await field(page, 'Comment').fill('worth the early train');
  await expect(sheet).toContainText('arrives at once');
  await expectAccessibleHere(page, 'nutzap', sheet);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(sheet, 'Zap 210 sats').click();
  const sent = dialog(page, 'Zapped 210 sats');
  await expect(sent).toContainText('Only this person can take it');
  await button(sent.locator('.sheet__foot'), 'Close').click();
  await expect(bolt).toHaveAccessibleName('Zap, sent, 210 sats zapped');

  await test.step('their profile offers it, too', async () => {
    await goTo(page, `/npub/${npubEncode(testKey(BEN).pubkey)}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Zap npub1/ })
      .click();
    await expect(page.getByRole('dialog', { name: /^Zap npub1/ }).getByRole('radio', { name: /^Ecash/ })).toBeChecked();
    await page.keyboard.press('Escape');
  });

  const zapOf = async (name: string, npub: string) => {
    await goTo(page, `/npub/${npub}`);
    await pressShortly(page.getByRole('main').getByRole('button', { name: `Zap ${name}`, exact: true }));
    return page.getByRole('dialog', { name: `Zap ${name}`, exact: true });
  };

  await test.step('whose address was only not reached is zapped over Lightning where the ecash does not last', async () => {
    const lud16 = `nikos@${new URL(devnet.mediaUrl).host}`;
    const edda = await zapOf('Edda', await publishTaker(network, EDDA, { name: 'Edda', lud16 }, devnet.mints[0]!.url));
    await expect(edda.getByRole('radio', { name: /^Ecash/ })).toBeChecked();
    await field(page, 'Amount in sats').fill('5,000');
    await expect(edda.getByRole('radio', { name: /^Lightning/ })).toBeChecked();
    await expect(edda).toContainText('Failed to resolve Lightning address');
    await expect(edda.getByRole('alert').filter({ visible: true })).toHaveCount(0);
    await expect(button(edda, 'Zap 5,000 sats')).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('who takes ecash of other mints alone can be given some by a Lightning wallet', async () => {
    const faro = await zapOf('Faro', await publishTaker(network, FARO, { name: 'Faro' }, 'https://mint.faro.example'));
    await expect(faro).toContainText('You use none of the mints this person takes ecash from.');
    await expect(button(faro, 'Zap 21 sats')).toBeDisabled();
    await expect(faro.getByRole('button', { name: /Connect wallet/ })).toHaveCount(1);
    await button(faro, 'Connect wallet').click();
    await expect(dialog(page, 'Connect a Lightning wallet')).toBeVisible();
  });

  await openMoney(author, 'ecash');
  await expect(dialog(author, 'Ecash wallet').getByRole('list', { name: 'History' })).toContainText('+210');
  await expect(dialog(author, 'Ecash wallet')).toContainText('worth the early train');
  await openMoney(page, 'ecash');
  await expect(dialog(page, 'Ecash wallet').getByRole('list', { name: 'Under way' })).toHaveCount(0);
  // what the mint owes is what both have
  expect(books.outstanding() - before).toBe(1_000);

  await test.step('of somebody who is muted one that waits to be taken shows no comment', async () => {
    await goTo(author, `/npub/${npubEncode(testKey(BEN).pubkey)}/mute-list`);
    const muteField = author.getByRole('main').getByRole('textbox', { name: 'Mute someone by their key' });
    await muteField.fill(npubEncode(testKey(ANNA).pubkey));
    await muteField.press('Enter');
    await expect(muteField).toHaveValue('');
    await openSettings(author);
    const settings = author.getByRole('region', { name: 'Ecash', exact: true });
    await settings.getByRole('switch', { name: 'Take tips at once' }).uncheck();
    await goTo(page, `/note/${noteEncode(note.id)}`);
    await pressShortly(bolt);
    await field(page, 'Amount in sats').fill('21');
    await field(page, 'Comment').fill('and the ferry');
    await button(sheet, 'Zap 21 sats').click();
    const waiting = settings.getByRole('region', { name: 'Waiting tips' });
    await expect(waiting).toContainText('21 sats');
    await expect(waiting).not.toContainText('and the ferry');
  });
});

test('[NWC-25] [NWC-26] whoever has only a Lightning wallet gives ecash all the same: it pays the mint, and the note says so once it is given', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { devnet } = network;
  const { note, author } = await takerOf(browser, network, DEMI, 'A wren in the woodpile.');
  const { books } = devnet.mints[0]!;
  const before = books.outstanding();
  await page.setViewportSize({ width: 390, height: 844 });
  await beginEcash(page, network, CARO);
  await push(page, '/about?walletConnect=true');
  await field(page, 'Connection string').fill(devnet.wallet.pairingCode);
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(dialog(page, 'Connect a Lightning wallet')).toHaveCount(0);
  await goTo(page, `/note/${noteEncode(note.id)}`);
  const bolt = page.getByRole('main').getByRole('article').getByRole('button', { name: /^Zap/ }).first();
  await pressShortly(bolt);
  const sheet = dialog(page, 'Zap this note');
  await expect(sheet.getByRole('radio', { name: /^Ecash, paid by your wallet/ })).toBeChecked();
  await field(page, 'Amount in sats').fill('900,000');
  await expect(sheet).toContainText('There is not enough in your wallet.');
  await field(page, 'Amount in sats').fill('210');
  await expect(sheet).toContainText('210 sats for it');
  await expectAccessibleHere(page, 'nutzap-from-wallet', sheet);
  await button(sheet, 'Zap 210 sats').click();
  const sent = dialog(page, 'Zapped 210 sats');
  await expect(sent).toContainText('Only this person can take it');
  await button(sent.locator('.sheet__foot'), 'Close').click();
  await expect(bolt).toHaveAccessibleName('Zap, sent, 210 sats zapped');
  await openMoney(author, 'ecash');
  await expect(dialog(author, 'Ecash wallet').getByRole('list', { name: 'History' })).toContainText('+210');
  expect(books.outstanding() - before).toBe(210);
});

onScripted(
  'whoever has no Lightning address is asked for ecash only where somebody could give it, and again once there is a network',
  async ({ page, relay, serve, writer }) => {
    const me = newPerson();
    const takes = [
      ['mint', 'https://mint.example', 'sat'],
      ['pubkey', `02${testKey(104).pubkey}`],
    ];
    const info = writer.write('Ada', { kind: KIND.nutzapInfo, at: 1_700_000_000, content: '', tags: takes });
    const source = await relay({ events: [writer.profile('Ada'), writer.note('Ada', 60, 'Hello'), info] });
    const { url } = await serve([source]);
    const asked = (kind: number) => filtersOf(source).filter(({ kinds }) => kinds?.includes(kind)).length;
    const place = `/npub/${npubEncode(writer.pubkeyOf('Ada'))}`;
    const main = page.getByRole('main');

    await test.step('who only reads asks nothing', async () => {
      await page.goto(`${url}/about`);
      await page.evaluate((pubkey) => localStorage.setItem('nostrPubkey', pubkey), me.pubkey);
      await page.goto(url + place);
      await expect(main.getByText('Hello', { exact: true })).toBeVisible();
      await expect.poll(() => asked(KIND.zap)).toBeGreaterThan(0);
      expect(asked(KIND.nutzapInfo)).toBe(0);
    });

    await test.step('who can give it asks, twice where nobody answers, and once more with a network', async () => {
      await openAs(page, { url }, me);
      await expect(main.getByText('Hello', { exact: true })).toBeVisible();
      source.set({ closed: 'error: busy' });
      await goTo(page, place);
      await expect.poll(() => asked(KIND.nutzapInfo)).toBeGreaterThan(1);
      await expect(button(main, 'Zap Ada')).toHaveCount(0);
      source.set({ closed: undefined });
      await page.evaluate(() => {
        for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
      });
      await expect(button(main, 'Zap Ada')).toBeVisible();
    });
  },
);

import { npubEncode } from 'nostr-tools/nip19';
import { expectAccessibleHere } from './axe.ts';
import { amountIn, beginEcash, deposit, makeToken, openMoney, push, somebodyElse } from './ecash-steps.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog, expectNoSecretIn, testKey } from './session-steps.ts';
import { held } from './social-steps.ts';

const SENDER = 88;
const RECEIVER = 89;

test('ecash goes from one to the other by private message, once its recipient wants that', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { pubkey } = testKey(RECEIVER);
  const friend = await somebodyElse(browser, network, RECEIVER);
  const relay = network.devnet.config.readwrite[0]!;
  const listed = async () => (await held(relay, { kinds: [10_050], authors: [pubkey] }))[0]?.tags;
  const byMessage = friend.getByRole('switch', { name: 'Receive ecash by private message' });
  const openSwitch = async () => {
    await push(friend, '/about?settings=true#ecash');
    await byMessage.scrollIntoViewIfNeeded();
  };

  const out = dialog(page, 'Token for 60 sats');
  await test.step('who did not turn it on is not sent anything', async () => {
    await beginEcash(page, network, SENDER);
    await deposit(page, network, 1_000);
    await openMoney(page, 'send');
    const sheet = dialog(page, 'Send ecash');
    await amountIn(sheet).fill('60');
    await button(sheet, 'Lock it to one person').click();
    await button(sheet, 'Make token').click();
    // what is to be locked does not go out unlocked because nobody was named
    await expect(sheet).toContainText('Choose somebody by name');
    // one digit too few, and what lies on no curve: nobody could ever open that
    for (const none of [pubkey.slice(1), 'f'.repeat(64)]) {
      await sheet.getByRole('textbox', { name: /^For whom/ }).fill(none);
      await button(sheet, 'Make token').click();
      await expect(sheet).toContainText('Invalid pubkey');
    }
    await expectNoSecretIn(sheet.getByRole('textbox', { name: /^For whom/ }));
    await sheet.getByRole('textbox', { name: /^For whom/ }).fill(pubkey);
    await expect(sheet).toContainText('Only the owner of this key can take it');
    await button(sheet, 'Do not lock it').click();
    await expect(sheet.getByRole('textbox', { name: /^For whom/ })).toHaveCount(0);
    await makeToken(page, 60);
    await button(out, 'Send to somebody').click();
    await out.getByRole('textbox', { name: /^To whom/ }).fill(npubEncode(pubkey));
    await out.getByRole('button', { name: /^Send to npub/ }).click();
    await expect(out).toContainText('They have not said on which relays they take private messages');
    expect(await listed()).toBeUndefined();
  });

  await test.step('it is turned on in the settings, which say that messages are not shown', async () => {
    await openSwitch();
    await expect(byMessage).not.toBeChecked();
    await expect(byMessage).toHaveAccessibleDescription(/it does not show messages/);
    await byMessage.check();
    await expect.poll(async () => (await listed())?.length).toBeGreaterThan(0);
    await expectAccessibleHere(friend, 'ecash-by-message', byMessage);
    await friend.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it arrives, and is taken', async () => {
    await out.getByRole('button', { name: /^Send to npub/ }).click();
    await expect(out).toContainText('by private message');
    const bell = friend.getByRole('link', { name: 'Notifications, 1 unread' }).first();
    await expect(bell).toBeAttached();
    await push(friend, '/notifications');
    const row = friend.getByRole('listitem').filter({ hasText: 'Ecash from' });
    await expect(row).toContainText('60 sats');
    await expect(row).toContainText('by private message');
    await expectAccessibleHere(friend, 'notification-ecash', row);
    await friend.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('link').last().click();
    const arrived = friend.getByRole('list', { name: 'Ecash for you' });
    await expect(arrived.getByRole('region', { name: /^Ecash, 60 sats from / })).toContainText('Still unspent');
    await button(arrived, 'Receive').click();
    await button(dialog(friend, 'Receive ecash'), 'Receive 60 sats').click();
    await button(dialog(friend, '60 sats received'), 'Done').click();
    await expect(arrived).toHaveCount(0);
    await expect(out).toContainText('Taken');
  });

  await test.step('it is turned off, and nobody is told any more where to send', async () => {
    await openSwitch();
    await byMessage.uncheck();
    await expect.poll(listed).toEqual([]);
  });
  await friend.context().close();
});

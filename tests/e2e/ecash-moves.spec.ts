import { finalizeEvent } from 'nostr-tools/pure';
import { noteEncode, npubEncode } from 'nostr-tools/nip19';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { accountOf } from '#devnet/lightning/lnurl-provider.ts';
import { startMint } from '#devnet/mint/mint.ts';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { writeToken } from '#workers/ecash/write-token.ts';
import { walletAt } from '#tests/support/core-world.ts';
import { readRemains } from '#tests/support/page-remains.ts';
import { expectAccessibleHere } from './axe.ts';
import {
  amountIn,
  askDeposit,
  beginEcash,
  deposit,
  enterInvoice,
  giveToken,
  makeToken,
  openMoney,
  push,
  somebodyElse,
} from './ecash-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import { button, dialog, expectNoSecretIn, field, openSettings, PASSPHRASE, testKey } from './session-steps.ts';
import { held, newPerson } from './social-steps.ts';
import { startSpare } from './wallet-steps.ts';

/** The address names an operation with ecash. */
const BEGUN = /money=[\da-f]{8}-[\da-f-]+$/;

test('[DEPOSIT-04] [DEPOSIT-07] [SEND-01] [SEND-02] a deposit that is paid becomes ecash; a token goes to somebody else, who takes it, one in a note is taken from its card, and another one is taken back', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  await beginEcash(page, network, 91);
  const { ledger, mints } = network.devnet;
  const before = mints[0]!.books.outstanding();

  await test.step('a press is never without a word: that it is at work is said at once, and more when the mint is slow', async () => {
    mints[0]!.faults.script({ on: 'mint quote', fault: { type: 'slow', ms: 7_000 } });
    await openMoney(page, 'deposit');
    const sheet = dialog(page, 'Deposit over Lightning');
    await amountIn(sheet).fill('2,000');
    await expectNoSecretIn(sheet.getByRole('textbox', { name: 'Memo' }));
    await button(sheet, 'Make invoice').click();
    await expect(sheet.getByRole('status')).toHaveText('Working on it…');
    await expect(sheet.getByRole('status')).toContainText('takes longer than usual');
    await expect(sheet).toContainText('Waiting for payment');
  });

  await test.step('the invoice is shown until it is paid, and goes on when its sheet is closed', async () => {
    const invoice = await askDeposit(page, 2_000);
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for' })).toHaveText('Waiting for payment');
    await expectAccessibleHere(page, 'deposit', dialog(page, 'Deposit over Lightning'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await openMoney(page, 'ecash');
    const wallet = dialog(page, 'Ecash wallet');
    await expect(wallet.getByRole('list', { name: 'Under way' })).toContainText('Deposit');
    ledger.fund('a friend', 2_000);
    ledger.pay('a friend', invoice);
    await expect(wallet.getByRole('list', { name: 'History' })).toContainText('+2,000');
    await deposit(page, network, 1_000);
    await expectAccessibleHere(page, 'deposit-done', dialog(page, 'Deposit received'));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('[WEV-01] [WEV-03] [WEV-09] it is on the relays, encrypted, and the page says on which', async () => {
    await openMoney(page, 'ecash');
    await dialog(page, 'Ecash wallet')
      .getByRole('button', { name: /^Backed up on/ })
      .click();
    const copies = dialog(page, 'Your ecash on relays');
    await expect(copies.getByRole('list', { name: 'Your relays' })).toContainText('Has all of it');
    await expect(copies.getByRole('switch', { name: 'Keep my ecash on my relays' })).toBeChecked();
    expect((await copies.getByRole('list').boundingBox())!.x).toBe((await button(copies, 'Back').boundingBox())!.x);
    await expectAccessibleHere(page, 'ecash-copies', copies.getByRole('switch'));
    const found = await held(network.devnet.relays[0]!.url, { authors: [testKey(91).pubkey], kinds: [7375, 17_375] });
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set([7375, 17_375]));
    for (const { content } of found) expect(content).toMatch(/^[\w+/]+=*$/);
  });

  await test.step('a token is taken by somebody else, and its sender sees that', async () => {
    await openMoney(page, 'send');
    await amountIn(dialog(page, 'Send ecash')).fill('1.000');
    await expect(dialog(page, 'Send ecash')).toContainText('sats · mint fee');
    const token = await makeToken(page, 500);
    await expectAccessibleHere(page, 'send-done', dialog(page, 'Token for 500 sats'));
    await page.setViewportSize({ width: 1280, height: 800 });
    const friend = await somebodyElse(browser, network, 92);
    const sheet = await giveToken(friend, token);
    await expect(sheet).toContainText('verified');
    await expectAccessibleHere(friend, 'receive', button(sheet, 'Receive 500 sats'));
    const opened = await sheet.elementHandle();
    await button(sheet, 'Receive 500 sats').click();
    const received = dialog(friend, '500 sats received');
    await expect(received.getByRole('heading', { name: '500 sats received' })).toBeFocused();
    await expect(friend).toHaveURL(BEGUN);
    // it is the same dialog all the time: only what it shows changes
    expect(await received.evaluate((shown, before) => shown === before, opened)).toBe(true);
    await expect(dialog(page, 'Token for 500 sats')).toContainText('Taken');
    await button(dialog(friend, '500 sats received'), 'Done').click();

    const again = await giveToken(friend, token);
    await expect(again.getByRole('alert')).toHaveText('This token was already spent.');
    await expect(again).toContainText('You have received this token already.');
    await expect(again).not.toContainText('Whoever was first has it.');
    await expect(button(again, 'Receive')).toBeDisabled();

    const note = newPerson().sign(1, [], `First one there keeps it: cashu:${await makeToken(page, 200)}`, 0);
    await network.devnet.publish(note);
    await push(friend, `/note/${noteEncode(note.id)}`);
    const ecash = friend.getByRole('region', { name: /^Ecash, 200 sats from / });
    await expect(ecash).toContainText('Still unspent');
    await expect(friend.getByRole('main')).not.toContainText('cashuB');
    await expectAccessibleHere(friend, 'note-token', ecash);
    await button(ecash, 'Receive').click();
    await button(dialog(friend, 'Receive ecash'), 'Receive 200 sats').click();
    await button(dialog(friend, '200 sats received'), 'Done').click();
    await expect(ecash).toContainText('Already spent, received by you');
    await expect(button(ecash, 'Receive')).toHaveCount(0);

    await push(friend, `/open#${encodeURIComponent(`web+cashu://${await makeToken(page, 50)}`)}`);
    await button(dialog(friend, 'Receive ecash'), 'Receive 50 sats').click();
    expect(friend.url()).not.toContain('cashu');
    await button(dialog(friend, '50 sats received'), 'Done').click();

    const shared = await makeToken(page, 70);
    const { mint, unit, proofs } = readBareToken(shared);
    const part = proofs.toSorted((one, other) => one.amount - other.amount).slice(0, 1);
    const gone = part[0]!.amount;
    const first = await giveToken(friend, writeToken({ mint, unit, proofs: part }));
    await button(first, `Receive ${gone} sats`).click();
    await button(dialog(friend, `${gone} sats received`), 'Done').click();
    const rest = await giveToken(friend, shared);
    await expect(rest).toContainText(new RegExp(`Already spent${gone}`));
    await expectAccessibleHere(friend, 'what is left of a token', button(rest, `Receive ${70 - gone} sats`));
    await button(rest, `Receive ${70 - gone} sats`).click();
    await button(dialog(friend, `${70 - gone} sats received`), 'Done').click();

    const slow = await giveToken(friend, await makeToken(page, 30));
    await expect(button(slow, 'Receive 30 sats')).toBeEnabled();
    for (const on of ['swap', 'checkstate', 'restore'] as const)
      mints[0]!.faults.script({ on, fault: { type: 'answer dropped' }, times: 100 });
    await button(slow, 'Receive 30 sats').click();
    const asking = dialog(friend, 'Receiving 30 sats');
    await expect(asking).toContainText('Not known yet: we keep asking');
    const locked = await friend.context().newPage();
    await locked.goto(friend.url());
    const closed = dialog(locked, 'Payment');
    await expect(closed).toContainText('Not known yet: this tab asks once your wallet is open here');
    await expect(closed).not.toContainText('we keep asking');
    await expect(button(closed, 'Unlock key')).toHaveCount(1);
    await expect(button(closed, 'Ask now')).toHaveCount(0);
    await locked.close();
    await button(asking, 'Ask now').click();
    mints[0]!.faults.clear();
    await button(dialog(friend, '30 sats received'), 'Done').click();

    const text = await makeToken(page, 20);
    const refused = await giveToken(friend, text);
    const closedForNow = { type: 'refused', code: 777, detail: 'back in an hour' } as const;
    mints[0]!.faults.script({ on: 'swap', fault: closedForNow, times: 2 });
    await button(refused, 'Receive 20 sats').click();
    await expect(refused).toContainText('Not received');
    await expect(refused).toContainText(
      'The mint says: back in an hour. Nothing was exchanged: the token is as it was.',
    );
    await expectAccessibleHere(friend, 'a token that its mint refused', button(refused, 'Try again'));
    // its address leads to the page of what was tried, where the token is, too
    const [, operation = ''] = /money=([\da-f-]+)$/.exec(friend.url()) ?? [];
    await openMoney(friend, operation);
    const tried = dialog(friend, 'Payment');
    await friend.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(tried, 'Copy token').click();
    expect(await friend.evaluate(() => navigator.clipboard.readText())).toBe(text);
    for (const once of [tried, refused]) {
      await button(once, 'Try again').click();
      await button(refused, 'Receive 20 sats').click();
    }
    await button(dialog(friend, '20 sats received'), 'Done').click();
    await openMoney(friend, operation);
    await expect(tried).toContainText('back in an hour');
    await expect(button(tried, 'Copy token')).toHaveCount(0);
    await friend.context().close();
  });

  await test.step('what nobody took is taken back', async () => {
    await makeToken(page, 300);
    await openMoney(page, `mint&of=${encodeURIComponent(mints[0]!.url)}`);
    const removal = dialog(page, mints[0]!.name);
    await expect(removal).toContainText('It still holds 1,830 sats. Move all of it to another mint or spend it first.');
    await expect(removal).toContainText('300 sats are set aside in tokens that nobody took yet');
    await removal.getByRole('button', { name: 'See what is under way' }).click();
    const wallet = dialog(page, 'Ecash wallet');
    await expect(wallet.getByRole('list', { name: 'Under way' })).toBeVisible();
    // the mints stay at the left, whatever is under way
    const headings = ['Under way', 'Mints', 'History'].map((name) =>
      wallet.getByRole('heading', { name, exact: true }),
    );
    const [underWayAt, mintsAt, historyAt] = await Promise.all(headings.map(async (at) => (await at.boundingBox())!.x));
    expect(underWayAt).toBe(mintsAt);
    expect(historyAt).toBeGreaterThan(mintsAt!);
    await wallet
      .getByRole('list', { name: 'Under way' })
      .getByRole('button', { name: /Token sent/ })
      .click();
    const sheet = dialog(page, 'Payment');
    await button(sheet, 'Take back').click();
    await expect(sheet).toContainText('Your sats are back');

    const token = await makeToken(page, 40);
    const own = await giveToken(page, token);
    await expect(own).toContainText('You made this token yourself. It comes back to you.');
    await button(own, 'Take back').click();
    await expect(dialog(page, 'Token for 40 sats')).toContainText('Your sats are back');
    const again = await giveToken(page, token);
    await expect(again.getByRole('alert')).toHaveText('This token was already spent.');
    await expect(again).toContainText('You made this token yourself. Your history says what became of it.');
    await page.keyboard.press('Escape');
  });

  await test.step('the history has all of it, and the books of the mint agree', async () => {
    await openMoney(page, 'history');
    const today = dialog(page, 'History').getByRole('list', { name: 'Today' });
    for (const line of [/Token taken back/, /Token sent.*taken back/, /Token sent.*taken$/, /Deposit.*\+1,000/])
      await expect(today.getByRole('listitem').filter({ hasText: line }).first()).toBeVisible();
    await openMoney(page, 'ecash');
    await expect(dialog(page, 'Ecash wallet').getByRole('region', { name: 'Balance' })).toContainText('2,130');
    expect(mints[0]!.books.outstanding() - before).toBe(3_000);
    await button(dialog(page, 'Ecash wallet'), 'Send').click();
    await expect(dialog(page, 'Send ecash')).toBeVisible();
  });
});

const BAD: readonly (readonly [string, string, string])[] = [
  ['of a version that nobody has', 'cashuCo2F0', 'Token version is not supported'],
  [
    'with several mints',
    `cashuA${btoa('{"token":[{"mint":"a","proofs":[]},{"mint":"b","proofs":[]}]}')}`,
    'Multi entry token are not supported',
  ],
  ['cut short', 'cashuBo2F0gaJhaUgA', 'This token is damaged. Was it copied whole?'],
  ['that is none', 'lnbc1', 'This is not an ecash token.'],
];

test('[TOKEN-05] [TOKEN-06] bad tokens are told in exact words, stay in the field, and take nothing', async ({
  page,
  network,
}) => {
  await beginEcash(page, network, 93);
  for (const [, token, words] of BAD) {
    const sheet = await giveToken(page, token);
    await expect(sheet.getByRole('alert')).toHaveText(words);
    await expect(sheet.getByRole('textbox', { name: /^Token/ })).toHaveValue(token);
    await expect(button(sheet, 'Receive')).toBeDisabled();
    await page.keyboard.press('Escape');
  }
  const offer = network.devnet.ledger.offer({ payee: 'shop' }).text;
  const pay = await enterInvoice(page, offer);
  await expect(pay.getByRole('alert')).toContainText('None of your mints with sats can pay offers.');
  await expect(pay.getByRole('textbox')).toHaveValue(offer);
  const sheet = await giveToken(page, `cashuB${'a'.repeat(1_000_000)}`);
  await expect(sheet.getByRole('alert')).toHaveText('This token is too long.');
  await expectAccessibleHere(page, 'receive-error', sheet.getByRole('alert'));
});

/** The list of whom somebody follows, as another app of theirs wrote it. */
const follow = async ({ devnet }: Network, key: number, handles: readonly string[]) => {
  const people = devnet.content.people.filter(({ handle }) => handles.includes(handle));
  const tags = people.map(({ pubkey }) => ['p', pubkey]);
  const template = { kind: 3, created_at: Math.floor(Date.now() / 1_000) - 3_600, tags, content: '' };
  await devnet.publish(finalizeEvent(template, testKey(key).secret));
};

test('a mint that people one follows recommend is added, and recommended; ecash moves there, at the cost that was told', async ({
  page,
  network,
}) => {
  test.slow();
  const { mints: served, relays } = network.devnet;
  await follow(network, 94, ['ines', 'teodor']);
  await beginEcash(page, network, 94);
  await deposit(page, network, 3_000);
  await openMoney(page, 'mints');
  const mints = dialog(page, 'Mints');

  await test.step('it is asked who it is once somebody wants it, and added only then', async () => {
    const told = mints.getByRole('list', { name: 'Used by people you follow' });
    await expect(told.getByRole('listitem')).toHaveCount(1);
    await expect(told).toContainText('1 person');
    await expect(mints.getByText('Takes a fee for each coin, and says so.')).toBeVisible();
    await expectAccessibleHere(page, 'mints with recommendations', told.getByRole('button', { name: /^Add / }));
    await told.getByRole('button', { name: /^Add / }).click();
    const rowan = dialog(page, 'Rowan');
    await expect(rowan).toContainText(/It answered in \d/);
    await expect(rowan.getByRole('list', { name: 'Recommended by people you follow' })).toContainText('Teodor');
    await expectAccessibleHere(page, 'a mint that is recommended', button(rowan, 'Add Rowan'));
    await button(rowan, 'Add Rowan').click();
    await expect(mints).toBeVisible();
    await expect(told).toHaveCount(0);
  });

  await test.step('one recommends it oneself, and takes that back', async () => {
    await openMoney(page, `mint&of=${encodeURIComponent(served[1]!.url)}`);
    const rowan = dialog(page, 'Rowan');
    await button(rowan, 'Recommend Rowan').click();
    await expectNoSecretIn(rowan.getByRole('textbox', { name: /^What you say about Rowan/ }));
    await rowan.getByRole('textbox', { name: /^What you say about Rowan/ }).fill('Answers at night.');
    await button(rowan, 'Recommend Rowan').click();
    await expect(button(rowan, 'Withdraw')).toBeVisible();
    const asked = { kinds: [38_000], authors: [testKey(94).pubkey] };
    const [said] = await held(relays[0]!.url, asked);
    expect(said).toMatchObject({ content: 'Answers at night.' });
    expect(said!.tags.slice(0, 3)).toEqual([
      ['d', served[1]!.pubkey],
      ['k', '38172'],
      ['u', served[1]!.url, 'cashu'],
    ]);
    await button(rowan, 'Withdraw').click();
    await expect(button(rowan, 'Recommend Rowan')).toBeVisible();
    await expect.poll(() => held(relays[0]!.url, asked)).toEqual([]);
  });

  await openMoney(page, 'transfer');
  const sheet = dialog(page, 'Move between mints');
  const amount = sheet.getByRole('textbox', { name: 'Amount in sats' });
  // whatever a mint calls itself
  for (const [label, { url }] of [
    ['From', served[0]!],
    ['To', served[1]!],
  ] as const)
    await expect(sheet.getByRole('region', { name: label }).first()).toContainText(`· ${new URL(url).host}`);
  // as much as can arrive: less than there is, and nothing is missing
  await button(sheet, 'All').click();
  await expect(button(sheet, /^Move \d[\d,]* sats$/)).toBeVisible();
  await expect(sheet.getByText(/^Not enough/)).toHaveCount(0);
  await amount.fill('1.5');
  await expect(button(sheet, 'Move')).toBeVisible();
  await amount.fill('1000');
  await expect(sheet).toContainText(/Leaves .+, at most/);
  await expectAccessibleHere(page, 'transfer', button(sheet, 'Move 1,000 sats'));
  await button(sheet, 'Move 1,000 sats').click();
  await expect(dialog(page, '1,000 sats moved')).toBeVisible();
  await expect(page).toHaveURL(BEGUN);
  await openMoney(page, 'history');
  await expect(dialog(page, 'History').getByRole('list', { name: 'Today' })).toContainText(/Moved to/);

  await test.step('a token of a third mint goes to the second one where the first cannot take it', async () => {
    const { ledger } = network.devnet;
    const third = await startMint({ ledger, seed: 'third', name: 'Third' });
    ledger.fund('elsewhere', 400);
    const elsewhere = await walletAt(third.url, async (invoice) => void ledger.pay('elsewhere', invoice));
    const token = await elsewhere.core.writeToken({ proofs: await elsewhere.deposit(400) });
    served[0]!.faults.script({ on: 'mint quote', fault: { type: 'status', status: 503 }, times: 100 });
    const take = await giveToken(page, token);
    await expect(take).toContainText('Not possible right now. Not now. (503)');
    await expect(take.getByRole('radio', { name: /^Swap to/ })).toBeDisabled();
    // a mint that was not used before is chosen by the person alone
    await expect(take.getByRole('radio', { name: 'Trust this mint' })).not.toBeChecked();
    await expect(button(take, 'Receive')).toBeDisabled();
    await expect(button(take, 'Try again')).toBeEnabled();
    const into = take.getByRole('region', { name: 'To', exact: true });
    await into.getByRole('button').click();
    await into.getByRole('radio', { name: /^Rowan/ }).check();
    await expect(take.getByRole('radio', { name: 'Swap to Rowan' })).toBeChecked();
    await expect(take).toContainText('no new mint to trust. A few sats may stay at its mint.');
    await expectAccessibleHere(page, 'receive into one of several', into);
    served[0]!.faults.clear();
    await button(take, /^Receive 3\d\d sats$/).click();
    await expect(page.getByRole('dialog', { name: /^3\d\d sats (?:moved|received)$/ })).toBeVisible();
    await openMoney(page, 'ecash');
    // what comes back of the fee stays there; that it has no name here is said once
    const mints = dialog(page, 'Ecash wallet').getByRole('list', { name: 'Mints' });
    const host = new URL(third.url).host;
    await expect(mints.getByText(host)).toHaveCount(1);
    // what stayed there makes it no mint of one's own: nothing new goes there
    await expect(mints.getByRole('listitem').filter({ hasText: host })).toContainText('Not used by this wallet');
    await openMoney(page, 'request');
    const taken = dialog(page, 'Request sats').getByRole('group', { name: 'Mints you take' });
    await expect(taken.getByRole('checkbox')).toHaveCount(2);
    await openMoney(page, 'transfer');
    const to = dialog(page, 'Move between mints').getByRole('region', { name: 'To', exact: true });
    await to.getByRole('button').click();
    await expect(to.getByRole('radio')).toHaveCount(2);
    await openMoney(page, `mint&of=${encodeURIComponent(third.url)}`);
    const stranger = dialog(page, host);
    await expect(stranger).toContainText('Something of yours stayed here.');
    await expect(stranger.getByText('Answers', { exact: true })).toHaveCount(0);
    await expect(button(stranger, /^Remove/)).toHaveCount(0);
    await button(stranger, 'Ask now').click();
    await expect(button(dialog(page, 'Third'), 'Add Third')).toBeVisible();
    await third.stop();
  });

  await test.step('both pay an invoice together for which neither has enough, at the cost that was told at most', async () => {
    const { ledger } = network.devnet;
    const invoice = ledger.invoice({ payee: 'shop', msats: 2_500_000, description: 'a wheelbarrow' });
    const pay = await enterInvoice(page, invoice.text);
    await expect(button(pay, /^Several mints together/)).toBeVisible();
    await expect(pay.getByText(/^Part of /)).toHaveCount(2);
    await expectAccessibleHere(page, 'pay by parts', button(pay, 'Pay 2,500 sats'));
    served[1]!.faults.script({ on: 'melt', fault: { type: 'slow', ms: 1_500 } });
    await button(pay, 'Pay 2,500 sats').click();
    const paying = page.getByRole('dialog', { name: /^(Paying 2,500 sats|2,500 sats paid)$/ });
    const parts = paying.getByRole('region', { name: 'Parts' });
    await expect(parts).toContainText('nothing else can pay this invoice');
    await expect(parts).toContainText(/Part of Rowan.*paid/);
    await expect(paying).toContainText('What the route did not use came back as change.');
    await expect(parts).not.toContainText('nothing else can pay this invoice');
    expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toHaveLength(1);
    await openMoney(page, 'history');
    const paid = dialog(page, 'History').getByRole('listitem').filter({ hasText: 'Invoice paid' });
    await expect(paid).toHaveCount(1);
    await paid.getByRole('link').or(paid.getByRole('button')).first().click();
    await expect(page.getByRole('region', { name: 'Parts' }).getByText(/^Part of /)).toHaveCount(2);
    await expectAccessibleHere(page, 'a payment by parts', page.getByRole('region', { name: 'Parts' }));
  });
});

/** Of testnet. */
const OTHER_NETWORK = writeInvoice(
  { letters: 'tb', msats: 5_000, paymentHash: new Uint8Array(32).fill(7), createdAt: Math.floor(Date.now() / 1_000) },
  new Uint8Array(32).fill(9),
);

/** Of the sample network. */
const WITHOUT_AMOUNT = writeInvoice(
  { paymentHash: new Uint8Array(32).fill(8), createdAt: Math.floor(Date.now() / 1_000) },
  new Uint8Array(32).fill(9),
);

test('[MELT-03] [MELT-04] an invoice is paid with ecash, at the cost that was told at most, and its change comes back', async ({
  page,
  network,
}) => {
  test.slow();
  await beginEcash(page, network, 95);
  await deposit(page, network, 2_000);
  const { ledger } = network.devnet;

  await test.step('what cannot be paid is told before anything is asked, and stays in the field', async () => {
    const past = createLedger({ now: () => Math.floor(Date.now() / 1_000) - 7_200 });
    await openMoney(page, 'pay');
    const sheet = dialog(page, 'Pay an invoice');
    const text = sheet.getByRole('textbox', { name: /^Lightning invoice/ });
    for (const [invoice, words] of [
      ['', 'pr is required'],
      [WITHOUT_AMOUNT, 'invoice amount is required'],
      [past.invoice({ payee: 'shop', msats: 5_000 }).text, 'This invoice has expired. Ask for a new one.'],
      [OTHER_NETWORK, 'This invoice is for another Lightning network, so your sats cannot pay it. Ask for a new one.'],
    ] as const) {
      await text.fill(invoice);
      await button(sheet, 'Next').click();
      await expect(sheet.getByRole('alert')).toHaveText(words);
      await expect(text).toHaveValue(invoice);
    }
    // the same of one that a link names
    const late = past.invoice({ payee: 'shop', msats: 6_000 }).text;
    await openMoney(page, late);
    await expect(sheet.getByRole('alert')).toHaveText('This invoice has expired. Ask for a new one.');
    await expect(text).toHaveValue(late);
    await text.fill(ledger.invoice({ payee: 'shop', msats: 2_000_000 }).text);
    await button(sheet, 'Next').click();
    await expect(sheet.getByRole('alert')).toHaveText('Not enough funds available to send');
    await expect(button(sheet, 'Pay 2,000 sats')).toBeDisabled();
  });

  const invoice = ledger.invoice({ payee: 'shop', msats: 700_000, description: 'two bags of seeds' });
  const sheet = await enterInvoice(page, invoice.text);
  await expect(sheet).toContainText('Total, at most');
  await expectAccessibleHere(page, 'pay with ecash', button(sheet, 'Pay 700 sats'));
  await button(sheet, 'Pay 700 sats').click();
  await expect(dialog(page, '700 sats paid')).toContainText('What the route did not use came back as change.');
  await expect(page).toHaveURL(new RegExp(`money=${invoice.paymentHash}$`));
  expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === invoice.paymentHash)).toHaveLength(1);
  await openMoney(page, 'history');
  const paid = dialog(page, 'History').getByRole('listitem').filter({ hasText: 'Invoice paid' });
  await expect(paid).toHaveCount(1);

  await test.step('one that the mint took and forgot is not said to be asked about: it needs somebody, and names what helps', async () => {
    const { faults } = network.devnet.mints[0]!;
    const refusal = { type: 'refused', code: 20_001, detail: 'quote unknown' } as const;
    faults.script({ on: 'melt', fault: { type: 'answer dropped' } });
    faults.script({ on: 'check melt quote', fault: refusal, times: 100 });
    const lost = ledger.invoice({ payee: 'shop', msats: 5_000, description: 'a lost seed' });
    const pay = await enterInvoice(page, lost.text);
    await button(pay, 'Pay 5 sats').click();
    await expect(dialog(page, 'Paying 5 sats')).toContainText('What is known does not add up');
    await openMoney(page, 'open');
    const card = dialog(page, 'Open payments').getByRole('region').filter({ hasText: 'a lost seed' });
    await expect(card).toContainText(/Hazel.*needs you/);
    await expect(card).toContainText('Only the people who run the mint can help now.');
    await expect(button(card, 'Ask now')).toBeVisible();
    await expectAccessibleHere(page, 'a payment that needs somebody', button(card, 'Details'));
    await button(card, 'Details').click();
    const known = dialog(page, 'Payment');
    await expect(known).toContainText('The mint does not know this payment any more, and the ecash for it is spent.');
    await expect(known).toContainText(/Mint\s*Hazel/);
    await expect(known).toContainText('For the people who run the mint.');
    const locked = await page.context().newPage();
    await locked.goto(`${network.url}/about?money=open`);
    const closed = dialog(locked, 'Open payments').getByRole('region').filter({ hasText: 'a lost seed' });
    await expect(button(closed, 'Unlock key')).toBeVisible();
    await expect(button(closed, 'Ask now')).toHaveCount(0);
    await openMoney(locked, 'ecash');
    await expect(locked.getByRole('region', { name: 'Balance' })).toContainText(/\d+ of it set aside\. Locked\./);
    await locked.close();
    await openMoney(page, 'open');
    await button(card, 'Ask now').focus();
    // from here on it may also be asked about by itself
    faults.clear();
    await page.keyboard.press('Enter');
    await expect(card).toHaveCount(0);
    expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === lost.paymentHash)).toHaveLength(1);
  });

  await test.step('[MELT-10] one that the mint refuses says why, and can be paid another way at once', async () => {
    const { faults } = network.devnet.mints[0]!;
    const again = ledger.invoice({ payee: 'shop', msats: 6_000 });
    const pay = await enterInvoice(page, again.text);
    await expect(pay).toContainText('Total, at most');
    faults.script({ on: 'melt quote', fault: { type: 'status', status: 500 } });
    await button(pay, 'Pay 6 sats').click();
    const unpaid = dialog(page, '6 sats not paid');
    await expect(unpaid).toContainText(/\(500\)\. Your sats are back\./);
    await button(unpaid, 'Pay another way').click();
    await button(pay, 'Pay 6 sats').click();
    await expect(dialog(page, '6 sats paid')).toBeVisible();
    expect(ledger.settlements.filter(({ paymentHash }) => paymentHash === again.paymentHash)).toHaveLength(1);
  });

  await test.step('a mint that did not say what it wants is asked once more', async () => {
    network.devnet.mints[0]!.faults.script(
      { on: 'melt quote', fault: { type: 'status', status: 503 } },
      { on: 'melt quote', fault: { type: 'refused', code: 0, detail: 'Lightning backend is down' }, nth: 2 },
    );
    const pay = await enterInvoice(page, ledger.invoice({ payee: 'shop', msats: 7_000 }).text);
    await expect(pay.getByRole('alert')).toHaveText('Not now. (503)');
    await expect(button(pay, 'Pay 7 sats')).toBeDisabled();
    await expectAccessibleHere(page, 'pay with ecash of unknown costs', button(pay, 'Try again'));
    await button(pay, 'Try again').press('Enter');
    await expect(pay.getByRole('alert')).toHaveText('The mint says: Lightning backend is down');
    await expect(button(pay, 'Try again')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pay).toContainText('Total, at most');
    await expect(button(pay, 'Pay 7 sats')).toBeEnabled();
    await expect(pay.getByRole('heading').first()).toBeFocused();
  });

  await test.step('[MINT-13] [MINT-15] an offer is paid with an amount that is typed, as often as one likes; one that cannot be says why', async () => {
    const offer = ledger.offer({ payee: 'tea house', description: 'a pot of tea' });
    const broken = await enterInvoice(page, offer.text.slice(0, -8));
    await expect(broken.getByRole('alert')).toHaveText('This offer cannot be read. Was it copied whole?');
    await expect(broken.getByRole('textbox')).toHaveValue(offer.text.slice(0, -8));
    for (const sats of [21, 34]) {
      await enterInvoice(page, offer.text.toUpperCase());
      const pay = dialog(page, 'Pay an offer');
      await expect(pay).toContainText('a pot of tea');
      await expect(button(pay, 'Pay')).toBeDisabled();
      await amountIn(pay).fill(String(sats));
      await expect(pay).toContainText('Total, at most');
      await expectAccessibleHere(page, 'pay an offer', button(pay, `Pay ${sats} sats`));
      await button(pay, `Pay ${sats} sats`).click();
      await expect(dialog(page, 'Payment')).toContainText('The mint says so.');
    }
    expect(ledger.balanceOf('tea house')).toBe(55_000);
    const priced = ledger.offer({ payee: 'tea house', msats: 8_000 });
    await enterInvoice(page, priced.text);
    await button(dialog(page, 'Pay an offer'), 'Pay 8 sats').click();
    await expect(dialog(page, 'Payment')).toContainText('The mint says so.');
    expect(ledger.balanceOf('tea house')).toBe(63_000);
  });

  await test.step('ecash that is chosen in the settings pays from then on, and the zap sheet says so', async () => {
    const open = (search: string) => page.evaluate((what) => history.pushState({}, '', `/?${what}`), search);
    await open('settings=true');
    const choice = page.getByRole('radiogroup', { name: 'Which wallet pays' });
    await expect(choice.getByRole('radio', { name: /^No wallet connected/ })).toBeChecked();
    await choice.getByRole('radio').last().check();
    const lena = network.devnet.content.people.find(({ handle }) => handle === 'lena')!;
    await open(`zap=${npubEncode(lena.pubkey)}`);
    const source = page.getByRole('region', { name: 'Pay with' });
    await expect(source.getByRole('button')).toContainText(/1,[23]\d\d/);
    await expectAccessibleHere(page, 'zap with ecash', source.getByRole('button'));
    await field(page, 'Amount in sats').fill('21');
    await button(page, 'Zap 21 sats').click();
    const sent = dialog(page, 'Zapped 21 sats');
    await expect(sent).toBeVisible();
    expect(ledger.balanceOf(accountOf('lena'))).toBe(21_000);
    expect(ledger.repeated).toEqual([]);
    await openMoney(page, 'history');
    await expect(dialog(page, 'History').getByRole('listitem').filter({ hasText: 'Zap' })).toContainText(/−2[1-9]/);
    await open(`zap=${npubEncode(lena.pubkey)}`);
    await source.getByRole('button').click();
    await source.getByRole('radio', { name: /^No wallet connected/ }).click();
    await expect(button(page, /^No wallet connected/)).toBeVisible();
  });

  await test.step('the balance is shown in a currency, too, once that is wanted: nobody is asked before', async () => {
    await openMoney(page, 'ecash');
    const balance = dialog(page, 'Ecash wallet').getByRole('region', { name: 'Balance' });
    await expect(balance).not.toContainText('about');
    await push(page, '/about?settings=true');
    const choice = page.getByRole('combobox', { name: 'Show amounts also in' });
    await expect(choice).toHaveAccessibleDescription(/asks Coinbase \(api\.coinbase\.com\)/);
    await choice.selectOption('EUR');
    await openMoney(page, 'ecash');
    await expect(balance).toContainText(/about €[01]\.\d\d, by a rate/);
    await push(page, '/about?settings=true');
    await choice.selectOption('JPY');
    await openMoney(page, 'ecash');
    await expect(balance).toContainText(/about ¥\d+, by a rate/);
  });

  await test.step('a locked app neither holds nor keeps a token that is out, nor what is in it', async () => {
    const token = await makeToken(page, 100);
    const secrets = readBareToken(token).proofs.flatMap(({ secret, C }) => [secret, C]);
    const locked = await page.context().newPage();
    await locked.goto(`${network.url}/about?money=ecash`);
    await expect(locked.getByRole('region', { name: 'Balance' })).toContainText('Locked.');
    const remains = await locked.evaluate(readRemains);
    expect(remains['databases']).toContain('nuthatch-ecash-');
    expect(remains['databases']).toContain('"out"');
    const places = Object.entries(remains).filter(([, text]) =>
      [token, ...secrets].some((secret) => text.includes(secret)),
    );
    expect(places.map(([place]) => place)).toEqual([]);
  });
});

test('a deposit that the connected wallet refuses to pay says why; once its invoice expired nothing leads to paying it, and it ends when nobody waits for it any more', async ({
  page,
  network,
}) => {
  const wallet = await startSpare(network, 'empty');
  await beginEcash(page, network, 113);
  await push(page, '/about');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openSettings(page);
  const section = page.getByRole('region', { name: 'Lightning Wallet' });
  await button(section, 'Connect wallet').click();
  await field(page, 'Connection string').fill(wallet.pairingCode);
  await field(page, 'Name').fill('Hub');
  await button(dialog(page, 'Connect a Lightning wallet'), 'Connect').click();
  await expect(section).toContainText('Connected');
  await page.clock.install();
  await askDeposit(page, 50);
  const sheet = dialog(page, 'Deposit over Lightning');
  await button(sheet, 'Pay from Hub').click();
  await expect(sheet.getByRole('alert')).toContainText('There is not enough in your wallet.');
  await expect(button(sheet, 'Pay from Hub')).toBeEnabled();
  await expect(sheet.getByRole('link', { name: 'Open in wallet' })).toBeVisible();
  await page.clock.fastForward('02:00:00');
  await expect(sheet).toContainText('Do not pay it any more');
  await expect(sheet.getByRole('link', { name: 'Open in wallet' })).toHaveCount(0);
  await expect(sheet.getByText(/^lnbc/)).toHaveCount(0);
  await button(sheet, 'Stop waiting').click();
  await expect(sheet).toContainText('Nobody paid this invoice');
  wallet.close();
});

test('a reload shows what was begun, and that nothing is asked while the key is locked: the invoice, and the token as soon as it is unlocked; who is told to unlock it is told so once, and no more then', async ({
  page,
  network,
}) => {
  await beginEcash(page, network, 114);
  await deposit(page, network, 100);
  const payment = dialog(page, 'Payment');
  const unlock = async () => {
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/unlockKey/);
  };

  let token = '';
  await test.step('the token is shown by itself', async () => {
    token = await makeToken(page, 21);
    await expect(page).toHaveURL(BEGUN);
    await page.reload();
    await expect(payment.getByRole('alert')).toContainText('Unlock your key first');
    await button(payment, 'Take back').click();
    await expect(payment.getByRole('alert')).toHaveCount(1);
    await expect(payment.getByText('Whoever opens it first owns it.')).toHaveCount(1);
    await button(payment, 'Unlock key').click();
    await unlock();
    await expect(payment.getByText(/^cashuB/)).toHaveText(token);
    await expect(payment.getByRole('alert')).toHaveCount(0);
  });

  await test.step('the invoice is there at once', async () => {
    const invoice = await askDeposit(page, 34);
    await expect(page).toHaveURL(BEGUN);
    await page.reload();
    await expect(payment.getByText(/^lnbc/)).toHaveText(invoice);
    await expect(payment.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expect(payment).toContainText('This tab asks the mint once your wallet is open here');
    await expect(payment).not.toContainText('Another tab');
    await expect(button(payment, 'Look now')).toHaveCount(0);
    await expect(button(payment, 'Unlock key')).toBeVisible();
    await button(payment, 'Copy invoice').first().click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('where costs cannot be asked for a locked key it can be unlocked', async () => {
    await openMoney(page, 'send');
    const sheet = dialog(page, 'Send ecash');
    await amountIn(sheet).fill('5');
    await expect(sheet.getByRole('alert')).toContainText('Unlock your key first');
    await button(sheet, 'Make token').click();
    await expect(button(sheet, 'Unlock key')).toHaveCount(1);
    const pay = await enterInvoice(page, network.devnet.ledger.invoice({ payee: 'shop', msats: 5_000 }).text);
    await expect(pay.getByRole('alert')).toContainText('Unlock your key first');
    await expect(button(pay, 'Unlock key')).toHaveCount(1);
    // as soon as it is unlocked nobody is told to, however late the mint answers
    const { faults } = network.devnet.mints[0]!;
    const asked = () => faults.seen.filter((one) => one === 'melt quote').length;
    const before = asked();
    faults.script({ on: 'melt quote', fault: { type: 'answer late' } });
    await button(pay, 'Unlock key').click();
    await unlock();
    await expect.poll(asked).toBe(before + 1);
    await expect(pay).toContainText('Asking what it costs');
    await expect(pay.getByRole('alert')).toHaveCount(0);
    await expect(button(pay, 'Unlock key')).toHaveCount(0);
    faults.release();
    await expect(pay).toContainText('Total, at most');
    await page.reload();
  });

  await test.step('a token that cannot be read for a locked key is read once it is unlocked', async () => {
    const sheet = await giveToken(page, token);
    await expect(sheet.getByRole('alert')).toContainText('Unlock your key first');
    await button(sheet, 'Unlock key').click();
    await unlock();
    await expect(button(sheet, 'Take back')).toBeEnabled();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await page.reload();
  });

  await test.step('what was refused for a locked key is asked for once more', async () => {
    await openMoney(page, 'deposit');
    const sheet = dialog(page, 'Deposit over Lightning');
    await amountIn(sheet).fill('55');
    await button(sheet, 'Make invoice').click();
    await button(sheet, 'Unlock key').click();
    await unlock();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await expect(amountIn(sheet)).toHaveValue('55');
    await button(sheet, 'Make invoice').click();
    await expect(sheet.getByText(/^lnbc/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a request says what it waits for', async () => {
    await openMoney(page, 'request');
    await amountIn(dialog(page, 'Request sats')).fill('21');
    await button(dialog(page, 'Request sats'), 'Make request').click();
    const request = dialog(page, 'Request 21 sats');
    await expect(request).toContainText(/We watch \d relays/);
    await page.reload();
    await expect(request).toContainText('This tab looks for payments once your wallet is open here');
    await button(request, 'Unlock key').click();
    await unlock();
    await expect(request).toContainText(/We watch \d relays/);
  });
});

test('what hangs says what is set aside for it, and after a reload that nobody asks while the key is locked', async ({
  page,
  network,
}) => {
  await beginEcash(page, network, 139);
  await deposit(page, network, 100);

  await test.step('[MINT-23] a mint that gives no signatures is told in its words, and what became of the sats', async () => {
    const { faults } = network.devnet.mints[0]!;
    const nothing = { type: 'answer', change: () => ({}) } as const;
    faults.script({ on: 'swap', fault: nothing, times: 100 });
    faults.script({ on: 'restore', fault: nothing, times: 100 });
    await openMoney(page, 'send');
    const sheet = dialog(page, 'Send ecash');
    await amountIn(sheet).fill('20');
    await button(sheet, 'Make token').click();
    const making = dialog(page, 'Making a token of 20 sats');
    await expect(making).toContainText('bad response. Your sats are set aside and will not be spent twice.');
    faults.clear();
    // it may ask by itself before it is pressed
    await button(making, 'Ask now')
      .click({ timeout: 5_000 })
      .catch(() => {});
    await expect(making).toHaveCount(0);
  });

  await test.step('a payment under way is not said to go on, neither on its page nor where its invoice is pasted', async () => {
    const { ledger, mints } = network.devnet;
    mints[0]!.faults.script({ on: 'melt', fault: { type: 'payment pending' } });
    const { text, paymentHash } = ledger.invoice({ payee: 'shop', msats: 6_000 });
    await button(await enterInvoice(page, text), 'Pay 6 sats').click();
    const paying = dialog(page, 'Paying 6 sats');
    await expect(paying).toContainText('You can close this');
    await openMoney(page, 'ecash');
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('set aside');
    await page.reload();
    await openMoney(page, paymentHash);
    const unasked = 'This tab asks what became of it once your wallet is open here.';
    const payment = dialog(page, 'Payment');
    await expect(payment).toContainText(unasked);
    await expect(button(payment, 'Unlock key')).toBeVisible();
    await enterInvoice(page, text);
    await expect(paying).toContainText(unasked);
    await expect(paying).not.toContainText('You can close this');
    await button(paying, 'Unlock key').click();
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/unlockKey/);
    await expect(paying).not.toContainText(unasked);
    await expect(button(paying, 'Unlock key')).toHaveCount(0);
  });
});

import type { Page } from '@playwright/test';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { readRemains } from '#tests/support/page-remains.ts';
import { walletAt } from '#tests/support/core-world.ts';
import { expectAccessibleHere } from './axe.ts';
import { expectComfortableHere } from './comfort-looks.ts';
import {
  amountIn,
  askDeposit,
  beginAtFirstMint,
  deposit,
  enterInvoice,
  giveToken,
  makeToken,
  openMoney,
  showWords,
} from './ecash-steps.ts';
import { expect, test, type Network } from './fixtures.ts';
import {
  button,
  dialog,
  field,
  injectExtension,
  logInByNsec,
  openSettings,
  panel,
  PASSPHRASE,
  testKey,
} from './session-steps.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Ecash', exact: true });
const balance = (page: Page) => page.getByRole('region', { name: 'Balance' });

/** Opens the wallet in the settings, after a login. */
const openEcash = async (page: Page, row: RegExp) => {
  await openSettings(page);
  await button(section(page), row).click();
};

/** Picks the words that the check asks for. */
const pickWords = async (page: Page, words: readonly string[]) => {
  const groups = dialog(page, 'Check three words').getByRole('group', { name: /^Word \d+$/ });
  await expect(groups).toHaveCount(3);
  for (const group of await groups.all()) {
    const place = Number(/\d+/.exec((await group.locator('legend').textContent()) ?? '')?.[0]);
    await group.getByText(words[place - 1]!, { exact: true }).click();
  }
};

/** Another tab takes something in: a coin of so many sats is in the ledger. */
const addCoin = (page: Page, sats: number) =>
  page.evaluate(async (amount) => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('nuthatch-ecash-'))!;
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => reject(opening.error!));
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('proofs', 'readwrite');
        const proofs = writing.objectStore('proofs');
        const reading = proofs.index('state').get('available');
        reading.addEventListener('success', () => proofs.put({ ...reading.result, y: '02'.padEnd(66, 'f'), amount }));
        writing.addEventListener('complete', () => {
          opening.result.close();
          resolve();
        });
      });
    });
  }, sats);

/** Words of a wallet that somebody had elsewhere, with sats at the first sample mint. */
const wordsWithSats = async ({ devnet: { ledger, mints } }: Network, sats: number): Promise<string> => {
  ledger.fund('elsewhere', sats);
  const wallet = await walletAt(mints[0]!.url, async (invoice) => void ledger.pay('elsewhere', invoice));
  await wallet.deposit(sats);
  return wallet.core.reveal(wallet.made.wallet, wallet.made.key);
};

test('somebody begins with ecash: a first mint, the words on paper, the page of the mint; locked it is still shown', async ({
  page,
  network,
}) => {
  const [mint] = network.devnet.mints;
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(91).nsec, PASSPHRASE);

  await test.step('the settings lead to what ecash is, and to mints that can be tried', async () => {
    await openEcash(page, /^No ecash yet/);
    const first = dialog(page, 'Ecash');
    await expect(first.getByRole('list', { name: 'Choose a mint' })).toContainText(mint!.name);
    await expectAccessibleHere(page, 'ecash-first', button(first, `Add ${mint!.name}`));
  });

  await test.step('a mint that does not answer is told of, and makes no wallet', async () => {
    const first = dialog(page, 'Ecash');
    mint!.faults.script({ on: 'info', fault: { type: 'status', status: 502 }, times: 100 });
    await button(first, `Add ${mint!.name}`).click();
    await expect(first.getByRole('alert')).toContainText('502');
    await expect(first.getByRole('list', { name: 'Choose a mint' })).toBeVisible();
    mint!.faults.clear();
    await button(first, `Add ${mint!.name}`).click();
  });

  let words: readonly string[] = [];
  await test.step('the words are shown for the passphrase alone, and checked', async () => {
    const sheet = dialog(page, 'Your recovery phrase');
    await field(page, 'Passphrase').fill('not my passphrase');
    await button(sheet, 'Show the words').click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    words = await showWords(page);
    await expectAccessibleHere(page, 'ecash-words', button(sheet, 'I wrote them down'));
    await button(sheet, 'I wrote them down').click();
    const check = dialog(page, 'Check three words');
    await expect(button(check, 'Done')).toBeDisabled();
    await pickWords(page, words);
    await expectAccessibleHere(page, 'ecash-words-check', button(check, 'Done'));
    await button(check, 'Done').click();
    await expect(sheet).toContainText('Your copy is good');
    await button(sheet, 'Done').click();
    // one word alone may stand elsewhere: 'other' is one of them
    await expect(page.locator('body')).not.toContainText(new RegExp(words.slice(0, 3).join(String.raw`\s*`)));
  });

  await test.step('the empty wallet says what to do, and what this wallet saw of the mint', async () => {
    await page.goto(`${network.url}/about?money=ecash`);
    await expect(balance(page)).toContainText('0sats');
    await button(balance(page), 'Unlock ecash').click();
    await field(page, 'Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    const wallet = dialog(page, 'Ecash wallet');
    await expect(wallet).toContainText(/Ready\. Back(?:ed|ing) up/);
    await expect(wallet).toContainText('Nothing stored yet');
    await expectAccessibleHere(page, 'ecash-empty', button(wallet, 'Deposit'));
    await wallet.getByRole('list', { name: 'Mints' }).getByRole('button').click();
    const detail = dialog(page, mint!.name);
    await expect(detail).toContainText('What this wallet saw');
    await expect(detail).toContainText('in use');
    await expectAccessibleHere(page, 'ecash-mint', button(detail, 'Ask now'));
    await expectComfortableHere(page, 'ecash-mint', button(detail, 'Ask now'));
  });
});

test('who is not logged in, or whose key was kept in memory only, is told to log in, and goes on where they were', async ({
  page,
  network,
}) => {
  const { nsec } = testKey(124);
  const wallet = dialog(page, 'Ecash wallet');
  await page.goto(`${network.url}/about?money=receive`);
  await expect(wallet).toContainText('Log in to use ecash');
  await button(wallet, 'Log in').click();
  await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(nsec);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Receive ecash')).toContainText('You have no ecash wallet yet');

  await beginAtFirstMint(page);
  await deposit(page, network, 100);
  await makeToken(page, 21);
  await page.reload();
  const payment = dialog(page, 'Payment');
  await expect(payment.getByRole('alert')).toHaveText('Log in to use ecash');
  await expect(button(payment, 'Log in')).toBeVisible();
  await expect(button(payment, 'Unlock key')).toHaveCount(0);
  const pay = await enterInvoice(page, network.devnet.ledger.invoice({ payee: 'shop', msats: 5_000 }).text);
  await expect(pay.getByRole('alert')).toHaveText('Log in to use ecash');
  await expect(button(pay, 'Log in')).toBeVisible();

  for (const money of ['words', 'send']) {
    await openMoney(page, money);
    await expect(wallet).toContainText('You have 79 sats of ecash on this device');
  }
  await button(wallet, 'Log in').click();
  await button(dialog(page, 'Log in'), /^Nsec Secret Key/).click();
  await field(page, 'Secret key').fill(nsec);
  await page.keyboard.press('Enter');
  await expect(amountIn(dialog(page, 'Send ecash'))).toBeVisible();
});

test('who restores while no relay answers is told that, and not that there is no mint', async ({ page, network }) => {
  await page.routeWebSocket(/./, (socket) => void socket.close());
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(123).nsec, PASSPHRASE);
  await openMoney(page, 'restore');
  const restore = dialog(page, 'Restore ecash');
  const drop = restore.getByRole('button', { name: /^Do not look at/ });
  for (let left = network.devnet.mints.length; left > 0; left -= 1) {
    await expect(drop).toHaveCount(left);
    await drop.first().click();
  }
  await expect(drop).toHaveCount(0);
  for (const [at, word] of generateMnemonic(wordlist).split(' ').entries())
    await field(page, `Word ${at + 1}`).fill(word);
  await button(restore, 'Look for my ecash').click();
  await expect(restore.getByRole('alert')).toContainText('No relay answered');
});

test('a mint that is silent while its words are looked for is not forgotten: it is asked until it answers, or until one stops that', async ({
  page,
  network,
}) => {
  const [{ faults, name, url }] = network.devnet.mints as [(typeof network.devnet.mints)[number]];
  const phrase = await wordsWithSats(network, 640);
  const fallSilent = () => {
    for (const on of ['info', 'keys', 'keysets'] as const)
      faults.script({ on, fault: { type: 'status', status: 503 }, times: 1_000 });
  };
  fallSilent();
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(131).nsec, PASSPHRASE);
  await openMoney(page, 'restore');
  const restore = dialog(page, 'Restore ecash');
  for (const [at, word] of phrase.split(' ').entries()) await field(page, `Word ${at + 1}`).fill(word);
  await button(restore, 'Look for my ecash').click();
  await expect(restore).toContainText('We keep asking the mints that do not answer. You can close this page.');
  await expect(restore).toContainText('Tokens you gave that nobody has taken yet are included.');
  await expectAccessibleHere(page, 'ecash-restoring, silent', button(restore, 'Finish'));
  await button(restore, 'Finish').click();
  const search = dialog(page, 'Ecash wallet')
    .getByRole('list', { name: 'Under way' })
    .getByRole('button', { name: /Looking with your recovery phrase/ });
  await search.click();
  const operation = dialog(page, 'Payment');
  await expect(operation).toContainText('As soon as that changes, we look for your coins there.');
  await expectAccessibleHere(page, 'ecash-operation, search', button(operation, 'Stop looking'));
  faults.clear();
  await button(operation, 'Ask now').click();
  await expect(operation).toContainText('640');
  await openMoney(page, 'ecash');
  await expect(balance(page)).toContainText('640sats');
  await expect(search).toHaveCount(0);

  await test.step('what is at a mint that does not answer is said to be stuck there', async () => {
    fallSilent();
    await openMoney(page, `mint&of=${encodeURIComponent(url)}`);
    const mint = dialog(page, name);
    await button(mint, 'Ask now').click();
    await expect(mint).toContainText('The mint does not answer, so nothing can be moved or spent now.');
    await expect(mint.getByRole('link', { name: 'Move all of it to another mint' })).toHaveCount(0);
  });

  await test.step('a search that is not wanted any more ends', async () => {
    await openMoney(page, 'restore');
    await button(restore, 'Look for my ecash').click();
    await expect(restore).toContainText('We keep asking the mints');
    await button(restore, 'Finish').click();
    await search.click();
    await expect(button(operation, 'Stop looking')).toBeVisible();
    const id = new URL(page.url()).searchParams.get('money')!;
    await button(operation, 'Stop looking').click();
    await expect(operation).toHaveCount(0);
    await openMoney(page, id);
    await expect(operation).toContainText('Nothing found');
    await openMoney(page, 'ecash');
    await expect(balance(page)).toContainText('640sats');
    await expect(search).toHaveCount(0);
  });
  faults.clear();
});

test('words from another wallet bring its ecash back; it is shown in a second tab, and while the key is locked', async ({
  page,
  network,
}) => {
  const phrase = await wordsWithSats(network, 12_345);
  await page.goto(`${network.url}/about`);
  await logInByNsec(page, testKey(92).nsec, PASSPHRASE);
  await openEcash(page, /^I have words from another wallet/);
  const restore = dialog(page, 'Restore ecash');

  await test.step('words that are no phrase are refused', async () => {
    // one word in sixteen would make a phrase by chance
    const first = phrase.split(' ').slice(0, 11).join(' ');
    const wrong = ['zebra', 'zone'].find((word) => !validateMnemonic(`${first} ${word}`, wordlist))!;
    await button(restore, 'Look for my ecash').click();
    await expect(restore.getByRole('alert')).toHaveText('Word 1 is missing.');
    for (const [at, word] of phrase.split(' ').entries())
      await field(page, `Word ${at + 1}`).fill(at === 11 ? wrong : word);
    await button(restore, 'Look for my ecash').click();
    await expect(restore.getByRole('alert')).toHaveText('This is not a recovery phrase. Check each word.');
    await expectAccessibleHere(page, 'ecash-restore', button(restore, 'Look for my ecash'));
  });

  await test.step('the right ones find all that is unspent', async () => {
    await field(page, 'Word 12').fill(phrase.split(' ')[11]!);
    await button(restore, 'Look for my ecash').click();
    await expect(restore).toContainText('Found so far12,345');
    await expectAccessibleHere(page, 'ecash-restoring', button(restore, 'Finish'));
    await button(restore, 'Finish').click();
    await expect(balance(page)).toContainText('12,345sats');
  });

  await test.step('a second tab shows the same, locked, and does not hide it', async () => {
    const other = await page.context().newPage();
    await other.goto(`${network.url}/about?money=ecash`);
    await expect(balance(other)).toContainText('12,345sats');
    await expect(balance(other)).toContainText('Locked. What you have is still shown');
    const remains = Object.entries(await other.evaluate(readRemains));
    const seed = Buffer.from(mnemonicToSeedSync(phrase)).toString('hex');
    expect(remains.filter(([, text]) => text.includes(phrase) || text.includes(seed))).toEqual([]);
    await button(dialog(other, 'Ecash wallet'), 'Deposit').click();
    await expect(
      dialog(other, 'Unlock your key')
        .or(other.getByRole('dialog', { name: /unlock/i }))
        .first(),
    ).toBeVisible();
  });

  await test.step('[CACHE-23] without the saved key it is still here, and a login that only reads is told so', async () => {
    await page.evaluate(() => history.pushState({}, '', '/about?clearSavedKeys=true'));
    const question = dialog(page, 'Clear Saved Keys');
    await expect(question).toContainText('You have 12,345 sats of ecash on this device');
    await button(question, 'Clear Saved Keys').click();
    await expect(question).toHaveCount(0);
    const [, other] = page.context().pages();
    await other!.goto(`${network.url}/about?money=ecash`);
    const wallet = dialog(other!, 'Ecash wallet');
    await expect(wallet).toContainText('You have 12,345 sats of ecash on this device');
    await expect(button(wallet, 'Log in')).toBeVisible();
  });

  await test.step('who signs out or clears everything is told of it, and deletes it only by typing how much it is', async () => {
    const open = (sheet: string) => page.evaluate((name) => history.pushState({}, '', `/about?${name}=true`), sheet);
    await open('signOut');
    await expect(dialog(page, 'Sign out')).toContainText('You have 12,345 sats of ecash on this device');
    await expectAccessibleHere(page, 'ecash-sign-out', dialog(page, 'Sign out'));
    await open('clearAllCaches');
    const question = dialog(page, 'Clear Everything');
    const confirm = button(question, 'Clear Everything');
    await expect(question).toContainText('You have 12,345 sats of ecash on this device');
    await expect(confirm).toBeEnabled();
    await expect(question).not.toContainText('Ecash tips');
    await question.getByRole('switch', { name: 'Delete the ecash, too' }).click();
    await expect(question).toContainText('Ecash tips that still reach you open only with the recovery phrase');
    await expect(confirm).toBeDisabled();
    await field(page, 'Type 12345 to delete the ecash for good').fill('about 12,345');
    await expect(confirm).toBeDisabled();
    await field(page, 'Type 12345 to delete the ecash for good').fill('12,345');
    await expectAccessibleHere(page, 'ecash-deletion', confirm);
    await addCoin(page, 4);
    await confirm.click();
    await expect(question.getByRole('alert')).toHaveText(
      'Your ecash was kept, for it changed in the meantime. Everything else was cleared.',
    );
    await expect(question).toContainText('You have 12,349 sats of ecash on this device');
    await expect(confirm).toBeDisabled();
    await field(page, 'Type 12349 to delete the ecash for good').fill('12349');
    await confirm.click();
    await expect(question).toHaveCount(0);
    await open('clearAllCaches');
    await expect(confirm).toBeEnabled();
    await expect(question).not.toContainText('12,345');
  });
});

test('a wallet that an extension did not open says so: each page leads to another try, and none asks for a key', async ({
  page,
  network,
}) => {
  const extension = { mood: 'answers' as const, key: testKey(97), opens: true };
  await injectExtension(page.context(), extension);
  await page.goto(`${network.url}/about`);
  await openSettings(page);
  await button(panel(page), /^NIP-07 Extension/).click();
  await expect(panel(page)).toContainText('Using Extension Key');
  await beginAtFirstMint(page);
  await deposit(page, network, 100);
  const token = await makeToken(page, 21);
  const invoice = await askDeposit(page, 40);
  const id = new URL(page.url()).searchParams.get('money')!;
  const again = (sheet: string) => button(dialog(page, sheet), 'Try again');
  const refused = /Your key didn.t open/;
  const expectNoKeyAsked = (sheet: string) =>
    expect(button(dialog(page, sheet), /Unlock|Log in|nsec|^Ask now$|^Look now$/i)).toHaveCount(0);

  extension.opens = false;
  await page.goto(`${network.url}/about?money=ecash`);
  await expect(balance(page)).toContainText('Not open. What you have is still shown');
  await expect(balance(page).getByRole('alert')).toHaveText(refused);
  await again('Ecash wallet').click();
  await expect(balance(page).getByRole('alert')).toHaveText(refused);
  await expect(again('Ecash wallet')).toBeFocused();
  await expectNoKeyAsked('Ecash wallet');
  await expectAccessibleHere(page, 'ecash-not-opened', again('Ecash wallet'));

  await openMoney(page, 'send');
  await amountIn(dialog(page, 'Send ecash')).fill('5');
  await expect(dialog(page, 'Send ecash')).toContainText(refused);
  await expect(again('Send ecash')).toBeVisible();
  await expectNoKeyAsked('Send ecash');

  await openMoney(page, id);
  const payment = dialog(page, 'Payment');
  await expect(payment).toContainText('This tab asks the mint once your wallet is open here');
  await expect(payment).not.toContainText('unpaid');
  await expect(again('Payment')).toBeVisible();
  await expectNoKeyAsked('Payment');

  const receive = await giveToken(page, token);
  await expect(receive.getByRole('alert')).toHaveText(refused);
  await expectNoKeyAsked('Receive ecash');
  extension.opens = true;
  await again('Receive ecash').click();
  await expect(button(receive, 'Take back')).toBeEnabled();
  await expect(receive.getByRole('heading', { name: 'Receive ecash' })).toBeFocused();

  await openMoney(page, id);
  await expect(button(payment, 'Look now')).toBeVisible();
  network.devnet.ledger.fund('a friend', 40);
  network.devnet.ledger.pay('a friend', invoice);
  await expect(dialog(page, 'Deposit received').or(payment)).toContainText('+40');
  await makeToken(page, 5);
  await openMoney(page, 'ecash');
  await expect(balance(page)).toContainText('Ready.');
});

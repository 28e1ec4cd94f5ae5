import type { Locator } from '@playwright/test';
import { noteEncode, nprofileEncode } from 'nostr-tools/nip19';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeCreqA } from '#domain/ecash/requests/creq.ts';
import { expectAccessibleHere } from './axe.ts';
import { amountIn, beginEcash, deposit, openMoney, push, somebodyElse } from './ecash-steps.ts';
import { expect, test } from './fixtures.ts';
import { button, dialog, field, PASSPHRASE } from './session-steps.ts';
import { skipSplash } from './screens.ts';
import { newPerson } from './social-steps.ts';

test('somebody asks for sats, is paid by private message and sees by whom; a shop is paid by HTTP, and what it refuses stays here', async ({
  page,
  browser,
  network,
}) => {
  test.slow();
  const { url: mint } = network.devnet.mints[0]!;
  const friend = await somebodyElse(browser, network, 96);

  const request = await test.step('a request is made', async () => {
    await openMoney(friend, 'receive');
    await button(dialog(friend, 'Receive ecash'), 'Request sats instead').click();
    const sheet = dialog(friend, 'Request sats');
    await amountIn(sheet).fill('210');
    await sheet.getByRole('textbox', { name: /^Memo/ }).fill('feeder fund');
    await sheet.getByRole('switch', { name: 'Lock it to my wallet' }).check();
    await expectAccessibleHere(friend, 'request', sheet);
    await button(sheet, 'Make request').click();
    const shown = dialog(friend, 'Request 210 sats');
    await expect(shown).toContainText('Waiting for payment');
    await expectAccessibleHere(friend, 'request-shown', shown);
    return (await shown.getByText(/^creqA/).textContent()) ?? '';
  });

  await test.step('it is opened by a link', async () => {
    await beginEcash(page, network, 95);
    await deposit(page, network, 1_000);
    await push(page, `/open?q=${encodeURIComponent(`cashu:${request}`)}`);
    const sheet = dialog(page, 'Pay a request');
    await expect(sheet).toContainText('feeder fund');
    await expect(sheet).toContainText('private message');
    await expect(button(sheet, /^Pay 21\d sats$/)).toBeEnabled();
    // how many of one's mints they take is told at the end of the line
    const told = sheet.getByText('they take this one');
    const [line, mint] = await Promise.all(
      [told, sheet.getByRole('radio')].map(async (one) => (await one.boundingBox())!),
    );
    expect(mint!.x + mint!.width - line!.x - line!.width).toBeLessThan(24);
    await expectAccessibleHere(page, 'request-pay', sheet);
  });

  await test.step('it stands in a note as a card, and is paid from there', async () => {
    const note = newPerson().sign(1, [], `Who helps with the feeder? ${request}`, 0);
    await network.devnet.publish(note);
    await push(page, `/note/${noteEncode(note.id)}`);
    const card = page.getByRole('region', { name: 'Payment request, 210 sats' });
    await expect(card).toContainText('asks for sats');
    await expect(card).toContainText('feeder fund');
    await expect(page.getByRole('main')).not.toContainText('creqA');
    // who has no name is said once, and the way to pay stands where that of a token does
    expect((await card.textContent())!.match(/npub1/g)).toHaveLength(1);
    const ends = await Promise.all([card, button(card, 'Pay')].map(async (one) => (await one.boundingBox())!));
    expect(ends[0]!.x + ends[0]!.width - ends[1]!.x - ends[1]!.width).toBeLessThan(24);
    await expectAccessibleHere(page, 'note-request', card);
    await push(friend, `/note/${noteEncode(note.id)}`);
    const own = friend.getByRole('region', { name: 'Payment request, 210 sats' });
    await expect(own).toContainText('You ask for this');
    await expect(button(own, 'Pay')).toHaveCount(0);
    await button(own, 'See what came in').click();
    await button(card, 'Pay').click();
    const sheet = dialog(page, 'Pay a request');
    await button(sheet, /^Pay 21\d sats$/).click();
    const paid = dialog(page, '210 sats paid');
    await expect(paid).toContainText('They have taken the payment');
    await expectAccessibleHere(page, 'request-paid', paid);
    await button(paid, 'Done').click();
  });

  await test.step('who asked sees it paid, and by whom', async () => {
    const shown = dialog(friend, 'Request 210 sats');
    await expect(shown).toContainText(/Paid by /);
    await expectAccessibleHere(friend, 'request-done', shown);
    await button(shown, 'Done').click();
    await openMoney(friend, 'ecash');
    await expect(dialog(friend, 'Ecash wallet').getByRole('region', { name: 'Balance' })).toContainText('210');
    await expect(dialog(friend, 'Ecash wallet').getByRole('list', { name: 'History' })).toContainText(
      'Your request was paid',
    );
    await openMoney(page, 'ecash');
    await dialog(page, 'Ecash wallet')
      .getByRole('button', { name: /^Request paid/ })
      .click();
    await expect(page.getByText('Request paid', { exact: true })).toBeVisible();
    await expect(page.getByText('Token sent')).toHaveCount(0);
    await friend.context().close();
  });

  await test.step('whoever asks is shown with the address of their profile only where its domain says so', async () => {
    const asks = async (nip05: string) => {
      const person = newPerson();
      await network.devnet.publish(person.sign(0, [], JSON.stringify({ name: 'Till', nip05 })));
      const [a, npub] = [nprofileEncode({ pubkey: person.pubkey }), person.npub];
      const text = writeCreqA({ a: 21, u: 'sat', s: true, t: [{ t: 'nostr', a, g: [['n', '17']] }] });
      const show = () => push(page, `/open?q=${encodeURIComponent(text)}`);
      return { show, pubkey: person.pubkey, key: npub.slice(0, 8) };
    };
    const sheet = dialog(page, 'Pay a request');
    const [honest, pretender] = [await asks('till@shop.example'), await asks('till@bank.example')];
    await page.route('https://*.example/.well-known/nostr.json?name=till', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { names: { till: honest.pubkey } },
      }),
    );
    const asked = page.waitForResponse('https://bank.example/**');
    await pretender.show();
    await expect(sheet).toContainText('Till');
    await asked;
    await expect(sheet).toContainText(pretender.key);
    await expect(sheet).not.toContainText('@');
    await button(sheet, 'Not now').click();
    await honest.show();
    await expect(sheet).toContainText('till@shop.example');
    await expect(sheet).not.toContainText(honest.key);
    await button(sheet, 'Not now').click();
  });

  await test.step('a shop that does not take the payment is asked again, with the same', async () => {
    const bodies: string[] = [];
    let takes = false;
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    };
    const server = createServer((asked, answer) => {
      let body = '';
      asked.on('data', (part) => (body += String(part)));
      asked.on('end', () => {
        if (asked.method !== 'POST') return answer.writeHead(204, cors).end();
        bodies.push(body);
        return answer.writeHead(takes ? 200 : 503, cors).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    try {
      const shop = `http://localhost:${(server.address() as AddressInfo).port}/pay`;
      const order = { i: 'order 7', a: 30, u: 'sat', s: true, m: [mint], d: 'Two teas' };
      // what they lock it with, and no more: nobody adds a way back that they did not ask for
      const lockedBy = (tags: string[][]) =>
        writeCreqA({
          ...order,
          t: [{ t: 'post', a: shop }],
          nut10: { k: 'P2PK', d: `02${newPerson().pubkey}`, t: tags },
        });
      const locks: readonly (readonly [string[][], RegExp])[] = [
        [[], /only they can open it, and you cannot take it back/],
        [[['locktime', '4000000000']], /until .*2096.* only they can open it, then you can take it back/],
      ];
      for (const [tags, words] of locks) {
        await push(page, `/open?q=${encodeURIComponent(lockedBy(tags))}`);
        await expect(dialog(page, 'Pay a request')).toContainText(words);
        await button(dialog(page, 'Pay a request'), 'Not now').click();
      }
      await openMoney(page, 'pay');
      const text = writeCreqA({ ...order, t: [{ t: 'post', a: shop }] });
      await dialog(page, 'Pay an invoice')
        .getByRole('textbox', { name: /^Lightning invoice/ })
        .fill(text);
      await button(dialog(page, 'Pay an invoice'), 'Next').click();
      const sheet = dialog(page, 'Pay a request');
      await expect(sheet).toContainText('Two teas');
      await button(sheet, /^Pay 3\d sats$/).click();
      await expect(sheet).toContainText('Not delivered');
      await expect(sheet).toContainText('503');
      await expectAccessibleHere(page, 'request-failed', sheet);
      const before = bodies.length;
      await button(sheet, 'Try again').click();
      await expect.poll(() => bodies.length).toBeGreaterThan(before);
      takes = true;
      // it is brought once more by itself
      await expect(sheet).toContainText('It is theirs once they open it');
      expect(new Set(bodies).size).toBe(1);
      expect(JSON.parse(bodies[0]!)).toMatchObject({ id: 'order 7', mint, unit: 'sat', memo: 'Two teas' });

      // what is on its way waits for a key that is locked, and goes on with it
      takes = false;
      await push(
        page,
        `/open?q=${encodeURIComponent(writeCreqA({ ...order, i: 'order 8', t: [{ t: 'post', a: shop }] }))}`,
      );
      await button(sheet, /^Pay 3\d sats$/).click();
      await expect(sheet).toContainText('503');
      await page.reload();
      const payment = dialog(page, 'Payment');
      await expect(payment).toContainText('Waits for your key');
      await expectAccessibleHere(page, 'request-locked', button(payment, 'Unlock key'));
      takes = true;
      await button(payment, 'Unlock key').click();
      await field(page, 'Passphrase').fill(PASSPHRASE);
      await page.keyboard.press('Enter');
      await expect(payment).not.toContainText('Waits for your key');
    } finally {
      server.close();
    }
  });
});

test('what follows from a sheet takes its place: one closing leads back to the wallet', async ({ page, network }) => {
  await beginEcash(page, network, 115);
  // places in the history are known from here on
  await page.goto(`${network.url}/about?money=ecash`);
  const wallet = dialog(page, 'Ecash wallet');
  await button(wallet, 'Unlock ecash').click();
  await field(page, 'Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(wallet).not.toContainText('Unlock ecash');
  const closeOnce = async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\?money=ecash$/);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  };

  const request = await test.step('a request of one’s own', async () => {
    await button(wallet, 'Receive').click();
    await button(dialog(page, 'Receive ecash'), 'Request sats instead').click();
    await test.step('[ROUTE-44] the keys for an amount are there as long as the sheet stands at the bottom', async () => {
      const keys = dialog(page, 'Request sats').getByRole('group', { name: 'Number keys' });
      const { width, height } = page.viewportSize()!;
      await page.setViewportSize({ width: 767, height });
      await expect(keys).toBeVisible();
      await page.setViewportSize({ width: 768, height });
      await expect(keys).toHaveCount(0);
      await page.setViewportSize({ width, height });
    });
    await amountIn(dialog(page, 'Request sats')).fill('21');
    await button(dialog(page, 'Request sats'), 'Make request').click();
    const text =
      (await dialog(page, 'Request 21 sats')
        .getByText(/^creqA/)
        .textContent()) ?? '';
    await closeOnce();
    return text;
  });

  await test.step('an offer of one’s own', async () => {
    await button(wallet, 'Deposit').click();
    await button(dialog(page, 'Deposit over Lightning'), 'Get a reusable offer instead').click();
    await button(dialog(page, 'Reusable offer'), 'Make offer').click();
    await expect(dialog(page, 'Reusable offer').getByText(/^lno1/)).toBeVisible();
    await closeOnce();
    // without a memo it is told from others by its mint
    await expect(wallet.getByRole('region', { name: 'Offers' }).getByRole('button')).toContainText('Hazel');
  });

  await test.step('an invoice', async () => {
    await button(wallet, 'Deposit').click();
    await amountIn(dialog(page, 'Deposit over Lightning')).fill('34');
    await button(dialog(page, 'Deposit over Lightning'), 'Make invoice').click();
    await expect(dialog(page, 'Deposit over Lightning').getByText(/^lnbc/)).toBeVisible();
    await expect(page).not.toHaveURL(/money=deposit/);
    await closeOnce();
  });

  await test.step('a request of somebody else', async () => {
    for (const [act, sheet, text] of [
      ['Pay', 'Pay an invoice', /^Lightning invoice/],
      ['Receive', 'Receive ecash', /^Token/],
    ] as const) {
      await button(wallet, act).click();
      await dialog(page, sheet).getByRole('textbox', { name: text }).fill(request);
      if (act === 'Pay') await button(dialog(page, sheet), 'Next').click();
      await expect(dialog(page, 'Pay a request')).toBeVisible();
      await closeOnce();
    }
  });
});

test('a name from right to left stands where names stand, and leaves the sentence around it in its order', async ({
  page,
  network,
}) => {
  const [asker, follower] = [newPerson(), newPerson()];
  const name = 'محمد العربي';
  const a = nprofileEncode({ pubkey: asker.pubkey });
  const request = writeCreqA({ a: 21, u: 'sat', s: true, t: [{ t: 'nostr', a, g: [['n', '17']] }] });
  const note = follower.sign(1, [], `Who helps? ${request}`);
  for (const event of [asker.sign(0, [], JSON.stringify({ name })), follower.sign(3, [['p', asker.pubkey]]), note])
    await network.devnet.publish(event);
  await skipSplash(page);
  await page.goto(`${network.url}/note/${noteEncode(note.id)}`);
  const card = page.getByRole('region', { name: 'Payment request, 21 sats' });
  const asks = card.getByText('asks for sats');
  await expect(asks).toHaveText(`\u2068${name}\u2069 asks for sats`);
  await expect(asks).toHaveCSS('direction', 'ltr');

  await page.goto(`${network.url}/npub/${follower.npub}/following`);
  const row = page.getByRole('list', { name: 'Following' }).getByRole('link', { name });
  const startOf = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().x;
    });
  expect(Math.abs((await startOf(row.getByText(name))) - (await startOf(row.locator('small'))))).toBeLessThan(4);
});

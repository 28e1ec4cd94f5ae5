import { nsecEncode } from 'nostr-tools/nip19';
import { verifyEvent } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSigner } from '#devnet/content/signer.ts';
import { startAddressService, type AddressFault, type DevAddressService } from '#devnet/lightning/address-service.ts';
import { startMint, type Mint } from '#devnet/mint/mint.ts';
import type { AddressProblem } from '#domain/ecash/ecash-problem.ts';
import { acts, beginWallet } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { testCore } from '#tests/support/core-world.ts';

const ANNA = new Uint8Array(32).fill(3);

describe('an address that pays into the ecash', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let service: DevAddressService;
  let other: Mint;
  let calls: string[];
  const browsers: EcashBrowser[] = [];
  beforeEach(async () => {
    calls = [];
    place = await openPlace();
    other = await startMint({ ledger: place.lightning, cacheSeconds: false, seed: 'another' });
    service = await startAddressService({
      ledger: place.lightning,
      signer: createSigner('address'),
      mint: () => other.url,
      publish: () => {},
      port: 0,
    });
  });
  afterEach(async () => {
    for (const browser of browsers.splice(0)) browser.close();
    await service.close();
    await other.stop();
    await place.mint.stop();
  });
  const openBrowser = () => {
    const browser = openEcashBrowser({ asked: (call) => calls.push(call) });
    browsers.push(browser);
    return browser;
  };
  /** Somebody pays to the address; gives the invoice. */
  const payTo = async (address: string, sats: number): Promise<string> => {
    const [name] = address.split('@');
    const answer = await fetch(`${service.url}/.well-known/lnurlp/${name}?amount=${sats * 1_000}`);
    const { pr } = (await answer.json()) as { pr: string };
    place.lightning.pay('payer', pr);
    return pr;
  };
  const setUp = (tab: EcashTab) => tab.ecash.address.setUp(service.url, place.mint.url);

  it('takes what was paid, once, as ecash locked to this wallet, and asks the signer of the account for nothing', async () => {
    const browser = openBrowser();
    const tab = await beginWallet(browser.open(ANNA), place);
    const before = calls.length;
    const address = await setUp(tab);
    expect(address).toMatch(/^npub1\w+@127\.0\.0\.1:\d+$/);
    await payTo(address, 210);
    expect(await tab.ecash.address.fetch()).toBe(210);
    await tab.until('taken', ({ balance, open }) => balance === 210 && open.length === 0);
    expect(tab.stand().history).toMatchObject([{ kind: 'deposit', amount: 210, outcome: 'done', address }]);
    // the service names the payment for ever
    expect(await tab.ecash.address.fetch()).toBe(0);
    expect(tab.stand().history).toHaveLength(1);
    expect(place.mint.books.outstanding()).toBe(210);
    expect(calls.slice(before).filter((call) => call === 'sign 27235')).toEqual([]);
    expect(tab.ecash.address.stand.get()).toMatchObject({ service: service.url, mint: place.mint.url, asks: [] });
  });

  it('has all looked through once more when it is set up again', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    await payTo(await setUp(tab), 21);
    await tab.ecash.address.fetch();
    await tab.until('fetched', () => tab.ecash.address.stand.get()?.since !== undefined);
    await setUp(tab);
    await tab.until('set up', () => tab.ecash.address.stand.get()?.since === undefined);
    expect(await tab.ecash.address.fetch()).toBe(0);
    await tab.until('taken', ({ balance, open }) => balance === 21 && open.length === 0);
  });

  it('is looked at by itself at the start, by one tab, and no more than once in a minute', async () => {
    const browser = openBrowser();
    const tab = await beginWallet(browser.open(ANNA), place);
    const address = await setUp(tab);
    tab.kill();
    await payTo(address, 21);
    const lists = () => service.asked.filter((one) => one === 'GET /api/v2/wallet/quotes').length;
    const before = lists();
    const next = browser.open(ANNA);
    await next.until('taken', ({ balance, open }) => balance === 21 && open.length === 0);
    expect(acts(next)).toBe(true);
    next.document.dispatchEvent(new Event('visibilitychange'));
    next.window.dispatchEvent(new Event('online'));
    await payTo(address, 4);
    expect(await next.ecash.address.fetch()).toBe(4);
    await next.until('taken', ({ balance, open }) => balance === 25 && open.length === 0);
    expect(lists() - before).toBe(2);
  });

  it('leaves what waits at a mint that is not used until the user uses it', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    const address = await setUp(tab);
    // the service keeps it elsewhere than it was told to
    service.moveAll(other.url);
    await payTo(address, 50);
    expect(await tab.ecash.address.fetch()).toBe(0);
    await tab.until('told', () => tab.ecash.address.stand.get()?.asks?.length === 1);
    expect(tab.ecash.address.stand.get()?.asks).toMatchObject([{ mint: other.url, amount: 50 }]);
    expect(tab.stand().balance).toBe(0);
    await tab.ecash.addMint(other.url);
    expect(await tab.ecash.address.fetch()).toBe(50);
    await tab.until('taken', ({ balance, open }) => balance === 50 && open.length === 0);
    expect(tab.ecash.address.stand.get()?.asks).toEqual([]);
  });

  it('is not believed about a payment: the mint has the last word', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    const address = await setUp(tab);
    const pr = await payTo(address, 21);
    const quotes = [
      { mintUrl: place.mint.url, quoteId: 'made-up', amount: 1_000_000, paidAt: 5, createdAt: 5 },
      { mintUrl: place.mint.url, quoteId: '../../keys', amount: 1, paidAt: 5, createdAt: 5 },
      { mintUrl: 'http://192.168.0.1', quoteId: 'near', amount: 7, paidAt: 5, createdAt: 5 },
      'nothing',
    ];
    service.fault = (path) =>
      path.endsWith('/quotes')
        ? { text: JSON.stringify({ data: { quotes }, metadata: { total: quotes.length } }) }
        : undefined;
    expect(await tab.ecash.address.fetch()).toBe(0);
    await tab.until('told', () => tab.ecash.address.stand.get()?.problem !== undefined);
    expect(tab.stand()).toMatchObject({ balance: 0, open: [], history: [] });
    service.fault = undefined;
    expect(await tab.ecash.address.fetch()).toBe(21);
    await tab.until('taken', ({ balance }) => balance === 21);
    expect(pr).toMatch(/^lnbc/);
  });

  it('takes each payment once though it is named twice, reads all pages, and leaves what is locked to others', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    const address = await setUp(tab);
    for (let count = 0; count < 52; count += 1) await payTo(address, 2);
    const pubkey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const asked = await fetch(`${place.mint.url}/v1/mint/quote/bolt11`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 500, unit: 'sat', pubkey }),
    });
    const { quote, request } = (await asked.json()) as { quote: string; request: string };
    place.lightning.pay('payer', request);
    const row = { mintUrl: place.mint.url, quoteId: quote, amount: 500, paidAt: 5, createdAt: 5 };
    service.fault = (path) =>
      path.endsWith('/quotes')
        ? { text: JSON.stringify({ data: { quotes: [row, row] }, metadata: { total: 2 } }) }
        : undefined;
    expect(await tab.ecash.address.fetch()).toBe(0);
    await tab.until('told', () => tab.ecash.address.stand.get()?.problem?.code === 'quote-key-missing');
    service.fault = undefined;
    expect(await tab.ecash.address.fetch()).toBe(104);
    await tab.until('taken', ({ balance, open }) => balance === 104 && open.length === 0);
    expect(tab.stand().history).toHaveLength(52);
  });

  it('fetches what another device with the same words left, and asks its mint no more for what that one took', async () => {
    const phone = await beginWallet(openBrowser().open(ANNA), place);
    const address = await setUp(phone);
    await payTo(address, 64);
    expect(await phone.ecash.address.fetch()).toBe(64);
    await phone.until('taken', ({ balance, open }) => balance === 64 && open.length === 0);
    const words = await phone.ecash.words();
    await payTo(address, 32);
    const laptop = openBrowser().open(ANNA);
    await laptop.until('looked', (stand) => !stand.exists);
    await laptop.ecash.create(words);
    await laptop.ecash.addMint(place.mint.url);
    await laptop.until('acts', () => acts(laptop));
    expect(await setUp(laptop)).toBe(address);
    expect(await laptop.ecash.address.fetch()).toBe(32);
    await laptop.until(
      'taken',
      ({ history, open }) => open.length === 0 && history.some(({ amount }) => amount === 32),
    );
    expect(place.mint.books.outstanding()).toBe(96);
  });

  it.each<[string, AddressFault, AddressProblem]>([
    ['is down', { status: 503, text: 'gone' }, { code: 'address-refused', status: 503, said: '' }],
    ['says no', { status: 401, text: '{"message":"who?"}' }, { code: 'address-refused', status: 401, said: 'who?' }],
    [
      'says no with success',
      { text: '{"error":true,"message":"no"}' },
      { code: 'address-refused', status: 200, said: 'no' },
    ],
    ['shows a page', { text: '<!doctype html><p>Hello' }, { code: 'address-answer' }],
    ['says too much', { text: `"${'x'.repeat(600_000)}"` }, { code: 'address-answer' }],
    ['says nothing', { text: '' }, { code: 'address-answer' }],
    [
      'leads to this network',
      { status: 302, text: '', headers: { location: 'http://192.168.0.1/' } },
      { code: 'address-redirect' },
    ],
  ])('a service that %s takes nothing away', async (_, fault, problem) => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    const address = await setUp(tab);
    await payTo(address, 21);
    service.fault = () => fault;
    await expect(tab.ecash.address.fetch()).rejects.toMatchObject({ problem });
    await tab.until('told', () => tab.ecash.address.stand.get()?.problem !== undefined);
    expect(tab.ecash.address.stand.get()?.problem).toEqual(problem);
    service.fault = undefined;
    expect(await tab.ecash.address.fetch()).toBe(21);
    await tab.until('taken', ({ balance, open }) => balance === 21 && open.length === 0);
    expect(tab.ecash.address.stand.get()?.problem).toBeUndefined();
  });

  it('is refused over http, on this network, and where it is no origin', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    for (const bad of [
      'http://npub.cash',
      'https://192.168.1.1',
      'ftp://npub.cash',
      'https://npub.cash/path',
      'npub',
      '',
    ])
      await expect(tab.ecash.address.setUp(bad, place.mint.url)).rejects.toMatchObject({
        problem: { code: 'address-service' },
      });
    const secret = tab.ecash.address.setUp(`https://${nsecEncode(ANNA)}.cash`, place.mint.url);
    await expect(secret).rejects.toMatchObject({ problem: { code: 'secret-inside' } });
    expect(tab.ecash.address.stand.get()).toBeUndefined();
  });

  it('is not set up where the service keeps payments elsewhere', async () => {
    const tab = await beginWallet(openBrowser().open(ANNA), place);
    service.fault = (path) =>
      path.endsWith('/info') ? { text: JSON.stringify({ data: { user: { mintUrl: other.url } } }) } : undefined;
    await expect(setUp(tab)).rejects.toMatchObject({ problem: { code: 'address-mint' } });
    expect(tab.ecash.address.stand.get()).toBeUndefined();
  });

  it('is taken once by two tabs that fetch at the same moment', async () => {
    const browser = openBrowser();
    const one = await beginWallet(browser.open(ANNA), place);
    const two = browser.open(ANNA);
    await two.until('open', () => two.chart.getSnapshot().hasTag('follows'));
    const address = await setUp(one);
    await payTo(address, 64);
    await payTo(address, 32);
    await two.until('there', () => two.ecash.address.stand.get() !== undefined);
    await Promise.all([one.ecash.address.fetch(), two.ecash.address.fetch()]);
    await one.until('taken', ({ balance, open }) => balance === 96 && open.length === 0);
    expect(one.stand().history).toHaveLength(2);
  });

  it('stops when the user wants it no longer, and can still be fetched by hand', async () => {
    const browser = openBrowser();
    const tab = await beginWallet(browser.open(ANNA), place);
    const address = await setUp(tab);
    await tab.ecash.address.leave();
    tab.kill();
    await payTo(address, 21);
    const asked = service.asked.length;
    const next = browser.open(ANNA);
    await next.until('acts', () => acts(next));
    next.window.dispatchEvent(new Event('online'));
    await next.until('there', () => next.ecash.address.stand.get() !== undefined);
    expect(await next.ecash.address.fetch()).toBe(21);
    await next.until('taken', ({ balance }) => balance === 21);
    expect(service.asked.slice(asked).filter((one) => one.endsWith('/auth/nip98'))).toHaveLength(1);
  });
});

describe('the login to a service (NIP-98)', () => {
  it('names one address and one method, is signed by the key of the wallet, and by nothing while that is locked', async () => {
    const core = testCore();
    await expect(core.signRequest({ url: 'https://npub.cash/a', method: 'GET' })).rejects.toMatchObject({
      problem: { code: 'ecash-locked' },
    });
    const { pubkey } = await core.create();
    const header = await core.signRequest({ url: 'https://npub.cash/a', method: 'GET' });
    const event = JSON.parse(atob(header.replace(/^Nostr /, ''))) as Parameters<typeof verifyEvent>[0];
    expect(verifyEvent(event)).toBe(true);
    expect(event).toMatchObject({
      kind: 27_235,
      content: '',
      tags: [
        ['u', 'https://npub.cash/a'],
        ['method', 'GET'],
      ],
    });
    expect(`02${event.pubkey}`).toBe(pubkey);
  });
});

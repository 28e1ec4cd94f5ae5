import { acts, beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EcashStand } from '#ports/ecash.ts';
import { writeCreqA, readCreq } from '#domain/ecash/requests/creq.ts';
import type { MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { giftWrap, makeMessage } from '#domain/messages/gift-wrap.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { keySigner } from '#tests/support/key-signer.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);
const READ = 'wss://read.example';

describe('requests in the app', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: ReturnType<typeof createRelayWorld>;
  const browsers: EcashBrowser[] = [];
  const servers: Server[] = [];
  const browser = () => {
    const opened = openEcashBrowser({ requests: relays.requests });
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
    relays = createRelayWorld([READ]);
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    for (const server of servers.splice(0)) server.close();
    await place.mint.stop();
  });

  const withWallet = async (tab: EcashTab, sats = 0) => {
    await beginWallet(tab, place);
    if (sats === 0) return tab;
    await payDeposit(tab, place, sats);
    await tab.until('deposited', ({ balance }) => balance === sats);
    return tab;
  };

  const asked = async (tab: EcashTab, wish: Partial<Parameters<EcashTab['ecash']['makeRequest']>[0]> = {}) => {
    const usual = { amount: 30, memo: 'honey', mints: [place.mint.url], isSingleUse: true, isLocked: false };
    const id = await tab.ecash.makeRequest({ ...usual, ...wish });
    await tab.until('written', ({ requests }) => requests.some((one) => one.id === id));
    return id;
  };
  /** private messages on the relay, which also has what the wallet keeps there */
  const wraps = () => relays.at(READ).filter(({ kind }) => kind === 1059);
  const requestOf = (tab: EcashTab, id: string): MadeRequest => tab.stand().requests.find((one) => one.id === id)!;
  const payIt = (tab: EcashTab, request: string, attempt = 'press') =>
    tab.ecash.payRequest({ request, mint: place.mint.url, attempt });

  const open = async () => {
    const [first, second] = [browser(), browser()];
    const [ben, anna] = [await withWallet(first.open(BEN)), await withWallet(second.open(ANNA), 100)];
    return { ben, anna, bens: first, annas: second };
  };

  it.each([false, true])('are paid over Nostr, and known by who paid them (locked: %s)', async (isLocked) => {
    const { ben, anna } = await open();
    const id = await asked(ben, { isLocked });
    const { text } = requestOf(ben, id);
    expect(anna.ecash.readRequest(text)).toMatchObject({
      amount: 30,
      memo: 'honey',
      isSingleUse: true,
      mints: [place.mint.url],
      ways: [{ type: 'message', pubkey: getPublicKey(BEN), relays: [READ] }],
    });
    const paid = await payIt(anna, text);
    await ben.until('received', ({ balance }) => balance === 30);
    await anna.until('taken', ({ balance, open: left }) => balance === 70 && left.length === 0);
    expect(requestOf(ben, id).payments).toMatchObject([
      { from: getPublicKey(ANNA), amount: 30, mint: place.mint.url, memo: 'honey', state: 'taken' },
    ]);
    expect(ben.stand().history.find(({ kind }) => kind === 'receive')).toMatchObject({ person: getPublicKey(ANNA) });
    expect(anna.stand().history.find(({ operation }) => operation === paid)).toMatchObject({ outcome: 'taken' });
    // nothing of it is on relays but what nobody else can open
    expect(wraps()).toHaveLength(1);
    expect(JSON.stringify(wraps())).not.toContain(getPublicKey(ANNA));
    await expect(payIt(anna, text, 'another press')).rejects.toMatchObject({ problem: { code: 'request-paid' } });
    expect(await payIt(anna, text)).toBe(paid);
    expect(anna.stand().balance).toBe(70);
  });

  it('are paid once by two presses in two tabs, with a reload between', async () => {
    const { ben, anna, annas } = await open();
    const id = await asked(ben);
    const { text } = requestOf(ben, id);
    const other = annas.open(ANNA);
    await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
    const begun = await Promise.all([payIt(anna, text), payIt(other, text), payIt(anna, text)]);
    expect(new Set(begun).size).toBe(1);
    anna.kill();
    await other.until('acts', () => acts(other));
    expect(await payIt(other, text)).toBe(begun[0]);
    await ben.until('received', ({ balance }) => balance === 30);
    await other.until('taken', ({ balance, open: left }) => balance === 70 && left.length === 0);
    expect(new Set(wraps().map(({ id: wrap }) => wrap)).size).toBe(1);
  });

  it('are taken once when the payment is delivered twice, to two tabs', async () => {
    const { ben, anna, bens } = await open();
    const id = await asked(ben);
    const other = bens.open(BEN);
    await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
    await payIt(anna, requestOf(ben, id).text);
    await ben.until('received', ({ balance }) => balance === 30);
    relays.put(READ, wraps()[0]!);
    ben.kill();
    await other.until('acts', () => acts(other));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(other.stand().balance).toBe(30);
    expect(requestOf(other, id).payments).toHaveLength(1);
    expect((await bens.ledgerOf(BEN).operations('all')).filter(({ kind }) => kind === 'receive')).toHaveLength(1);
  });

  const late = (operation: string) => (stand: EcashStand) =>
    stand.open.some(({ id, parcel }) => id === operation && parcel?.trouble !== undefined);

  it('are brought once more by themselves while no relay takes them, the same ones', async () => {
    const { ben, anna } = await open();
    const { text } = requestOf(ben, await asked(ben));
    relays.closed.add(READ);
    const id = await payIt(anna, text);
    await anna.until('late', late(id));
    const { state, tries, nextAt, wrap } = anna.stand().open.find((record) => record.id === id)!.parcel!;
    expect([state, tries, nextAt! > Date.now()]).toEqual(['due', 1, true]);
    relays.closed.clear();
    await ben.until('received', ({ balance }) => balance === 30);
    await anna.until('taken', ({ balance, open: left }) => balance === 70 && left.length === 0);
    expect(wraps()).toEqual([wrap]);
  });

  it('of single use can be paid again once the payment was taken back', async () => {
    const { ben, anna } = await open();
    const { text } = requestOf(ben, await asked(ben));
    relays.closed.add(READ);
    const id = await payIt(anna, text);
    await anna.until('late', late(id));
    await expect(payIt(anna, text, 'again')).rejects.toMatchObject({ problem: { code: 'request-paid' } });
    await anna.ecash.reclaim(id);
    await anna.until('back', ({ balance, open: left }) => balance === 100 && left.length === 0);
    relays.closed.clear();
    await payIt(anna, text, 'again');
    await ben.until('received', ({ balance }) => balance === 30);
    expect(wraps()).toHaveLength(1);
  });

  it('that are locked cannot be taken back, and go on being brought', async () => {
    const { ben, anna } = await open();
    const { text } = requestOf(ben, await asked(ben, { isLocked: true }));
    relays.closed.add(READ);
    const id = await payIt(anna, text);
    await anna.until('late', late(id));
    expect(await anna.ecash.reclaim(id)).toBeUndefined();
    relays.closed.clear();
    await ben.until('received', ({ balance }) => balance === 30);
  });

  it('keep the token here when no relay takes it, bring the same one later, or take it back', async () => {
    const { ben, anna } = await open();
    const text = requestOf(ben, await asked(ben, { isSingleUse: false })).text;
    relays.closed.add(READ);
    const id = await payIt(anna, text);
    await anna.until('late', late(id));
    const { wrap, trouble } = anna.stand().open.find((record) => record.id === id)!.parcel!;
    expect(trouble).toEqual({ code: 'message-undelivered' });
    expect(await anna.ecash.token(id)).toMatch(/^cashuB/);
    relays.closed.clear();
    await anna.ecash.deliverAgain(id);
    await ben.until('received', ({ balance }) => balance === 30);
    expect(wraps()).toEqual([wrap]);

    relays.closed.add(READ);
    const again = await payIt(anna, text, 'again');
    await anna.until('late', late(again));
    await anna.ecash.reclaim(again);
    await anna.until('back', ({ balance }) => balance === 70);
    expect(ben.stand().balance).toBe(30);
  });

  it('ask first about a payment of a mint that was not asked for', async () => {
    const { ben, anna } = await open();
    const id = await asked(ben, { mints: ['https://other.example'] });
    const { text } = requestOf(ben, id);
    await payIt(anna, text);
    await ben.until('asks', () => requestOf(ben, id).payments[0]?.state === 'asks');
    expect(ben.stand().balance).toBe(0);
    const [payment] = requestOf(ben, id).payments;
    await ben.ecash.decidePayment({ request: id, rumor: payment!.rumor }, true);
    await ben.until('received', ({ balance }) => balance === 30);
    expect(requestOf(ben, id).payments[0]).toMatchObject({ state: 'taken' });
    await ben.until('not kept any more', () => requestOf(ben, id).payments[0]?.wrap === undefined);
  });

  it('take a payment after all that their mint refused for a reason of its own, also after a reload', async () => {
    const { ben, anna, bens } = await open();
    const id = await asked(ben, { isSingleUse: false });
    const { text } = requestOf(ben, id);
    ben.kill();
    await payIt(anna, text);
    await anna.until('brought', ({ open: left }) => left.some(({ parcel }) => parcel?.state === 'done'));
    place.mint.faults.script({ on: 'swap', fault: { type: 'refused', code: 0, detail: 'database is locked' } });
    const again = bens.open(BEN);
    await again.until('refused', () => requestOf(again, id)?.payments[0]?.trouble?.code === 'mint-refused');
    expect(requestOf(again, id).payments).toMatchObject([{ state: 'new', trouble: { number: 0 } }]);
    again.kill();
    const last = bens.open(BEN);
    await last.until('received', ({ balance }) => balance === 30);
    await last.until('settled', () => requestOf(last, id).payments[0]?.wrap === undefined);
    expect(requestOf(last, id).payments).toMatchObject([{ state: 'taken' }]);
    expect(requestOf(last, id).payments[0]).not.toHaveProperty('trouble');
  });

  it('refuse what is no payment, of another unit, or at a mint that cannot be one', async () => {
    const { ben } = await open();
    const id = await asked(ben, { isSingleUse: false });
    const stranger = keySigner(9);
    const say = async (content: string) => {
      const rumor = makeMessage({
        from: stranger.pubkey,
        to: getPublicKey(BEN),
        content,
        now: Math.floor(Date.now() / 1_000),
      });
      relays.put(
        READ,
        await giftWrap(stranger, getPublicKey(BEN), rumor, { now: Math.floor(Date.now() / 1_000), random: () => 0 }),
      );
    };
    const proof = { amount: 4, id: '00ad268c4d1f5826', secret: 'made up', C: `02${'1'.repeat(64)}` };
    await say('hello');
    await say(JSON.stringify({ id: 'another', mint: place.mint.url, unit: 'sat', proofs: [proof] }));
    await say(JSON.stringify({ id, mint: place.mint.url, unit: 'usd', proofs: [proof] }));
    await say(JSON.stringify({ id, mint: 'http://10.0.0.1', unit: 'sat', proofs: [proof] }));
    await say(JSON.stringify({ id, mint: place.mint.url, unit: 'sat', proofs: [proof, proof] }));
    await ben.until('refused', () => requestOf(ben, id).payments.length === 3);
    const codes = requestOf(ben, id).payments.map(({ state, trouble }) => `${state} ${trouble?.code}`);
    expect(new Set(codes)).toEqual(new Set(['refused mint-url', 'refused token-twice', 'refused token-unit']));
    expect(ben.stand().balance).toBe(0);
  });

  it('are taken when the wallet is opened later, with what came meanwhile', async () => {
    const { ben, anna, bens } = await open();
    const id = await asked(ben);
    const { text } = requestOf(ben, id);
    ben.kill();
    await payIt(anna, text);
    await anna.until('brought', ({ open: left }) => left.some(({ parcel }) => parcel?.state === 'done'));
    const again = bens.open(BEN);
    await again.until('received', ({ balance }) => balance === 30);
    expect(requestOf(again, id).payments).toHaveLength(1);
  });

  describe('by HTTP', () => {
    const serve = async (answer: (body: string) => { status: number; location?: string }) => {
      const bodies: string[] = [];
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', (part) => (body += String(part)));
        request.on('end', () => {
          bodies.push(body);
          const { status, location } = answer(body);
          response.writeHead(status, location === undefined ? {} : { location }).end('x'.repeat(100_000));
        });
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay` };
    };
    const shop = (url: string) =>
      writeCreqA({ i: 'order 5', a: 12, u: 'sat', s: true, m: [place.mint.url], d: 'tea', t: [{ t: 'post', a: url }] });

    it('bring the payment to the address that asked', async () => {
      const anna = await withWallet(browser().open(ANNA), 100);
      const { bodies, url } = await serve(() => ({ status: 200 }));
      const id = await payIt(anna, shop(url));
      await anna.until('brought', ({ open: left }) =>
        left.some((one) => one.id === id && one.parcel?.state === 'done'),
      );
      expect(bodies).toHaveLength(1);
      const payload = JSON.parse(bodies[0]!) as { proofs: { amount: number; id: string }[] };
      expect(payload).toMatchObject({ id: 'order 5', memo: 'tea', mint: place.mint.url, unit: 'sat' });
      expect(payload.proofs.reduce((sum, { amount }) => sum + amount, 0)).toBe(12);
      expect(readCreq(shop(url)).i).toBe('order 5');
    });

    it('bring it after a reload, as soon as the wallet is open again', async () => {
      const tabs = browser();
      const anna = await withWallet(tabs.open(ANNA), 100);
      let isFirst = true;
      const { bodies, url } = await serve(() => {
        // the page is gone before it hears of it
        if (isFirst) anna.kill();
        isFirst = false;
        return { status: 200 };
      });
      const id = await payIt(anna, shop(url));
      await vi.waitFor(() => expect(isFirst).toBe(false));
      const again = tabs.open(ANNA);
      await again.until('brought', ({ open: left }) =>
        left.some((one) => one.id === id && one.parcel?.state !== 'due'),
      );
      expect(again.stand().open.find((one) => one.id === id)!.parcel).toMatchObject({ state: 'done' });
      expect(bodies).toEqual([bodies[0], bodies[0]]);
    });

    it.each([
      ['request-refused', { status: 500 }],
      ['request-redirect', { status: 307, location: 'http://127.0.0.1:1/' }],
    ] as const)('keep the token here: %s', async (code, answer) => {
      const anna = await withWallet(browser().open(ANNA), 100);
      let [turn, first] = [0, ''];
      const { bodies, url } = await serve((body) => {
        turn += 1;
        first ||= body;
        return turn === 1 ? answer : { status: 200 };
      });
      const id = await payIt(anna, shop(url));
      await anna.until('late', late(id));
      expect(anna.stand().open.find((one) => one.id === id)!.parcel!.trouble).toMatchObject({ code });
      await anna.ecash.deliverAgain(id);
      await anna.until('brought', ({ open: left }) =>
        left.some((one) => one.id === id && one.parcel?.state === 'done'),
      );
      expect(bodies).toEqual([first, first]);
    });
  });
});

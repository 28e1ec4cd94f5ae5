import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notificationsKey, type Notification } from '#domain/notifications/notifications.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { giftWrap, makeMessage } from '#domain/messages/gift-wrap.ts';
import { acts, beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { openSharedRelays, type SharedRelays } from '#tests/support/shared-relays.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);
const [anna, ben] = [getPublicKey(ANNA), getPublicKey(BEN)];
const LIST = 10_050;
const seconds = () => Math.floor(Date.now() / 1_000);

const listBy = (secret: Uint8Array, tags: string[][], created_at = seconds() - 60) =>
  finalizeEvent({ kind: LIST, created_at, tags, content: '' }, secret);

/** A message that says to be by somebody, sealed by somebody else. */
const forged = (content: string): NostrEvent => {
  const mallory = generateSecretKey();
  const rumor = makeMessage({ from: anna, to: ben, content, now: seconds() });
  const seal = finalizeEvent(
    {
      kind: 13,
      created_at: seconds(),
      tags: [],
      content: encrypt(JSON.stringify(rumor), getConversationKey(mallory, ben)),
    },
    mallory,
  );
  const once = generateSecretKey();
  const text = encrypt(JSON.stringify(seal), getConversationKey(once, ben));
  return finalizeEvent({ kind: 1_059, created_at: seconds(), tags: [['p', ben]], content: text }, once);
};

describe('ecash by private message', { timeout: 120_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: SharedRelays;
  const browsers: EcashBrowser[] = [];
  const browser = () => {
    const opened = openEcashBrowser({ requests: relays.requests });
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
    relays = openSharedRelays(['wss://one.example', 'wss://two.example']);
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  const listOf = (pubkey: string) => relays.of(LIST).find((event) => event.pubkey === pubkey);
  const relaysIn = (list: NostrEvent | undefined) => list?.tags.map(([, url]) => url);
  const receiver = async (at = browser()) => {
    const tab = await beginWallet(at.open(BEN), place);
    tab.ecash.byMessage.set(true);
    await tab.until('published', () => tab.ecash.byMessage.stand.get().isPublished === true);
    return tab;
  };
  const sender = async () => {
    const tab = await beginWallet(browser().open(ANNA), place);
    await payDeposit(tab, place, 64);
    return tab;
  };
  const tokenOf = async (tab: EcashTab, amount: number) => {
    const id = await tab.ecash.send({ mint: place.mint.url, amount });
    await tab.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    return { id, text: await tab.ecash.token(id) };
  };
  const arrivals = (tab: EcashTab) => tab.ecash.arrivals.get();

  it('is off at first: nothing is published, and nothing is opened', async () => {
    const benTab = await beginWallet(browser().open(BEN), place);
    const annaTab = await sender();
    const { id } = await tokenOf(annaTab, 8);
    await expect(annaTab.ecash.sendToken(id, ben)).rejects.toMatchObject({ problem: { code: 'message-no-inbox' } });
    relays.keep(listBy(BEN, [['relay', 'wss://one.example']]));
    await annaTab.ecash.sendToken(id, ben);
    await benTab.until('at rest', () => !benTab.ecash.byMessage.stand.get().receives);
    expect(arrivals(benTab)).toEqual([]);
    benTab.ecash.byMessage.set(true);
    await benTab.until('came', () => arrivals(benTab).length === 1);
    expect(arrivals(benTab)[0]).toMatchObject({ sender: anna });
  });

  it('comes from one to the other, is in every tab, and is taken once', async () => {
    const home = browser();
    const benTab = await receiver(home);
    expect(relaysIn(listOf(ben))).toEqual(['wss://one.example', 'wss://two.example']);
    const second = home.open(BEN);
    const annaTab = await sender();
    const { id, text } = await tokenOf(annaTab, 21);
    await annaTab.ecash.sendToken(id, ben);
    await benTab.until('came', () => arrivals(benTab).length === 1 && arrivals(second).length === 1);
    expect(second.ecash.byMessage.stand.get().receives).toBe(true);
    // each tab tells of it, without the token
    for (const { queryClient } of [benTab, second]) {
      const told = queryClient.getQueryData<readonly Notification[]>(notificationsKey(ben))!;
      expect(told).toMatchObject([{ type: 'ecash', actor: anna, sats: 21 }]);
      expect(JSON.stringify(told)).not.toContain('cashu');
    }
    // nothing is counted before it is taken
    expect(benTab.stand().balance).toBe(0);
    await second.until('open', () => second.chart.getSnapshot().hasTag('open'));
    await second.ecash.receive(text);
    await benTab.until('21', ({ balance }) => balance === 21);
    benTab.kill();
    second.kill();
    const again = home.open(BEN);
    await again.until('acts', () => acts(again));
    const more = await tokenOf(annaTab, 2);
    await annaTab.ecash.sendToken(more.id, ben);
    // the switch is still on, and what was taken does not come again
    await again.until('came', () => arrivals(again).length > 0);
    expect(arrivals(again).map(({ token }) => token)).toEqual([more.text]);
    expect(place.mint.books.outstanding()).toBe(64);
  });

  it('takes what pays a request though it is not awaited any more, and shows what pays one of another device', async () => {
    const benTab = await receiver();
    const annaTab = await sender();
    const makeRequest = async (tab: EcashTab) => {
      const wish = { amount: 8, memo: 'honey', mints: [place.mint.url], isSingleUse: true, isLocked: false };
      const id = await tab.ecash.makeRequest(wish);
      await tab.until('written', ({ requests }) => requests.some((one) => one.id === id));
      return { id, text: tab.stand().requests.find((one) => one.id === id)!.text };
    };
    const { id, text } = await makeRequest(benTab);
    await benTab.ecash.closeRequest(id);
    await benTab.until('closed', ({ requests }) => requests[0]!.closedAt !== undefined);
    await annaTab.ecash.payRequest({ request: text, mint: place.mint.url, attempt: 'press' });
    await benTab.until('8', ({ balance }) => balance === 8);
    expect(arrivals(benTab)).toEqual([]);

    const desk = await beginWallet(browser().open(BEN), place);
    const other = await makeRequest(desk);
    desk.kill();
    await annaTab.ecash.payRequest({ request: other.text, mint: place.mint.url, attempt: 'press' });
    await benTab.until('came', () => arrivals(benTab).length === 1);
    expect(arrivals(benTab)[0]).toMatchObject({ sender: anna });
    await benTab.ecash.receive(arrivals(benTab)[0]!.token);
    await benTab.until('16', ({ balance }) => balance === 16);
  });

  it('shows nothing that is forged, not for us, brought twice, or spent', async () => {
    const benTab = await receiver();
    const annaTab = await sender();
    const [spent, good] = [await tokenOf(annaTab, 4), await tokenOf(annaTab, 8)];
    await annaTab.ecash.reclaim(spent.id);
    await annaTab.until('back', ({ open }) => open.every((record) => record.id !== spent.id));
    const signer = {
      pubkey: anna,
      signEvent: async (draft: Parameters<typeof finalizeEvent>[0]) => finalizeEvent({ ...draft, tags: [] }, ANNA),
      nip04: undefined,
      nip44: {
        encrypt: async (pubkey: string, text: string) => encrypt(text, getConversationKey(ANNA, pubkey)),
        decrypt: async () => '',
      },
    } as unknown as Parameters<typeof giftWrap>[0];
    const say = (content: string, to = ben) =>
      giftWrap(signer, ben, makeMessage({ from: anna, to, content, now: seconds() }), {
        now: seconds(),
        random: () => 0,
      });
    relays.keep(forged((await tokenOf(annaTab, 2)).text));
    relays.keep(await say(spent.text));
    // what she sent to somebody else, as other apps leave a copy for whoever sent it
    relays.keep(await say((await tokenOf(annaTab, 16)).text, 'c'.repeat(64)));
    relays.keep(await say('Just words'));
    relays.keep({ ...(await say((await tokenOf(annaTab, 1)).text)), tags: [['p', 'c'.repeat(64)]] });
    relays.keep(await say(`first ${good.text}`));
    relays.keep(await say(`again ${good.text}`));
    const last = await tokenOf(annaTab, 1);
    relays.keep(await say(last.text));
    await benTab.until('came', () => arrivals(benTab).some(({ token }) => token === last.text));
    expect(
      arrivals(benTab)
        .map(({ token }) => token)
        .toSorted(),
    ).toEqual([good.text, last.text].toSorted());
    expect(benTab.stand().balance).toBe(0);
  });

  it('merges with the list of another app, and takes back only what was added here', async () => {
    const theirs = [
      ['relay', 'wss://theirs.example'],
      ['alt', 'messages'],
    ];
    relays.keep(listBy(BEN, theirs));
    const tab = await receiver();
    expect(listOf(ben)!.tags).toEqual([...theirs, ['relay', 'wss://one.example'], ['relay', 'wss://two.example']]);
    tab.ecash.byMessage.set(false);
    await tab.until('taken back', () => listOf(ben)!.tags.length === 2);
    expect(listOf(ben)!.tags).toEqual(theirs);
  });

  it('overwrites nothing while relays do not answer, and goes on once they do', async () => {
    const theirs = [['relay', 'wss://theirs.example']];
    relays.keep(listBy(BEN, theirs));
    const tab = await beginWallet(browser().open(BEN), place);
    relays.fail(true);
    tab.ecash.byMessage.set(true);
    await tab.until('said', () => tab.ecash.byMessage.stand.get().isPublished === false);
    expect(relays.published.filter(({ kind }) => kind === LIST)).toEqual([]);
    relays.fail(false);
    tab.window.dispatchEvent(new Event('online'));
    await tab.until('published', () => tab.ecash.byMessage.stand.get().isPublished === true);
    expect(relaysIn(listOf(ben))).toEqual(['wss://theirs.example', 'wss://one.example', 'wss://two.example']);
  });
});

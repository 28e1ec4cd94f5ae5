import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nip44 } from 'nostr-tools';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { startMint } from '#devnet/mint/mint.ts';
import { parseTokenContent } from '#domain/ecash/events/token-event.ts';
import { deletedBy } from '#domain/ecash/events/deletion.ts';
import { parseQuote, termsOf } from '#domain/ecash/events/quote-event.ts';
import { parseWalletContent } from '#domain/ecash/events/wallet-event.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const RELAYS = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const TO_ONESELF = nip44.getConversationKey(ANNA, getPublicKey(ANNA));
const plain = ({ content }: NostrEvent) => nip44.decrypt(content, TO_ONESELF);

describe('the ecash of a person on their relays', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: ReturnType<typeof createRelayWorld>;
  let browser: EcashBrowser;
  beforeEach(async () => {
    place = await openPlace();
    relays = createRelayWorld(RELAYS);
    browser = openEcashBrowser({ requests: relays.requests });
  });
  afterEach(async () => {
    browser.close();
    await place.mint.stop();
  });

  const isTold = ({ ecash }: EcashTab, count = RELAYS.length) =>
    ecash.copies.get()?.isWhole === true &&
    ecash.copies.get()?.state === 'at rest' &&
    ecash.copies.get()!.relays.filter(({ has }) => has === 'all').length === count;

  const withWallet = async () => {
    const tab = browser.open(ANNA);
    await tab.until('looked', (stand) => !stand.exists);
    await tab.ecash.create();
    await tab.until('acts', () => tab.chart.getSnapshot().hasTag('acts'));
    await tab.ecash.addMint(place.mint.url);
    return tab;
  };

  const deposit = async (tab: EcashTab, amount: number, before: () => Promise<void> = async () => {}) => {
    const id = await tab.ecash.deposit({ mint: place.mint.url, amount });
    await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
    await before();
    place.lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
    await tab.until('deposited', ({ open }) => !open.some((record) => record.id === id));
  };

  /** What a relay has that nobody deleted. */
  const tokensAt = (relay: string) => {
    const gone = new Set(relays.at(relay).flatMap(deletedBy));
    const tokens = relays.at(relay).filter(({ kind, id }) => kind === 7375 && !gone.has(id));
    return tokens.map((event) => parseTokenContent(plain(event)));
  };
  const sumAt = (relay: string) =>
    tokensAt(relay).reduce((sum, { proofs }) => sum + proofs.reduce((all, { amount }) => all + amount, 0), 0);

  it('[WEV-01] [WEV-02] [WEV-03] [WEV-04] [WEV-06] [WEV-07] [WEV-09] stands there encrypted, and follows what is spent', async () => {
    const tab = await withWallet();
    const hasQuote = () => relays.at(RELAYS[0]!).some(({ kind }) => kind === 7374);
    let invoiced = '';
    await deposit(tab, 100, async () => {
      await tab.until('quote', hasQuote);
      invoiced = tab.stand().open[0]!.quote!.id;
    });
    await tab.until('told', () => isTold(tab) && sumAt(RELAYS[0]!) === 100);
    for (const relay of RELAYS) {
      expect(sumAt(relay)).toBe(100);
      const kinds = relays.at(relay).map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining([17_375, 375, 7375, 7374, 7376]));
      for (const event of relays.at(relay)) expect(event.content).not.toContain(place.mint.url);
      // the backup says what the wallet event says
      for (const kind of [17_375, 375]) {
        const wallet = relays.at(relay).findLast((event) => event.kind === kind)!;
        expect(parseWalletContent(plain(wallet))).toMatchObject({
          mints: [place.mint.url],
          privkeys: [expect.stringMatching(/^[\da-f]{64}$/)],
        });
      }
      const quote = relays.at(relay).find(({ kind }) => kind === 7374)!;
      const terms = nip44.decrypt(termsOf(quote.tags)!, TO_ONESELF);
      expect(parseQuote(plain(quote), quote.tags, terms)).toMatchObject({
        quote: invoiced,
        mint: place.mint.url,
        amount: 100,
        unit: 'sat',
      });
    }
    const tokens = (relay: string) => relays.at(relay).filter(({ kind }) => kind === 7375);
    const replaced = RELAYS.map((relay) => tokens(relay).at(-1)!.id);
    const id = await tab.ecash.send({ mint: place.mint.url, amount: 30 });
    await tab.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    await tab.until('told', () => RELAYS.every((relay) => sumAt(relay) === 70) && isTold(tab));
    for (const [index, relay] of RELAYS.entries())
      expect(tokens(relay).flatMap((event) => parseTokenContent(plain(event)).del)).toContain(replaced[index]);
    // the quote is used: it is deleted, too
    const deleted = new Set(relays.at(RELAYS[0]!).flatMap(deletedBy));
    expect(replaced.every((each) => deleted.has(each))).toBe(true);
    for (const { kind, id: used } of relays.at(RELAYS[0]!)) if (kind === 7374) expect(deleted.has(used)).toBe(true);
  });

  it('[WEV-10] what could not be told by a visit is told by the next one, as the same event', async () => {
    const first = await withWallet();
    for (const relay of RELAYS.slice(1)) relays.closed.add(relay);
    await deposit(first, 50);
    await first.until('short', () => first.ecash.copies.get()?.state === 'short');
    const signed = relays.at(RELAYS[0]!).filter(({ kind }) => kind === 7375);
    expect(signed).toHaveLength(1);
    expect(first.ecash.copies.get()!.relays.map(({ has }) => has)).toEqual(['all', 'nothing', 'nothing']);
    first.kill();

    relays.closed.clear();
    const second = browser.open(ANNA);
    await second.until('told', () => isTold(second));
    for (const relay of RELAYS) {
      expect(relays.at(relay).filter(({ kind }) => kind === 7375)).toEqual(signed);
      expect(sumAt(relay)).toBe(50);
    }
  });

  it('stays off relays for those who do not want it there, also what happened meanwhile', async () => {
    const tab = await withWallet();
    await tab.until(
      'told',
      () => isTold(tab) && RELAYS.every((url) => relays.at(url).some(({ kind }) => kind === 30_078)),
    );
    tab.ecash.keepOnRelays(false);
    await tab.until('off', () => tab.ecash.copies.get()?.state === 'off');
    const before = RELAYS.map((relay) => relays.at(relay).length);
    await deposit(tab, 20);
    expect(RELAYS.map((relay) => relays.at(relay).length)).toEqual(before);
    tab.ecash.keepOnRelays(true);
    await tab.until('told', () => isTold(tab));
    expect(sumAt(RELAYS[0]!)).toBe(20);
    expect(relays.at(RELAYS[0]!).filter(({ kind }) => kind === 7376)).toEqual([]);
  });

  it('[WEV-03] a mint that another device left is marked while something is there, and not told of; added by hand it is used as before', async () => {
    const [{ url }, other] = [place.mint, await startMint({ ledger: place.lightning, seed: 'other', name: 'other' })];
    const tab = await withWallet();
    await tab.ecash.addMint(other.url);
    await deposit(tab, 20);
    await tab.until('told', () => isTold(tab));
    const newestWallet = () => relays.at(RELAYS[0]!).findLast(({ kind }) => kind === 17_375)!;
    const toldMints = () => parseWalletContent(plain(newestWallet()))!.mints.toSorted();
    const isLeft = () => tab.stand().mints.some((mint) => mint.url === url && mint.isLeft);
    const told = newestWallet();
    const entries = (JSON.parse(plain(told)) as string[][]).filter(([, value]) => value !== url);
    const content = nip44.encrypt(JSON.stringify(entries), TO_ONESELF);
    const left = finalizeEvent({ kind: 17_375, created_at: told.created_at + 1, content, tags: [] }, ANNA);
    for (const relay of RELAYS) relays.put(relay, left);
    await tab.until('marked', isLeft);
    const third = await startMint({ ledger: place.lightning, seed: 'third', name: 'third' });
    await tab.ecash.addMint(third.url);
    await tab.until('told of the third', () => toldMints().includes(third.url));
    expect(toldMints()).toEqual([other.url, third.url].toSorted());
    expect(isLeft()).toBe(true);

    await tab.ecash.addMint(url);
    await tab.until('told', () => toldMints().includes(url) && isTold(tab));
    expect(toldMints()).toEqual([url, other.url, third.url].toSorted());
    expect(isLeft()).toBe(false);
    await Promise.all([other.stop(), third.stop()]);
  });

  it('a locked app tells nothing', async () => {
    const tab = await withWallet();
    await tab.until('told', () => isTold(tab));
    for (const relay of RELAYS) relays.closed.add(relay);
    await deposit(tab, 20);
    await tab.until('short', () => tab.ecash.copies.get()?.state === 'short');
    tab.lock(true);
    await tab.until('locked', () => tab.ecash.copies.get()?.state === 'not here');
    relays.closed.clear();
    const before = relays.at(RELAYS[0]!).length;
    tab.window.dispatchEvent(new Event('online'));
    tab.ecash.copyAgain();
    await new Promise((resolve) => setImmediate(resolve));
    expect(relays.at(RELAYS[0]!)).toHaveLength(before);
    tab.lock(false);
    await tab.until('told', () => isTold(tab));
    expect(sumAt(RELAYS[0]!)).toBe(20);
  });
});

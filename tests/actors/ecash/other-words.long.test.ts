import { acts } from '#tests/support/ecash-acts.ts';
import { nip44 } from 'nostr-tools';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RestoreMint } from '#ports/ecash.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { createFakeRelays, type FakeRelay } from '#tests/support/fake-relays.ts';
import { testCore } from '#tests/support/core-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);

describe('words that were written down elsewhere', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: FakeRelay[];
  const browsers: EcashBrowser[] = [];
  const tabOf = async (secret: Uint8Array, words?: string) => {
    const { requests } = createFakeRelays(relays);
    const opened = openEcashBrowser({ requests });
    browsers.push(opened);
    const tab = opened.open(secret);
    await tab.until('looked', (stand) => !stand.exists);
    if (words !== undefined) await tab.ecash.create(words);
    await tab.until('acts', () => words === undefined || acts(tab));
    return tab;
  };
  const deposit = async (tab: EcashTab, amount: number) => {
    await tab.ecash.addMint(place.mint.url);
    const id = await tab.ecash.deposit({ mint: place.mint.url, amount });
    await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
    place.lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
    await tab.until('deposited', ({ balance, open }) => balance >= amount && open.length === 0);
  };
  const rows = (tab: EcashTab): readonly RestoreMint[] => tab.ecash.restoring.get() ?? [];
  const searched = (tab: EcashTab) =>
    tab.until('searched', () => rows(tab).length > 0 && rows(tab).every(({ stands }) => stands === 'done'));
  /** What the first wallet leaves behind: its words, and their list of mints on one of two relays. */
  const leave = async (amount: number) => {
    const tab = await tabOf(ANNA, WORDS);
    await deposit(tab, amount);
    const core = testCore();
    await core.allow({ loopback: true });
    await core.create(WORDS);
    relays[1]!.events.push(await core.writeBackup({ mints: [place.mint.url], at: 1_700_000_000 }));
    tab.kill();
  };
  const WORDS = 'half depart obvious quality work element tank gorilla view sugar picture humble';
  const OTHER = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

  beforeEach(async () => {
    place = await openPlace();
    relays = [
      { url: 'wss://one.example', events: [] },
      { url: 'wss://two.example', events: [] },
    ];
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  it('[WEV-04] find their mints on relays and then their ecash, in another account, with nothing else', async () => {
    await leave(100);
    const ben = await tabOf(BEN);
    await expect(ben.ecash.findMints('no words at all')).rejects.toMatchObject({ problem: { code: 'words-wrong' } });
    expect(await ben.ecash.findMints(OTHER)).toEqual([]);
    const mints = await ben.ecash.findMints(WORDS);
    expect(mints).toEqual([place.mint.url]);
    await ben.ecash.create(WORDS);
    ben.ecash.restore(mints, 'own');
    await searched(ben);
    await ben.until('100', ({ balance }) => balance === 100);
    expect(await ben.ecash.findMints()).toEqual([place.mint.url]);
    ben.ecash.stopRestoring();
    await ben.until('cleared', () => ben.ecash.restoring.get() === undefined);
  });

  it('bring their ecash into a wallet that has words of its own, by an exchange that is written down', async () => {
    await leave(100);
    const ben = await tabOf(BEN, OTHER);
    ben.ecash.restoring.subscribe(() => {});
    await deposit(ben, 7);
    ben.ecash.restore(await ben.ecash.findMints(WORDS), 'others');
    await searched(ben);
    await ben.until('107', ({ balance, open }) => balance === 107 && open.length === 0);
    expect(rows(ben)).toMatchObject([{ found: 100, stands: 'done' }]);
    expect(ben.stand().history[0]).toMatchObject({ kind: 'receive', amount: 100, outcome: 'done' });
    // it is of the words of this wallet now, and no more of the others
    ben.ecash.restore([place.mint.url], 'others');
    await searched(ben);
    expect(ben.stand().balance).toBe(107);
    expect(place.mint.books.outstanding()).toBe(107);
  });

  it('[WEV-03] are asked for where relays know of a wallet that is not here, and nothing is made by itself', async () => {
    const ben = await tabOf(BEN);
    expect(ben.ecash.elsewhere.get()).toBeUndefined();
    await ben.ecash.lookElsewhere();
    expect(ben.ecash.elsewhere.get()).toEqual({ exists: false, mints: [] });
    const key = nip44.getConversationKey(BEN, getPublicKey(BEN));
    const content = JSON.stringify([
      ['privkey', '1'.repeat(64)],
      ['mint', place.mint.url],
      ['mint', 'http://10.0.0.1'],
      ['color', 'red'],
    ]);
    const wallet = { kind: 17_375, created_at: 1_700_000_000, tags: [], content: nip44.encrypt(content, key) };
    relays[0]!.events.push(finalizeEvent(wallet, BEN));
    await ben.ecash.lookElsewhere();
    expect(ben.ecash.elsewhere.get()).toEqual({ exists: true, mints: [place.mint.url] });
    expect(ben.stand()).toMatchObject({ exists: false, mints: [] });
    await ben.ecash.create(OTHER);
    await ben.until('its mints', ({ mints }) => mints.some(({ url }) => url === place.mint.url));
  });

  it('say of a mint that is silent that it is, and are looked for there again', async () => {
    await leave(50);
    const ben = await tabOf(BEN, OTHER);
    ben.ecash.restoring.subscribe(() => {});
    await ben.ecash.findMints(WORDS);
    ben.ecash.restore(['http://localhost:9'], 'others');
    await ben.until('silent', () => rows(ben)[0]?.stands === 'failed');
    ben.ecash.restore([place.mint.url]);
    await ben.until('50', ({ balance, open }) => balance === 50 && open.length === 0);
  });
});

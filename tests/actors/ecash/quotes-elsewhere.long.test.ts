import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deletedBy } from '#domain/ecash/events/deletion.ts';
import { acts, beginWallet } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser } from '#tests/support/ecash-tab.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const ANNA = new Uint8Array(32).fill(3);
const RELAYS = ['wss://one.example', 'wss://two.example'];

describe('an invoice that the phone asked for', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: ReturnType<typeof createRelayWorld>;
  const browsers: EcashBrowser[] = [];
  const openDevice = () => {
    const browser = openEcashBrowser({ requests: relays.requests });
    browsers.push(browser);
    return browser;
  };
  beforeEach(async () => {
    place = await openPlace();
    relays = createRelayWorld(RELAYS);
  });
  afterEach(async () => {
    for (const browser of browsers.splice(0)) browser.close();
    await place.mint.stop();
  });
  const quotesAt = (relay: string) => {
    const gone = new Set(relays.at(relay).flatMap(deletedBy));
    return relays.at(relay).filter(({ kind, id }) => kind === 7374 && !gone.has(id));
  };

  it('[WEV-02] [WEV-08] and that was paid while it was off is taken on the desktop, though it was locked; both know then', async () => {
    const first = openDevice();
    const phone = await beginWallet(first.open(ANNA), place);
    const id = await phone.ecash.deposit({ mint: place.mint.url, amount: 100 });
    await phone.until('told', () => RELAYS.every((relay) => quotesAt(relay).length === 1));
    const { quote } = phone.stand().open.find((record) => record.id === id)!;
    expect(quote?.lockKey).toBeDefined();
    phone.kill();
    place.lightning.pay('payer', quote!.invoice);

    const desktop = openDevice().open(ANNA);
    await desktop.until('looked', (stand) => !stand.exists);
    await desktop.ecash.create();
    await desktop.until('acts', () => acts(desktop));
    await desktop.until('taken', ({ balance, open }) => balance === 100 && open.length === 0);
    await desktop.until('used', () => RELAYS.every((relay) => quotesAt(relay).length === 0));
    expect(desktop.stand().history).toMatchObject([{ kind: 'deposit', amount: 100, outcome: 'done' }]);

    const again = first.open(ANNA);
    await again.until('known', ({ balance, open }) => balance === 100 && open.length === 0);
    await again.until('told', ({ history }) => history.length === 2);
    const said = again.stand().history.map(({ kind, outcome, elsewhere }) => [kind, outcome, elsewhere ?? false]);
    expect(said).toContainEqual(['deposit', 'spent elsewhere', false]);
    expect(said).toContainEqual(['deposit', 'done', true]);
    expect(place.mint.books.outstanding()).toBe(100);
  });

  it('is left to the phone as long as it takes it itself', async () => {
    const phone = await beginWallet(openDevice().open(ANNA), place);
    const desktop = openDevice().open(ANNA);
    await desktop.until('looked', (stand) => !stand.exists);
    await desktop.ecash.create();
    await desktop.until('acts', () => acts(desktop));
    const id = await phone.ecash.deposit({ mint: place.mint.url, amount: 50 });
    await phone.until('told', () => RELAYS.every((relay) => quotesAt(relay).length === 1));
    place.lightning.pay('payer', phone.stand().open.find((record) => record.id === id)!.quote!.invoice);
    await phone.until('taken', ({ balance, open }) => balance === 50 && open.length === 0);
    await desktop.until('told', ({ balance, history }) => balance === 50 && history.length === 1);
    expect(desktop.stand().history).toMatchObject([{ kind: 'deposit', amount: 50, elsewhere: true }]);
    expect(desktop.stand().open).toEqual([]);
  });
});

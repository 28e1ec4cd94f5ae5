import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);

describe('ecash in the app', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  const browsers: EcashBrowser[] = [];
  const browser = (options?: Parameters<typeof openEcashBrowser>[0]) => {
    const opened = openEcashBrowser(options);
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  const acts = ({ chart }: EcashTab) =>
    chart.getSnapshot().matches({ wallet: { user: { open: { acting: 'ready' } } } });

  const withWallet = async (tab: EcashTab) => {
    await tab.until('looked', (stand) => !stand.exists);
    await tab.ecash.create();
    await tab.until('acts', () => acts(tab));
    await tab.ecash.addMint(place.mint.url);
    return tab;
  };

  const deposit = async (tab: EcashTab, amount: number) => {
    const id = await tab.ecash.deposit({ mint: place.mint.url, amount });
    await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
    const { quote } = tab.stand().open.find((record) => record.id === id)!;
    place.lightning.pay('payer', quote!.invoice);
    await tab.until('deposited', ({ open }) => !open.some((record) => record.id === id));
  };

  it('is made, filled, sent, received and found again after a reload', async () => {
    const first = browser();
    const anna = await withWallet(first.open(ANNA));
    await deposit(anna, 100);
    await anna.until('100', ({ balance }) => balance === 100);
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 30 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const token = await anna.ecash.token(id);
    anna.kill();

    const other = browser();
    const ben = await withWallet(other.open(BEN));
    expect(await ben.ecash.readToken(token)).toMatchObject({
      amount: 30,
      isKnown: true,
      isProven: true,
      problem: undefined,
    });
    await ben.ecash.receive(token);
    await ben.until('30', ({ balance }) => balance === 30);

    const again = first.open(ANNA);
    await again.until('acts', () => acts(again));
    await again.until('taken', ({ open, balance }) => balance === 70 && open.length === 0);
    expect(again.stand()).toMatchObject({ exists: true, areWordsKept: false });
    expect((await ben.ecash.readToken(token)).problem).toEqual({ code: 'token-spent' });
    expect(place.mint.books.outstanding()).toBe(100);
  });
});

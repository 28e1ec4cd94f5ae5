import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getPublicKey } from 'nostr-tools/pure';
import { startMint, type Mint } from '#devnet/mint/mint.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import {
  learn,
  requestPayment,
  type EcashRoute,
  type PaymentEvidence,
  type PaymentRecord,
} from '#domain/wallet/payment.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';

const ANNA = new Uint8Array(32).fill(3);
/** more than either mint has alone */
const SATS = 90;
const EACH = 60;

describe('paying from several mints at once', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let other: Mint;
  let browser: EcashBrowser;
  let tab: EcashTab;
  beforeEach(async () => {
    place = await openPlace({ partSeconds: 2 });
    other = await startMint({
      ledger: place.lightning,
      cacheSeconds: false,
      name: 'other',
      seed: 'other',
      partSeconds: 2,
    });
    browser = openEcashBrowser();
    tab = browser.open(ANNA);
    await tab.until('looked', (stand) => !stand.exists);
    await tab.ecash.create();
    await tab.until('acts', () => tab.chart.getSnapshot().hasTag('acts'));
    for (const { url } of [place.mint, other]) {
      await tab.ecash.addMint(url);
      const id = await tab.ecash.deposit({ mint: url, amount: EACH });
      await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
      place.lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
      await tab.until('deposited', ({ open }) => open.length === 0);
    }
  });
  afterEach(async () => {
    browser.close();
    await place.mint.stop();
    await other.stop();
  });

  /** as the pay sheet and the payment desk do it */
  const planned = async () => {
    const { text } = place.lightning.invoice({ payee: 'payee', msats: SATS * 1000 });
    const costs = await tab.ecash.partsCosts({ invoice: text, msats: SATS * 1000 });
    const parts = costs.map(({ mint, msats }) => ({ mint, msats }));
    const route: EcashRoute = { kind: 'ecash', mint: parts[0]!.mint, parts };
    const { paymentHash } = readInvoice(text)!;
    const at = Date.now();
    const payable = { text, paymentHash, msats: SATS * 1000, expiresAt: at / 1000 + 600 };
    const made = requestPayment(payable, { owner: getPublicKey(ANNA), route, attempt: 'a', at });
    return { text, costs, route, record: learn(made, { type: 'leaves', attempt: 'a', at }) };
  };
  const pay = async (route: EcashRoute, record: PaymentRecord) => {
    const told: PaymentEvidence[] = [];
    await tab.source(route).pay(record, (evidence) => void told.push(evidence));
    return told.reduce((known, one) => learn(known, one), record);
  };
  const settlement = (text: string) => place.lightning.find(text)?.settled;
  const owed = () => place.mint.books.outstanding() + other.books.outstanding();
  const isIdle = () => tab.until('idle', ({ open }) => open.length === 0);

  it('[MELT-01] says the split and the fees before, pays all parts under one hash, and counts what each cost', async () => {
    const { text, costs, route, record } = await planned();
    expect(costs.map(({ amount }) => amount).reduce((sum, each) => sum + each, 0)).toBe(SATS);
    expect(costs.every(({ amount, reserve, fee }) => amount + reserve + fee <= EACH)).toBe(true);
    const paid = await pay(route, record);
    expect(paid).toMatchObject({ phase: 'settled', preimage: expect.stringMatching(/^[\da-f]{64}$/) as string });
    expect(settlement(text)).toBeDefined();
    const melts = () => tab.stand().history.filter(({ kind }) => kind === 'melt');
    await tab.until('both are over', ({ open }) => open.length === 0 && melts().length === 2);
    expect(tab.stand().balance).toBe(2 * EACH - SATS - paid.feesMsats! / 1000);
    expect(tab.stand().balance).toBe(owed());
    // asked once more nothing is paid
    expect(await pay(route, record)).toMatchObject({ phase: 'settled' });
    expect(tab.stand().balance).toBe(owed());
  });

  it('costs at most what was told, all parts together, and so does a move', async () => {
    const { costs, route, record } = await planned();
    const most = costs.reduce((sum, { amount, reserve }) => sum + amount + reserve, 0);
    const dear = (answer: unknown) => ({ ...(answer as object), fee_reserve: 9 });
    other.faults.script({ on: 'melt quote', fault: { type: 'answer', change: dear } });
    expect(await pay({ ...route, most }, record)).toMatchObject({ phase: 'refused', problem: { code: 'dearer' } });
    const move = { from: place.mint.url, to: other.url, amount: 10 };
    const told = await tab.ecash.transferCosts(move);
    place.mint.faults.script({ on: 'melt quote', fault: { type: 'answer', change: dear } });
    const refused = { problem: { code: 'mint-quote-differs' } };
    await expect(tab.ecash.transfer({ ...move, most: told.amount + told.reserve })).rejects.toMatchObject(refused);
    expect(tab.stand()).toMatchObject({ balance: 2 * EACH, open: [] });
    expect([...place.mint.faults.seen, ...other.faults.seen]).not.toContain('melt');
    expect(await pay({ ...route, most }, record)).toMatchObject({ phase: 'settled' });
  });

  it('is not planned where a mint does not take part, or all of them have not enough', async () => {
    const { text } = place.lightning.invoice({ payee: 'payee', msats: 130_000 });
    await expect(tab.ecash.partsCosts({ invoice: text, msats: 130_000 })).rejects.toMatchObject({
      problem: { code: 'funds-send' },
    });
  });

  it('where one part is refused, the other comes back by itself; until then nothing else may pay it', async () => {
    const { text, route, record } = await planned();
    other.faults.script({ on: 'melt', fault: { type: 'payment failed' } });
    const paying = pay(route, record);
    await tab.until('the refused part is over', ({ history }) => history.some(({ outcome }) => outcome === 'not done'));
    expect(learn(record, await tab.source(route).lookUp(record))).toMatchObject({ phase: 'sent' });
    expect(await paying).toMatchObject({ phase: 'refused' });
    await isIdle();
    expect(settlement(text)).toBeUndefined();
    expect(tab.stand().balance).toBe(owed());
    expect(place.lightning.balanceOf('payee')).toBe(0);
    // then it is paid after all, by the same route
    const again = { ...record, sentAt: Date.now() };
    expect(await pay(route, again)).toMatchObject({ phase: 'settled' });
    expect(place.lightning.repeated).toEqual([]);
    await tab.until('the books agree', ({ balance }) => balance === owed());
  });

  it('where one mint is silent, the sats of both come back, and the invoice is not paid', async () => {
    const { text, route, record } = await planned();
    other.faults.script({ on: 'melt', fault: { type: 'request dropped' } });
    expect(await pay(route, record)).toMatchObject({ phase: 'refused' });
    await isIdle();
    expect(settlement(text)).toBeUndefined();
    expect(tab.stand().balance).toBe(owed());
  });

  it('where one answer comes after all, it is paid as soon as one mint has proven it', async () => {
    const { text, route, record } = await planned();
    other.faults.script({ on: 'melt', fault: { type: 'answer dropped' } });
    const paying = pay(route, record);
    await tab.until('one is proven', ({ history }) => history.some(({ preimage }) => preimage !== undefined));
    expect(learn(record, await tab.source(route).lookUp(record))).toMatchObject({ phase: 'settled' });
    expect(settlement(text)).toBeDefined();
    await paying;
    await isIdle();
    expect(tab.stand().balance).toBe(owed());
  });

  it('what died between its parts is paid as a whole or not at all', async () => {
    const { text, route, record } = await planned();
    // its tab dies meanwhile
    tab
      .source(route)
      .pay(record, () => {})
      .catch(() => {});
    await tab.until('one left', ({ open }) => open.some(({ kind, attempts }) => kind === 'melt' && attempts > 0));
    tab.kill();
    tab = browser.open(ANNA);
    await tab.until('led', ({ open, exists }) => exists && open.length === 0 && tab.chart.getSnapshot().hasTag('acts'));
    const found = learn(record, await tab.source(route).lookUp(record));
    expect(found.phase).toBe(settlement(text) ? 'settled' : 'refused');
    expect(tab.stand().balance).toBe(owed());
  });
});

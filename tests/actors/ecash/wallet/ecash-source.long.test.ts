import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getPublicKey } from 'nostr-tools/pure';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { learn, requestPayment, type PaymentEvidence, type PaymentRecord } from '#domain/wallet/payment.ts';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';

const ANNA = new Uint8Array(32).fill(3);
const SATS = 40;

describe('paying from ecash', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let browser: EcashBrowser;
  beforeEach(async () => {
    place = await openPlace();
    browser = openEcashBrowser();
  });
  afterEach(async () => {
    browser.close();
    await place.mint.stop();
  });

  const filled = async (amount: number): Promise<EcashTab> => {
    const tab = browser.open(ANNA);
    await tab.until('looked', (stand) => !stand.exists);
    await tab.ecash.create();
    await tab.until('acts', () => tab.chart.getSnapshot().hasTag('acts'));
    await tab.ecash.addMint(place.mint.url);
    const id = await tab.ecash.deposit({ mint: place.mint.url, amount });
    await tab.until('invoice', ({ open }) => open.some((record) => record.id === id));
    place.lightning.pay('payer', tab.stand().open.find((record) => record.id === id)!.quote!.invoice);
    await tab.until('deposited', ({ balance }) => balance === amount);
    return tab;
  };

  const invoice = () => place.lightning.invoice({ payee: 'payee', msats: SATS * 1000 });
  /** as the payment desk writes it down before it asks */
  const sent = (text: string, hash: string, at = Date.now()): PaymentRecord => {
    const payable = { text, paymentHash: hash, msats: SATS * 1000, expiresAt: at / 1000 + 600 };
    const by = { owner: getPublicKey(ANNA), route: { kind: 'ecash', mint: place.mint.url }, attempt: 'a', at } as const;
    return learn(requestPayment(payable, by), { type: 'leaves', attempt: 'a', at });
  };
  const payOf = async (tab: EcashTab, record: PaymentRecord, most?: number) => {
    const told: PaymentEvidence[] = [];
    const route = { kind: 'ecash', mint: place.mint.url, ...(most !== undefined && { most }) } as const;
    await tab.source(route).pay(record, (evidence) => void told.push(evidence));
    return told.reduce((known, one) => learn(known, one), record);
  };

  it('settles with what proves it, and says the same when it is asked again', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const { paymentHash } = readInvoice(text)!;
    const record = sent(text, paymentHash);
    const paid = await payOf(tab, record);
    expect(paid).toMatchObject({ phase: 'settled', preimage: expect.stringMatching(/^[\da-f]{64}$/) as string });
    const found = await tab.source({ kind: 'ecash', mint: place.mint.url }).lookUp(record);
    expect(learn(record, found)).toMatchObject({ phase: 'settled', preimage: paid.preimage });
    await tab.until('idle', ({ open, balance }) => open.length === 0 && balance < 100);
    expect(tab.stand().balance).toBe(100 - SATS - (paid.feesMsats ?? 0) / 1000);
  });

  it('[MELT-08] is settled by what proves it while its change is looked for, and that comes back', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const record = sent(text, readInvoice(text)!.paymentHash);
    const source = tab.source({ kind: 'ecash', mint: place.mint.url });
    const unsigned = (answer: unknown) => ({ ...(answer as object), change: null });
    const change = () => ({ outputs: [], signatures: [] });
    place.mint.faults.script(
      { on: 'melt', fault: { type: 'answer dropped' } },
      { on: 'check melt quote', fault: { type: 'answer', change: unsigned }, times: 1_000 },
      { on: 'restore', fault: { type: 'answer', change } },
    );
    void source.pay(record, () => {});
    await tab.until('proven', ({ open }) =>
      open.some(({ phase, preimage }) => phase === 'unknown' && preimage !== undefined),
    );
    const found = learn(record, await source.lookUp(record));
    expect(found).toMatchObject({ phase: 'settled', preimage: expect.stringMatching(/^[\da-f]{64}$/) as string });
    expect(found).not.toHaveProperty('feesMsats');
    await tab.until('change', ({ open, balance }) => open.length === 0 && balance === 100 - SATS - 1);
  });

  it('asked a second time about the same invoice it pays nothing more', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const { paymentHash } = readInvoice(text)!;
    await payOf(tab, sent(text, paymentHash));
    await tab.until('paid', ({ open, balance }) => open.length === 0 && balance < 100);
    const left = tab.stand().balance;
    expect(await payOf(tab, sent(text, paymentHash))).toMatchObject({ phase: 'settled' });
    await tab.until('the same', ({ open }) => open.length === 0);
    expect(tab.stand().balance).toBe(left);
  });

  it.each([SATS - 1, SATS + 2])(
    '[MELT-06] [MELT-07] is refused at once with %i sats, and nothing is held',
    async (has) => {
      const tab = await filled(has);
      const { text } = invoice();
      const costs = tab.ecash.payCosts({ mint: place.mint.url, invoice: text });
      await expect(costs).rejects.toMatchObject({ problem: { code: 'funds-send' } });
      const refused = await payOf(tab, sent(text, readInvoice(text)!.paymentHash));
      expect(refused).toMatchObject({ phase: 'refused', problem: { name: 'INSUFFICIENT_BALANCE' } });
      expect(tab.stand()).toMatchObject({ balance: has, open: [] });
    },
  );

  it('[MELT-06] is paid with three sats beside it', async () => {
    const tab = await filled(SATS + 3);
    const { text } = invoice();
    expect(await payOf(tab, sent(text, readInvoice(text)!.paymentHash))).toMatchObject({ phase: 'settled' });
  });

  it('costs at most what was told: a mint that wants more by then is not asked to pay, and nothing is held', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const record = sent(text, readInvoice(text)!.paymentHash);
    const { amount, reserve } = await tab.ecash.payCosts({ mint: place.mint.url, invoice: text });
    const dear = (answer: unknown) => ({ ...(answer as object), fee_reserve: reserve + 1 });
    place.mint.faults.script({ on: 'melt quote', fault: { type: 'answer', change: dear } });
    expect(await payOf(tab, record, amount + reserve)).toMatchObject({ phase: 'refused', problem: { code: 'dearer' } });
    expect(tab.stand()).toMatchObject({ balance: 100, open: [] });
    expect(place.mint.faults.seen).not.toContain('melt');
    expect(await payOf(tab, record, amount + reserve)).toMatchObject({ phase: 'settled' });
  });

  it('[MELT-10] tells on what the mint refuses it for, and nothing is held', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    place.mint.faults.script({
      on: 'melt quote',
      fault: { type: 'refused', code: 20_003, detail: 'No payments today.' },
    });
    const refused = await payOf(tab, sent(text, readInvoice(text)!.paymentHash));
    expect(refused).toMatchObject({
      phase: 'refused',
      problem: { name: 'PAYMENT_FAILED', said: 'No payments today.' },
      ecashProblem: { code: 'mint-refused', number: 20_003 },
    });
    expect(tab.stand()).toMatchObject({ balance: 100, open: [] });
  });

  it.each([
    ['is in trouble', 'melt quote', { type: 'status', status: 500 }, { code: 'mint-status', status: 500 }],
    ['cannot be reached', 'melt quote', { type: 'request dropped' }, { code: 'mint-network' }],
    [
      'says no once it was written down',
      'melt',
      { type: 'refused', code: 20_004 },
      { code: 'mint-refused', number: 20_004 },
    ],
  ] as const)('[MELT-10] tells on why it was not paid where the mint %s', async (_, on, fault, ecashProblem) => {
    const tab = await filled(100);
    const { text } = invoice();
    const record = sent(text, readInvoice(text)!.paymentHash);
    place.mint.faults.script({ on, fault, times: 20 });
    const refused = await payOf(tab, record);
    await tab.until('free again', ({ open }) => open.length === 0);
    expect(refused).toMatchObject({ phase: 'refused', ecashProblem });
    expect(tab.stand().balance).toBe(100);
  });

  it('of another network is refused, says so and costs nothing', async () => {
    const tab = await filled(100);
    const draft = { letters: 'tb', msats: SATS * 1_000, paymentHash: new Uint8Array(32).fill(7) };
    const text = writeInvoice({ ...draft, createdAt: Math.floor(Date.now() / 1_000) }, new Uint8Array(32).fill(9));
    const record = sent(text, readInvoice(text)!.paymentHash);
    const refused = await payOf(tab, record);
    await tab.until('free again', ({ open }) => open.length === 0);
    expect(refused).toMatchObject({ phase: 'refused' });
    expect(tab.stand().balance).toBe(100);
  });

  it('what was never written down is given up only once nobody may begin with it any more', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const { paymentHash } = readInvoice(text)!;
    const fresh = sent(text, paymentHash);
    const unknown = learn(fresh, { type: 'silence', at: Date.now() });
    expect(learn(unknown, await tab.source({ kind: 'ecash', mint: place.mint.url }).lookUp(unknown))).toMatchObject({
      phase: 'unknown',
    });
    const old = learn(sent(text, paymentHash, Date.now() - 60_000), { type: 'silence', at: Date.now() });
    expect(learn(old, await tab.source({ kind: 'ecash', mint: place.mint.url }).lookUp(old))).toMatchObject({
      phase: 'refused',
    });
    // and then it is not begun any more, whoever comes late
    expect(await payOf(tab, sent(text, paymentHash, Date.now() - 60_000))).toMatchObject({ phase: 'refused' });
    expect(tab.stand().balance).toBe(100);
  });

  it('tells once the operation that pays is over, and of nothing else', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const record = sent(text, readInvoice(text)!.paymentHash);
    const source = tab.source({ kind: 'ecash', mint: place.mint.url });
    const stands: unknown[] = [];
    const heard = new Promise<void>((resolve) => {
      source.onEnd!(record, () => {
        stands.push(tab.stand().open.length);
        resolve();
      });
    });
    await tab.ecash.send({ mint: place.mint.url, amount: 8 });
    await tab.until('a token is out', ({ open }) => open.some(({ kind }) => kind === 'send'));
    expect(stands).toEqual([]);
    await source.pay(record, () => {});
    await heard;
    expect(learn(record, await source.lookUp(record))).toMatchObject({ phase: 'settled' });
  });

  it('of which nobody heard is settled by the ledger of another tab', async () => {
    const tab = await filled(100);
    const { text } = invoice();
    const { paymentHash } = readInvoice(text)!;
    const record = sent(text, paymentHash);
    void tab.source({ kind: 'ecash', mint: place.mint.url }).pay(record, () => {});
    await tab.until('left', ({ open }) => open.some(({ kind, attempts }) => kind === 'melt' && attempts > 0));
    tab.kill();
    const other = browser.open(ANNA);
    await other.until(
      'led',
      ({ open, exists }) => exists && open.length === 0 && other.chart.getSnapshot().hasTag('acts'),
    );
    const found = learn(record, await other.source({ kind: 'ecash', mint: place.mint.url }).lookUp(record));
    const wasPaid = place.lightning.find(text)?.settled !== undefined;
    expect(found.phase).toBe(wasPaid ? 'settled' : 'refused');
  });
});

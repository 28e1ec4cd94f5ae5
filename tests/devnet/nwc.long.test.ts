import { createHash } from 'node:crypto';
import { decrypt, encrypt } from 'nostr-tools/nip04';
import { finalizeEvent } from 'nostr-tools/pure';
import { NWCClient, type Nip47Notification } from '@getalby/sdk/nwc';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSigner, type Signer } from '#devnet/content/signer.ts';
import { createLedger, type Ledger } from '#devnet/lightning/ledger.ts';
import { startNwcWallet, walletInfoEvent, type NwcWallet } from '#devnet/nwc/wallet.ts';
import { type Relay, startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect } from './relay-client.ts';

/** The wallet as a client sees it that others wrote. */
describe('the sample wallet (NIP-47)', () => {
  let relays: Relay[];
  let signer: Signer;
  let ledger: Ledger;
  let wallet: NwcWallet;
  let client: NWCClient;

  const start = async (encryptions?: readonly ('nip04' | 'nip44_v2')[]): Promise<void> => {
    const name = `test ${encryptions?.join(' ') ?? 'both'}`;
    const more = encryptions && { encryptions };
    await Promise.all(relays.map((relay) => relay.publish(walletInfoEvent({ name, signer, ...more }, 1_795_000_000))));
    const relayUrls = relays.map(({ url }) => url);
    const place = { name, signer, ledger, relayUrls, account: 'me', lud16: 'me@127.0.0.1', budgetSats: 1_000 };
    wallet = await startNwcWallet({ ...place, ...more });
    client = new NWCClient({ nostrWalletConnectUrl: wallet.pairingCode });
  };
  const stop = (): void => {
    client.close();
    wallet.close();
  };

  beforeAll(async () => {
    relays = [await startRelay(RELAY_PLANS[0], 0), await startRelay(RELAY_PLANS[1], 0)];
    signer = createSigner('wallet');
  });
  beforeEach(async () => {
    ledger = createLedger();
    ledger.fund('me', 10_000);
    await start();
  });
  afterEach(stop);
  afterAll(() => Promise.all(relays.map((relay) => relay.close())));

  const invoice = (sats: number) => ledger.invoice({ payee: 'shop', msats: sats * 1_000 });
  const fails = async (asked: Promise<unknown>): Promise<unknown> => await asked.catch((error: unknown) => error);

  it('says what it is and can, and what it has', async () => {
    expect(await client.getWalletServiceInfo()).toMatchObject({ encryptions: ['nip44_v2', 'nip04'] });
    expect(await client.getInfo()).toMatchObject({ alias: 'Sample wallet', network: 'regtest', lud16: 'me@127.0.0.1' });
    expect(await client.getBalance()).toEqual({ balance: 10_000_000 });
  });

  it('pays an invoice once, within its budget, and proves it', async () => {
    const { text, paymentHash } = invoice(600);
    const { preimage } = await client.payInvoice({ invoice: text });
    expect(createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')).toBe(paymentHash);
    expect(await fails(client.payInvoice({ invoice: text }))).toMatchObject({ code: 'OTHER' });
    expect(await client.getBudget()).toMatchObject({ used_budget: 600_000, total_budget: 1_000_000 });
    expect(await fails(client.payInvoice({ invoice: invoice(500).text }))).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(ledger.settlements).toHaveLength(1);
  });

  it('makes invoices, finds them and lists what moved, a page at a time', async () => {
    const made = await client.makeInvoice({ amount: 5_000, description: 'Tea' });
    expect(made).toMatchObject({ type: 'incoming', state: 'pending', amount: 5_000, description: 'Tea' });
    ledger.fund('friend', 100);
    ledger.pay('friend', made.invoice);
    expect(await client.lookupInvoice({ payment_hash: made.payment_hash })).toMatchObject({ state: 'settled' });
    expect(await fails(client.lookupInvoice({ payment_hash: '0'.repeat(64) }))).toMatchObject({ code: 'NOT_FOUND' });
    for (let count = 0; count < 25; count += 1) ledger.pay('me', invoice(1).text);
    const first = await client.listTransactions({});
    expect(first.transactions).toHaveLength(20);
    expect((await client.listTransactions({ offset: 20 })).transactions).toHaveLength(6);
    expect((await client.listTransactions({ type: 'incoming' })).transactions).toHaveLength(1);
  });

  it('tells of money that came and went', async () => {
    const told: Nip47Notification[] = [];
    const ready = Promise.withResolvers<void>();
    await client.subscribeNotifications((notification) => {
      told.push(notification);
      if (told.length === 2) ready.resolve();
    });
    await client.getBalance();
    ledger.pay('me', invoice(3).text);
    ledger.fund('friend', 100);
    ledger.pay('friend', ledger.invoice({ payee: 'me', msats: 7_000 }).text);
    await ready.promise;
    expect(told.map(({ notification_type: type, notification }) => [type, notification.amount])).toEqual(
      expect.arrayContaining([
        ['payment_sent', 3_000],
        ['payment_received', 7_000],
      ]),
    );
  });

  it('answers an old app in NIP-04 and refuses what it cannot read', async () => {
    stop();
    await start(['nip04']);
    expect(await client.getWalletServiceInfo()).toMatchObject({ encryptions: ['nip04'] });
    expect(await client.getBalance()).toEqual({ balance: 10_000_000 });
  });

  it('knows methods that it does not have', async () =>
    expect(await fails(client.signMessage({ message: 'hi' }))).toMatchObject({ code: 'NOT_IMPLEMENTED' }));

  describe('does wrong what it is told to', () => {
    const quick = { replyTimeout: 400, publishTimeout: 2_000 };
    const payQuick = (text: string) =>
      (
        client as unknown as {
          executeNip47Request(method: string, params: object, check: () => boolean, times: object): Promise<unknown>;
        }
      ).executeNip47Request('pay_invoice', { invoice: text }, () => true, quick);

    it('no answer, with and without the money gone', async () => {
      for (const pays of [false, true]) {
        const { text, paymentHash } = invoice(10);
        wallet.faults.add('pay_invoice', { type: 'no answer', pays });
        expect(await fails(payQuick(text))).toMatchObject({ name: expect.anything() });
        expect(ledger.find(paymentHash)?.settled !== undefined).toBe(pays);
      }
    });

    it('the answer after the money, or the money after a while', async () => {
      const late = invoice(10);
      wallet.faults.add('pay_invoice', { type: 'late', ms: 1_000 });
      await fails(payQuick(late.text));
      expect(ledger.find(late.paymentHash)?.settled).toBeDefined();
      const slow = invoice(10);
      wallet.faults.add('pay_invoice', { type: 'slow', ms: 1_000 });
      await fails(payQuick(slow.text));
      expect(await client.lookupInvoice({ payment_hash: slow.paymentHash })).toMatchObject({ state: 'pending' });
    });

    it('an error, also when it paid all the same', async () => {
      for (const pays of [false, true]) {
        const { text, paymentHash } = invoice(10);
        wallet.faults.add('pay_invoice', { type: 'error', code: 'INTERNAL', message: 'Oops', pays });
        expect(await fails(client.payInvoice({ invoice: text }))).toMatchObject({ code: 'INTERNAL', message: 'Oops' });
        expect(ledger.find(paymentHash)?.settled !== undefined).toBe(pays);
      }
    });

    it('a wrong proof, another result, or the same twice', async () => {
      wallet.faults.add('pay_invoice', { type: 'wrong preimage' });
      expect(await client.payInvoice({ invoice: invoice(10).text })).toMatchObject({ preimage: '00'.repeat(32) });
      wallet.faults.add('get_balance', { type: 'result', result: { balance: 7 } });
      expect(await client.getBalance()).toEqual({ balance: 7 });
      wallet.faults.add('get_balance', { type: 'twice' });
      expect(await client.getBalance()).toEqual({ balance: 10_000_000 - 10_000 });
    });

    it('an answer that nobody can read', async () => {
      const relay = await connect(relays[0]!.url);
      relay.send('REQ', 'answers', { kinds: [23_195], authors: [wallet.pubkey], limit: 0 });
      await relay.until(([verb]) => verb === 'EOSE');
      wallet.faults.add('get_balance', { type: 'undecryptable' });
      const secret = new URL(wallet.pairingCode).searchParams.get('secret') ?? '';
      const content = encrypt(secret, wallet.pubkey, '{"method":"get_balance"}');
      await relays[0]!.publish(
        finalizeEvent(
          { kind: 23_194, content, created_at: Math.floor(Date.now() / 1_000), tags: [['p', wallet.pubkey]] },
          Buffer.from(secret, 'hex'),
        ),
      );
      const [, , answer] = await relay.until(([verb]) => verb === 'EVENT');
      relay.close();
      expect(() => decrypt(secret, wallet.pubkey, (answer as NostrEvent).content)).toThrow();
    });

    it('nothing for a while where its relays hang up, and comes back', async () => {
      for (const relay of relays) relay.drop();
      await vi.waitFor(async () => expect(await payQuick(invoice(10).text)).toBeDefined(), { timeout: 30_000 });
      expect(ledger.repeated).toEqual([]);
    });

    it.each(['no result', 'other key', 'other request'] as const)('%s', async (type) => {
      const { text } = invoice(10);
      wallet.faults.add('pay_invoice', { type });
      expect(await fails(payQuick(text))).toBeInstanceOf(Error);
      expect(ledger.settlements).toHaveLength(1);
    });
  });
});

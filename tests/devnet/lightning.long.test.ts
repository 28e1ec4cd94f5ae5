import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner, type Draft, type Signer } from '#devnet/content/signer.ts';
import { type Devnet, startDevnet } from '#devnet/devnet.ts';
import { createLedger, LedgerError } from '#devnet/lightning/ledger.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { parseZapReceipt } from '#domain/wallet/zap.ts';
import { connect } from './relay-client.ts';

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof LedgerError ? error.code : String(error);
  }
};

describe('the ledger of the sample network', () => {
  it('moves the money of an invoice once, between any two accounts', () => {
    const ledger = createLedger();
    ledger.fund('anna', 100);
    const invoice = ledger.invoice({ payee: 'ben', msats: 21_000, description: 'Eggs' });
    expect(readInvoice(invoice.text)).toMatchObject({
      network: 'regtest',
      msats: 21_000,
      description: 'Eggs',
      paymentHash: invoice.paymentHash,
    });
    expect(payeeOf(invoice)).toBe(ledger.nodeOf());
    const paid = ledger.pay('anna', invoice.text.toUpperCase());
    expect(createHash('sha256').update(Buffer.from(paid.preimage, 'hex')).digest('hex')).toBe(invoice.paymentHash);
    expect([ledger.balanceOf('anna'), ledger.balanceOf('ben')]).toEqual([79_000, 21_000]);
    expect(codeOf(() => ledger.pay('anna', invoice.text))).toBe('ALREADY_PAID');
    expect(ledger.balanceOf('anna')).toBe(79_000);
    expect(ledger.repeated).toEqual([{ paymentHash: invoice.paymentHash, payer: 'anna' }]);
    expect(ledger.settlements).toHaveLength(1);
  });

  it('moves nothing that is too much, too late or unknown', () => {
    let now = 1_000;
    const ledger = createLedger({ now: () => now });
    const invoice = ledger.invoice({ payee: 'ben', msats: 21_000, expirySeconds: 60 });
    expect(codeOf(() => ledger.pay('anna', invoice.text))).toBe('INSUFFICIENT_BALANCE');
    ledger.fund('anna', 100);
    now = 1_060;
    expect(codeOf(() => ledger.pay('anna', invoice.text))).toBe('EXPIRED');
    expect(codeOf(() => ledger.pay('anna', createLedger().invoice({ payee: 'x', msats: 1 }).text))).toBe('NOT_FOUND');
    expect(ledger.settlements).toEqual([]);
  });
});

describe('the Lightning addresses of the sample people', () => {
  let devnet: Devnet;
  let signer: Signer;
  beforeAll(async () => {
    devnet = await startDevnet({ people: 34, notes: 40 });
    signer = createSigner('payer');
  });
  afterAll(() => devnet.close());

  const get = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(path.startsWith('http') ? path : devnet.mediaUrl + path)).json()) as Record<string, unknown>;
  const parameters = (handle: string) => get(`/.well-known/lnurlp/${handle}`);
  const pubkeyOf = (handle: string) => devnet.content.people.find((one) => one.handle === handle)?.pubkey ?? '';

  const requestFor = (handle: string, change: Partial<Draft> & { more?: string[][] } = {}): NostrEvent => {
    const { more = [], ...draft } = change;
    const tags = [['relays', devnet.relays[1]?.url ?? ''], ['amount', '21000'], ['p', pubkeyOf(handle)], ...more];
    return signer.sign({ kind: 9734, at: 1_795_000_000, content: 'Thanks', tags, ...draft }, signer.keyOf('payer'));
  };
  const ask = (handle: string, query: Record<string, string>) =>
    get(`/lnurl/${handle}?${new URLSearchParams({ amount: '21000', ...query })}`);
  const pay = (pr: unknown) => devnet.ledger.pay('person you', String(pr));

  it('are those of their profiles and ask for what they can be sent', async () => {
    const profile = devnet.content.events.find(({ kind, pubkey }) => kind === 0 && pubkey === pubkeyOf('ines'));
    const { lud16 } = JSON.parse(profile?.content ?? '{}') as { lud16: string };
    const [name, host] = lud16.split('@');
    expect(await get(`http://${host}/.well-known/lnurlp/${name}`)).toMatchObject({
      tag: 'payRequest',
      minSendable: 1_000,
      commentAllowed: 200,
      allowsNostr: true,
    });
    expect(await get('/.well-known/lnurlp/nobody')).toMatchObject({ status: 'ERROR' });
  });

  it('give an invoice over what was asked, which says when it is paid', async () => {
    const { pr, verify } = await ask('otto', { comment: 'For the box' });
    const { metadata } = await parameters('otto');
    const invoice = readInvoice(String(pr))!;
    expect(invoice.msats).toBe(21_000);
    expect(invoice.descriptionHash).toBe(createHash('sha256').update(String(metadata)).digest('hex'));
    expect(await get(String(verify))).toMatchObject({ settled: false, preimage: null });
    const { preimage } = pay(pr);
    expect(await get(String(verify))).toMatchObject({ status: 'OK', settled: true, preimage });
    expect(devnet.ledger.balanceOf('person otto')).toBe(21_000);
  });

  it('answer a zap that was paid with a receipt on the relays that it names', async () => {
    const request = requestFor('ines');
    const relay = await connect(devnet.relays[1]?.url ?? '');
    relay.send('REQ', 'zaps', { kinds: [9735], '#p': [pubkeyOf('ines')], limit: 0 });
    await relay.until(([verb]) => verb === 'EOSE');
    const { pr } = await ask('ines', { nostr: JSON.stringify(request) });
    expect(readInvoice(String(pr))?.descriptionHash).toBe(
      createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    );
    pay(pr);
    const [, , receipt] = await relay.until(([verb]) => verb === 'EVENT');
    relay.close();
    expect(parseZapReceipt(receipt as NostrEvent)).toMatchObject({
      requestId: request.id,
      sats: 21,
      comment: 'Thanks',
      recipient: pubkeyOf('ines'),
      sender: request.pubkey,
      provider: (await parameters('ines')).nostrPubkey,
    });
  });

  it.each([
    ['an amount below the least', { amount: '999' }],
    ['no amount', { amount: 'many' }],
    ['a long comment', { comment: 'a'.repeat(201) }],
    ['a request that is no event', { nostr: '{}' }],
  ])('refuse %s', async (_what, query) => expect(await ask('ines', query)).toMatchObject({ status: 'ERROR' }));

  it('refuse a zap request that is not as it should be', async () => {
    const { sig, ...unsigned } = requestFor('ines');
    const requests = [
      { ...unsigned, sig: sig.replaceAll(/[0-9]/g, '1') },
      requestFor('otto'),
      requestFor('ines', { kind: 1 }),
      requestFor('ines', { more: [['p', pubkeyOf('otto')]] }),
      requestFor('ines', {
        more: [
          ['e', pubkeyOf('otto')],
          ['e', pubkeyOf('ines')],
        ],
      }),
    ];
    for (const request of requests)
      expect(await ask('ines', { nostr: JSON.stringify(request) })).toMatchObject({ status: 'ERROR' });
    expect(await ask('ines', { amount: '22000', nostr: JSON.stringify(requestFor('ines')) })).toMatchObject({
      status: 'ERROR',
    });
  });

  it('are slow, greedy, without zaps or without other origins for one person each', async () => {
    const begin = Date.now();
    expect(await parameters('bo')).toMatchObject({ tag: 'payRequest' });
    expect(Date.now() - begin).toBeGreaterThan(2_900);
    expect(readInvoice(String((await ask('ikram', {})).pr))?.msats).toBe(210_000);
    expect(await parameters('dov')).not.toHaveProperty('allowsNostr');
    const closed = await fetch(`${devnet.mediaUrl}/.well-known/lnurlp/nikos`);
    expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    const open = await fetch(`${devnet.mediaUrl}/.well-known/lnurlp/ines`);
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import { nodeSecret } from '#devnet/lightning/ledger.ts';
import { writeOffer } from '#devnet/lightning/offer.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { readPayable, readPayableOffer } from '#domain/wallet/payable.ts';

const NOW_S = 1_700_000_000;
const ledger = createLedger({ now: () => NOW_S });

describe('an invoice that somebody pastes', () => {
  beforeEach(() => allowLoopback(true));
  afterEach(() => allowLoopback(false));

  it('is read with or without its scheme, in any case', () => {
    const { text, paymentHash } = ledger.invoice({ payee: 'shop', msats: 3_200_000 });
    const inLines = text.replace(/(.{50})/g, '$1\n  ');
    const inShop = `bitcoin:bc1qexample?amount=0.00002&label=Two%20beans&lightning=${text}`;
    const shopCode = `BITCOIN:BC1QEXAMPLE?AMOUNT=0.00002&LIGHTNING=${text.toUpperCase()}`;
    for (const pasted of [
      text,
      ` ${text}\n`,
      `lightning:${text}`,
      `LIGHTNING:${text.toUpperCase()}`,
      inLines,
      inShop,
      shopCode,
    ])
      expect(readPayable(pasted, NOW_S * 1_000)).toMatchObject({ payable: { text, paymentHash, msats: 3_200_000 } });
  });

  it('is refused when it is none, says no amount or has expired', () => {
    const { text } = ledger.invoice({ payee: 'shop', msats: 1_000, expirySeconds: 60 });
    const draft = { paymentHash: new Uint8Array(32).fill(1), createdAt: NOW_S };
    expect(readPayable('lnbc1', 0)).toEqual({ problem: 'noInvoice' });
    expect(readPayable(writeInvoice(draft, nodeSecret('one')), 0)).toEqual({ problem: 'noAmount' });
    expect(readPayable(text, (NOW_S + 59) * 1_000)).toHaveProperty('payable');
    expect(readPayable(text, (NOW_S + 60) * 1_000)).toEqual({ problem: 'expired' });
  });

  it.each(['bc', 'tb', 'tbs', 'bcrt', 'sb'])('of the network %s is refused wherever that is another one', (letters) => {
    const draft = { letters, msats: 5_000, paymentHash: new Uint8Array(32).fill(1), createdAt: NOW_S };
    const read = () => readPayable(writeInvoice(draft, nodeSecret('one')), NOW_S * 1_000);
    const refused = { problem: 'otherNetwork' };
    const payable: unknown = expect.objectContaining({ payable: expect.anything() as unknown });
    expect(read()).toEqual(letters === 'bcrt' ? payable : refused);
    allowLoopback(false);
    expect(read()).toEqual(letters === 'bc' ? payable : refused);
  });

  it('is an offer that can be paid here, or says why not', () => {
    const draft = { issuer: `02${'ab'.repeat(32)}`, metadata: '01' };
    const read = (change: object) => readPayableOffer(writeOffer({ ...draft, ...change }), NOW_S * 1_000);
    expect(read({ expiresAt: NOW_S + 1 })).toHaveProperty('offer');
    expect(read({ expiresAt: NOW_S })).toEqual({ problem: 'offerExpired' });
    expect(read({ chain: '' })).toEqual({ problem: 'offerOtherNetwork' });
    expect(readPayableOffer('lno1', 0)).toEqual({ problem: 'noOffer' });
    allowLoopback(false);
    expect(read({ chain: '' })).toHaveProperty('offer');
    expect(read({})).toEqual({ problem: 'offerOtherNetwork' });
  });
});

import * as fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, describe, expect, it } from 'vitest';
import { writeInvoice } from '#devnet/lightning/invoice.ts';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { composeZapRequest, zapRelays } from '#domain/wallet/compose-zap.ts';
import {
  asLnurl,
  payEndpointOf,
  readLightningAddress,
  readLnurl,
  readPayAddresses,
} from '#domain/wallet/lightning-address.ts';
import {
  invoiceUrl,
  paymentProblem,
  readInvoiceAnswer,
  readPayParameters,
  readVerifyAnswer,
  type PayParameters,
} from '#domain/wallet/lnurl-pay.ts';
import { divideSats, zapSharesOf } from '#domain/wallet/zap-split.ts';
import { hex } from '#tests/support/fake-events.ts';

afterEach(() => allowLoopback(false));

const lnurl = (url: string) => encodeBech32('lnurl', new TextEncoder().encode(url));

describe('a Lightning address', () => {
  it('[LNURL-06] leads to the provider on its domain', () => {
    const found = { url: 'https://example.com/.well-known/lnurlp/ines', shown: 'ines@example.com' };
    expect(readLightningAddress(' Ines@Example.com ')).toEqual(found);
    expect(readLightningAddress('ines+zap@example.com:8443')).toMatchObject({
      url: 'https://example.com:8443/.well-known/lnurlp/ines%2Bzap',
    });
  });

  it('[LNURL-06] has a domain of any script, which is shown as it is asked, and maybe with the dot at its end', () => {
    const found = { url: 'https://xn--bcher-kva.example/.well-known/lnurlp/ines', shown: 'ines@xn--bcher-kva.example' };
    expect(readLightningAddress('ines@bücher.example')).toEqual(found);
    expect(readLightningAddress('Ines@BÜCHER.example.')).toEqual(found);
    expect(readLightningAddress('ines@example.com.')).toMatchObject({ shown: 'ines@example.com' });
    expect(readLightningAddress('ines@example.com.:8443')).toMatchObject({ shown: 'ines@example.com:8443' });
  });

  it.each([
    '',
    'ines',
    '@example.com',
    'ines@',
    'ines@@example.com',
    'ines@example',
    'i nes@example.com',
    'a/b@c.com',
    'ines@example.com/',
    'ines@example.com?a',
    'ines@example.com..',
    'ines@exa\u00admple.com',
    'ines@example.com:x',
  ])('[LNURL-05] "%s" has no name or no domain', (text) =>
    expect(readLightningAddress(text)).toEqual({ code: 'lud16-format' }),
  );

  it('on this machine or the network around it is asked only over the sample network, and then by http', () => {
    for (const host of ['127.0.0.1:4700', 'localhost:4700', '192.168.1.1', 'router.lan'])
      expect(readLightningAddress(`ines@${host}`)).toEqual({ code: 'address-unresolved' });
    allowLoopback(true);
    expect(readLightningAddress('ines@127.0.0.1:4700')).toMatchObject({
      url: 'http://127.0.0.1:4700/.well-known/lnurlp/ines',
    });
    expect(readLightningAddress('ines@192.168.1.1')).toEqual({ code: 'address-unresolved' });
  });
});

describe('an LNURL', () => {
  const url = 'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df';
  const example =
    'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS';

  it('[LNURL-02] is read with more letters than bech32 has elsewhere', () => {
    expect(readLnurl(example)).toEqual({ url, shown: 'service.com' });
    expect(readLnurl(`lightning:${example}`)).toMatchObject({ url });
    expect(asLnurl(url)).toBe(example.toLowerCase());
    expect(readLnurl(lnurl(`https://service.com/${'a'.repeat(1_200)}`))).toHaveProperty('url');
    expect(readLnurl(lnurl(`https://service.com/${'a'.repeat(1_300)}`))).toEqual({ code: 'lud06-format' });
  });

  it.each(['http://service.com/', 'ftp://service.com/', 'http://hidden.onion/', 'http://a:b@service.com/'])(
    '[LNURL-03] %s is not https',
    (other) => expect(readLnurl(lnurl(other))).toEqual({ code: 'lnurl-not-https' }),
  );

  it.each([
    '',
    'lnurl1',
    example.slice(0, -1),
    encodeBech32('npub', new Uint8Array(32)),
    lnurl('no address'),
    lnurl('https://a:b@service.com/'),
  ])('[LNURL-04] "%s" has a bad format', (text) => expect(readLnurl(text)).toEqual({ code: 'lud06-format' }));

  it('leads to no near network', () =>
    expect(readLnurl(lnurl('https://192.168.0.1/pay'))).toEqual({ code: 'address-unresolved' }));

  it('[ZAP-05] is what a profile without an address is paid by; one without both cannot be paid', () => {
    expect(payEndpointOf({ lud16: '', lud06: '' })).toEqual({ code: 'no-lightning-address' });
    expect(payEndpointOf({ lud16: '', lud06: example })).toMatchObject({ url });
    expect(payEndpointOf({ lud16: 'broken', lud06: example })).toMatchObject({ url });
    expect(payEndpointOf({ lud16: 'broken', lud06: 'broken' })).toEqual({ code: 'lud16-format' });
    expect(payEndpointOf({ lud16: 'ines@example.com', lud06: example })).toMatchObject({ shown: 'ines@example.com' });
  });

  it('[LNURL-03] that is not https is told as such, also beside an address of bad format', () => {
    const lud06 = lnurl('http://service.com/');
    expect(payEndpointOf({ lud16: 'broken', lud06 })).toEqual({ code: 'lnurl-not-https' });
    expect(payEndpointOf({ lud16: 'ines@example.com', lud06 })).toMatchObject({ shown: 'ines@example.com' });
  });

  it('[LNURL-05] is an address also without a name or without a domain, when it is pasted', () => {
    for (const text of ['ines@', '@example.com', '@'])
      expect(payEndpointOf(readPayAddresses(text)!)).toEqual({ code: 'lud16-format' });
  });

  it.each([
    ['ines@example.com', { lud16: 'ines@example.com', lud06: '' }],
    [' lightning:Ines@Example.com ', { lud16: 'Ines@Example.com', lud06: '' }],
    ['ines@127.0.0.1:4700', { lud16: 'ines@127.0.0.1:4700', lud06: '' }],
    ['LNURL1DP68', { lud16: '', lud06: 'LNURL1DP68' }],
    ['lightning://lnurl1dp68', { lud16: '', lud06: 'lnurl1dp68' }],
    ['bitcoin:?lightning=LNURL1DP68', { lud16: '', lud06: 'LNURL1DP68' }],
    ['lnbc1', undefined],
    ['lightning:lnbc1', undefined],
    ['write to ines@example.com', undefined],
    ['ines@', { lud16: 'ines@', lud06: '' }],
    ['@example.com', { lud16: '@example.com', lud06: '' }],
    ['ines@example.com@', undefined],
    ['', undefined],
  ])('reads the address that was pasted: %j', (text, addresses) => expect(readPayAddresses(text)).toEqual(addresses));
});

const said = {
  tag: 'payRequest',
  callback: 'https://service.com/pay',
  minSendable: 1_000,
  maxSendable: 100_000,
  metadata: '[["text/plain","For\\u0000 Ines"]]',
  commentAllowed: 20,
  allowsNostr: true,
  nostrPubkey: hex(7),
};

describe('pay parameters', () => {
  it('[LNURL-01] are read', () =>
    expect(readPayParameters(said)).toEqual({
      callback: 'https://service.com/pay',
      minSendable: 1_000,
      maxSendable: 100_000,
      metadata: said.metadata,
      description: 'For Ines',
      commentAllowed: 20,
      allowsNostr: true,
      nostrPubkey: hex(7),
    }));

  it('[LNURL-01] with parts of a msat bound what is paid from within', () =>
    expect(readPayParameters({ ...said, minSendable: 1_000.5, maxSendable: 99_999.5 })).toMatchObject({
      minSendable: 1_001,
      maxSendable: 99_999,
    }));

  it.each([
    ['a minimum of 0', { minSendable: 0 }],
    ['a minimum that is a text', { minSendable: '1000' }],
    ['no maximum', { maxSendable: undefined }],
    ['a minimum above the maximum', { minSendable: 200_000 }],
    ['no whole sat between them', { minSendable: 21_500, maxSendable: 21_999 }],
    ['a maximum without end', { maxSendable: Infinity }],
    ['no callback', { callback: undefined }],
    ['a callback by http', { callback: 'http://service.com/pay' }],
    ['a callback on this machine', { callback: 'https://localhost/pay' }],
    ['a callback with a password', { callback: 'https://a:b@service.com/pay' }],
    ['another tag', { tag: 'withdrawRequest' }],
  ])('[LNURL-14] with %s are invalid', (_what, change) =>
    expect(readPayParameters({ ...said, ...change })).toEqual({ code: 'pay-parameters' }),
  );

  it.each([[undefined], [null], [[]], ['text'], [7]])('%s are none', (json) =>
    expect(readPayParameters(json)).toEqual({ code: 'address-unresolved' }),
  );

  it('may be refused with a reason', () =>
    expect(readPayParameters({ status: 'ERROR', reason: 'Nobody\u202e here' })).toEqual({
      code: 'address-unresolved',
      said: 'Nobody here',
    }));

  const params = readPayParameters(said) as PayParameters;
  it.each([
    ['LNURL-15', { msats: 999 }, { code: 'amount-below', sats: 1 }],
    ['LNURL-16', { msats: 100_001 }, { code: 'amount-above', sats: 100 }],
    ['LNURL-17', { comment: 'a'.repeat(21) }, { code: 'comment-too-long', most: 20 }],
  ])('[%s] a payment beyond them is refused', (_id, change, problem) =>
    expect(paymentProblem(params, { msats: 21_000, comment: '', zap: true, ...change })).toEqual(problem),
  );

  it.each([
    ['LNURL-15', { msats: 1_000 }],
    ['LNURL-16', { msats: 100_000 }],
    ['LNURL-17', { comment: 'a'.repeat(20) }],
  ])('[%s] a payment right at their bound is taken', (_id, change) =>
    expect(paymentProblem(params, { msats: 21_000, comment: '', zap: true, ...change })).toBeUndefined(),
  );

  it('[LNURL-18] without allowsNostr, or without a key for receipts, take no zaps', () => {
    const zap = { msats: 21_000, comment: '', zap: true };
    for (const change of [{ allowsNostr: false }, { nostrPubkey: 'nobody' }]) {
      const without = readPayParameters({ ...said, ...change }) as PayParameters;
      expect(paymentProblem(without, zap)).toEqual({ code: 'no-zaps-taken' });
      expect(paymentProblem(without, { ...zap, zap: false })).toBeUndefined();
    }
  });

  it('without room for comments bound only payments that are no zaps', () => {
    const without = readPayParameters({ ...said, commentAllowed: undefined }) as PayParameters;
    const comment = 'Thanks';
    expect(paymentProblem(without, { msats: 21_000, comment, zap: true })).toBeUndefined();
    expect(paymentProblem(without, { msats: 21_000, comment, zap: false })).toEqual({
      code: 'comment-too-long',
      most: 0,
    });
  });
});

const NOW = 1_795_262_400;
const invoiceOf = (change: Partial<Parameters<typeof writeInvoice>[0]> = {}) =>
  writeInvoice(
    {
      msats: 21_000,
      paymentHash: new Uint8Array(32).fill(3),
      createdAt: NOW,
      descriptionHash: sha256(new Uint8Array([1])),
      ...change,
    },
    new Uint8Array(32).fill(9),
  );
const COMMITTED = Buffer.from(sha256(new Uint8Array([1]))).toString('hex');
const asked = { msats: 21_000, committed: COMMITTED, now: NOW * 1_000 };

describe('the answer with an invoice', () => {
  it('[LNURL-09] is asked for with the amount, the request and the comment', () => {
    const url = new URL(
      invoiceUrl('https://service.com/pay?id=7', {
        msats: 21_000,
        comment: 'Hi & bye',
        nostr: '{"kind":9734}',
        lnurl: 'lnurl1x',
      }),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      id: '7',
      amount: '21000',
      nostr: '{"kind":9734}',
      lnurl: 'lnurl1x',
      comment: 'Hi & bye',
    });
  });

  it('is what may be paid', () => {
    const answer = readInvoiceAnswer({ pr: invoiceOf(), verify: 'https://service.com/verify/1' }, asked);
    expect(answer).toMatchObject({ invoice: { msats: 21_000 }, verify: 'https://service.com/verify/1', commits: true });
    const other = readInvoiceAnswer(
      { pr: invoiceOf(), verify: 'https://localhost/1' },
      { ...asked, committed: hex(5) },
    );
    expect(other).toMatchObject({ verify: undefined, commits: false });
  });

  it.each([
    ['ZAP-11', 'no invoice', {}, { code: 'no-payment-request' }],
    ['ZAP-10', 'a refusal', { status: 'ERROR', reason: 'Full' }, { code: 'invoice-request', said: 'Full' }],
    ['ZAP-11', 'a list', [], { code: 'no-payment-request' }],
    ['ZAP-11', 'null', null, { code: 'no-payment-request' }],
    ['ZAP-11', 'a text', 'text', { code: 'no-payment-request' }],
    ['ZAP-11', 'what is no invoice', { pr: 'lnbc1' }, { code: 'invoice-unreadable' }],
    [
      'ZAP-11',
      'a larger sum',
      { pr: invoiceOf({ msats: 210_000 }) },
      { code: 'invoice-amount', asked: 21_000, invoiced: 210_000 },
    ],
    [
      'ZAP-11',
      'a smaller sum',
      { pr: invoiceOf({ msats: 20_999 }) },
      { code: 'invoice-amount', asked: 21_000, invoiced: 20_999 },
    ],
    [
      'ZAP-11',
      'any sum',
      { pr: invoiceOf({ msats: undefined }) },
      { code: 'invoice-amount', asked: 21_000, invoiced: 0 },
    ],
    ['ZAP-11', 'an old invoice', { pr: invoiceOf({ createdAt: NOW - 3_600 }) }, { code: 'invoice-over' }],
  ])('[%s] with %s is paid by nobody', (_id, _what, json, problem) =>
    expect(readInvoiceAnswer(json, asked)).toEqual(problem),
  );

  it('is looked at again where the provider says whether it was paid', () => {
    expect(readVerifyAnswer({ status: 'OK', settled: true, preimage: hex(4) })).toEqual({
      settled: true,
      preimage: hex(4),
    });
    expect(readVerifyAnswer({ settled: false, preimage: null })).toEqual({ settled: false, preimage: undefined });
    for (const json of [undefined, {}, { settled: 'yes' }, { status: 'ERROR', settled: true }])
      expect(readVerifyAnswer(json)).toBeUndefined();
  });
});

describe('a zap request', () => {
  const draft = {
    recipient: hex(2),
    sats: 21,
    comment: 'Thank you',
    note: { id: hex(1), kind: 1 },
    relays: ['wss://one.example', 'wss://two.example'],
    endpoint: 'https://service.com/pay',
  };

  it('[ZAP-02] [ZAP-03] [ZAP-04] says who, how much in millisats, for what and where the receipt goes', () =>
    expect(composeZapRequest(draft, { now: 9, client: 'Nuthatch' })).toEqual({
      kind: 9734,
      created_at: 9,
      content: 'Thank you',
      tags: [
        ['relays', 'wss://one.example', 'wss://two.example'],
        ['amount', '21000'],
        ['lnurl', lnurl('https://service.com/pay')],
        ['p', hex(2)],
        ['e', hex(1)],
        ['k', '1'],
        ['client', 'Nuthatch'],
      ],
    }));

  it('[ZAP-01] of a person names no note, and an anonymous one not the app', () => {
    const { tags } = composeZapRequest({ ...draft, note: undefined, anonymous: true }, { now: 9, client: 'Nuthatch' });
    expect(tags.map(([name]) => name)).toEqual(['relays', 'amount', 'lnurl', 'p', 'anon']);
  });
});

it('the receipt of a zap is wanted where its recipient looks before where we do, at ten relays and once at each', () => {
  const [theirs, ours] = [
    Array.from({ length: 9 }, (_, at) => `wss://t${at}.example`),
    ['wss://t0.example', 'wss://o.example'],
  ];
  expect(zapRelays(theirs, [...ours, 'wss://p.example'])).toEqual([...theirs, 'wss://o.example']);
});

describe('a zap that is split (NIP-57, appendix G)', () => {
  const shared = (...tags: string[][]) =>
    zapSharesOf({ pubkey: hex(9), tags }).map(({ pubkey, weight }) => [pubkey, weight]);

  it('goes to the author where nobody is named', () => {
    expect(shared()).toEqual([[hex(9), 1]]);
    expect(shared(['zap', 'nobody', '', '1'])).toEqual([[hex(9), 1]]);
  });

  it('is equal without weights; with some, those without get nothing', () => {
    expect(shared(['zap', hex(1)], ['zap', hex(2), 'wss://r.example'])).toEqual([
      [hex(1), 1],
      [hex(2), 1],
    ]);
    expect(shared(['zap', hex(1), 'wss://r.example', '3'], ['zap', hex(2)])).toEqual([[hex(1), 3]]);
    expect(shared(['zap', hex(1), '', '3'], ['zap', hex(1), '', '9'], ['zap', hex(2), '', '-1'])).toEqual([
      [hex(1), 3],
    ]);
    expect(shared(['zap', hex(1), '', 'NaN'], ['zap', hex(2), '', 'Infinity'])).toEqual([[hex(9), 1]]);
  });

  it('is divided to the last sat', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_100_000_000_000_000 }),
        fc.array(fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }), {
          minLength: 1,
          maxLength: 20,
        }),
        (sats, weights) => {
          const parts = divideSats(
            sats,
            weights.map((weight) => ({ weight })),
          );
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sats);
          expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
        },
      ),
    ));

  it('follows the weights', () => {
    expect(divideSats(100, [{ weight: 1 }, { weight: 1 }, { weight: 2 }])).toEqual([25, 25, 50]);
    expect(divideSats(10, [{ weight: 1 }, { weight: 1 }, { weight: 1 }])).toEqual([4, 3, 3]);
  });
});

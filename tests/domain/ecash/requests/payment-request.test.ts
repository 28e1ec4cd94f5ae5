import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaymentRequest as LibraryRequest } from '@cashu/cashu-ts';
import { writeBech32m } from '#domain/ecash/requests/creq.ts';
import { readCreq, writeCreqA, writeCreqB, type RawRequest } from '#domain/ecash/requests/creq.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { postUrl, rawRequestOf, readPaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import { isRequestText } from '#domain/ecash/requests/request-text.ts';
import { writeCbor, type Writable } from '#domain/ecash/codes/write-cbor.ts';
import { decodeNip19, encodeWithRelays } from '#domain/protocol/nip19.ts';
import { writeBase64 } from '#domain/text/base64.ts';
import { hex } from '#tests/support/fake-events.ts';
import vectors from '../nut-18-26.json' with { type: 'json' };

const codeOf = (act: () => unknown) => {
  try {
    act();
    return 'read';
  } catch (error) {
    return error instanceof EcashError ? error.problem.code : String(error);
  }
};

/** An npub and an nprofile without relays name the same person. */
const calm = ({ t, ...rest }: RawRequest) => ({
  ...rest,
  ...(t && {
    t: t.map((one) => {
      const person = one.t === 'nostr' ? decodeNip19(one.a) : undefined;
      const relays = person?.prefix === 'nprofile' ? person.relays : [];
      return { ...one, a: person && 'hex' in person ? `${person.hex} ${relays.join(' ')}` : one.a };
    }),
  }),
});

const texts = fc.string({ unit: 'grapheme', maxLength: 30 });
const tags = fc.array(fc.array(texts, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
const relays = fc.array(fc.constantFrom('wss://a.example', 'wss://b.example'), { maxLength: 2 });
const transport = fc.oneof(
  fc.record({ t: fc.constant('post'), a: texts, g: tags }, { requiredKeys: ['t', 'a'] }),
  relays.map((urls) => ({ t: 'nostr', a: encodeWithRelays('nprofile', hex(0xa), urls), g: [['n', '17']] })),
);
const request: fc.Arbitrary<RawRequest> = fc.record(
  {
    i: texts,
    a: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    u: fc.constantFrom('sat', 'usd', 'msat'),
    s: fc.boolean(),
    m: fc.array(texts, { minLength: 1, maxLength: 4 }),
    d: texts,
    t: fc.array(transport, { minLength: 1, maxLength: 3 }),
    nut10: fc.record({ k: fc.constantFrom('P2PK', 'HTLC'), d: texts, t: tags }, { requiredKeys: ['k', 'd'] }),
  },
  { requiredKeys: [] },
);

/** Any CBOR as a request. */
const creqOf = (value: Writable) => `creqA${writeBase64(writeCbor(value)).replace(/=+$/, '')}`;

describe('payment requests as text', () => {
  // the first one is printed with the text of another request
  it.each(vectors.A.slice(1))('reads the vector of NUT-18: $title', ({ json, encoded }) => {
    expect(readCreq(encoded)).toEqual(json);
    expect(readCreq(writeCreqA(json as RawRequest))).toEqual(json);
  });

  it.each(vectors.B)('reads and writes the vector of NUT-26: $title', ({ json, encoded }) => {
    expect(calm(readCreq(encoded))).toEqual(calm(json as RawRequest));
    expect(readCreq(encoded.toLowerCase())).toEqual(readCreq(encoded));
    expect(writeCreqB(json as RawRequest)).toBe(encoded);
  });

  it('says what it was given in both forms', () => {
    fc.assert(
      fc.property(request, (raw) => {
        expect(readCreq(writeCreqA(raw))).toEqual(raw);
        expect(calm(readCreq(writeCreqB(raw)))).toEqual(calm(raw));
      }),
    );
  });

  it('is read by the Cashu library, and reads what that writes', () => {
    const raw = rawRequestOf({
      id: 'b7a90176',
      amount: 2_100,
      memo: 'feeder fund',
      mints: ['https://mint.example'],
      isSingleUse: true,
      pubkey: hex(0xa),
      relays: ['wss://a.example'],
      lock: `02${hex(0xb)}`,
    });
    for (const text of [writeCreqA(raw), writeCreqB(raw)]) {
      const read = LibraryRequest.fromEncodedRequest(text);
      expect([read.id, read.amount?.toNumber(), read.unit, read.mints, read.description, read.singleUse]).toEqual([
        'b7a90176',
        2_100,
        'sat',
        ['https://mint.example'],
        'feeder fund',
        true,
      ]);
      expect(calm(readCreq(read.toEncodedCreqA()))).toMatchObject(calm(raw));
      expect(calm(readCreq(read.toEncodedCreqB()))).toMatchObject(calm(raw));
    }
  });

  it('is found in links and in codes for several ways to pay', () => {
    const [, text] = [0, writeCreqB({ u: 'sat' })];
    for (const written of [
      text,
      `cashu:${text}`,
      `CASHU:${text}`,
      ` ${text}\n`,
      `bitcoin:?lightning=lnbc1&creq=${text}`,
    ]) {
      expect(isRequestText(written)).toBe(true);
      expect(readCreq(written)).toEqual({ u: 'sat' });
    }
    for (const other of ['cashuBabc', 'bitcoin:?lightning=lnbc1', 'lnbc1', '', 'creqZ']) {
      expect(isRequestText(other)).toBe(false);
      expect(codeOf(() => readCreq(other))).toBe('request-none');
    }
  });

  it('throws nothing but a code for what is damaged, wherever it is', () => {
    const whole = writeCreqA({
      i: 'x',
      a: 5,
      u: 'sat',
      m: ['https://mint.example'],
      t: [{ t: 'post', a: 'https://x' }],
    });
    for (let length = 5; length < whole.length; length += 1)
      expect(['request-unreadable', 'request-none']).toContain(codeOf(() => readCreq(whole.slice(0, length))));
    const short = writeCreqB({ i: 'x', a: 5 });
    for (let at = 7; at < short.length; at += 1)
      expect(codeOf(() => readCreq(short.slice(0, at) + (short[at] === 'Q' ? 'P' : 'Q') + short.slice(at + 1)))).toBe(
        'request-unreadable',
      );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const codes = ['read', 'request-unreadable'];
        expect(codes).toContain(codeOf(() => readCreq(`creqA${writeBase64(bytes) || 'a'}`)));
        expect(codes).toContain(codeOf(() => readCreq(writeBech32m('creqb', bytes))));
      }),
    );
  });

  it.each<readonly [string, string]>([
    ['1 MB', `creqA${'a'.repeat(1_000_000)}`],
    ['1 MB of short form', `creqb1${'q'.repeat(1_000_000)}`],
  ])('does not read %s', (_, text) => {
    expect(codeOf(() => readCreq(text))).toBe('request-too-long');
    expect(isRequestText(text)).toBe(false);
  });

  it.each<readonly [string, string]>([
    ['another type of amount', creqOf({ a: '5' })],
    ['mints that are no list', creqOf({ m: 'https://mint.example' })],
    ['a transport without a target', creqOf({ t: [{ t: 'post' }] })],
    ['tags that are no lists', creqOf({ t: [{ t: 'post', a: 'x', g: ['n'] }] })],
    ['more mints than anybody has', creqOf({ m: Array.from({ length: 101 }, () => 'x') })],
    ['a list', creqOf([])],
    ['what is nested too deep', creqOf(Array.from({ length: 40 }).reduce<Writable>((inner) => [inner], 1))],
    // {"a": 1, "a": 2}
    ['one name twice', `creqA${writeBase64(Uint8Array.of(0xa2, 0x61, 0x61, 1, 0x61, 0x61, 2))}`],
    ['an amount twice', writeBech32m('creqb', Uint8Array.of(1, 0, 1, 65, 1, 0, 1, 66))],
    [
      'an amount beyond exact numbers',
      writeBech32m('creqb', Uint8Array.of(2, 0, 8, 255, 255, 255, 255, 255, 255, 255, 255)),
    ],
    ['an amount of seven bytes', writeBech32m('creqb', Uint8Array.of(2, 0, 7, 0, 0, 0, 0, 0, 0, 1))],
    ['a part that is cut off', writeBech32m('creqb', Uint8Array.of(1, 0, 9, 65))],
    ['a person of 31 bytes', writeBech32m('creqb', Uint8Array.of(7, 0, 8, 1, 0, 1, 0, 2, 0, 1, 7))],
  ])('does not read %s', (_, text) => {
    expect(codeOf(() => readCreq(text))).toBe('request-unreadable');
  });

  it('leaves out parts that it does not know', () => {
    expect(readCreq(writeBech32m('creqb', Uint8Array.of(99, 0, 2, 1, 2, 1, 0, 1, 65)))).toEqual({ i: 'A' });
    const unknown = Uint8Array.of(7, 0, 8, 1, 0, 1, 9, 2, 0, 1, 65);
    expect(readCreq(writeBech32m('creqb', unknown))).toEqual({ t: [{ t: 'kind 9', a: 'A' }] });
  });
});

const person = encodeWithRelays('nprofile', hex(0xa), ['wss://relay.example', 'ws://10.0.0.1']);
const judged = (raw: RawRequest, loopback = false) => readPaymentRequest(writeCreqA(raw), loopback);

describe('what a payment request comes to', () => {
  it('names who asks, how much, for what, where and how', () => {
    const nostr = { t: 'nostr', a: person, g: [['n', '17']] };
    const read = judged({
      i: 'x',
      a: 5,
      u: 'sat',
      s: true,
      m: ['https://Mint.example/', 'https://mint.example', 'http://mint.example', 'https://10.0.0.1'],
      d: 'two jars\u202e',
      t: [{ t: 'pigeon', a: 'loft' }, nostr, { t: 'post', a: 'https://shop.example/pay?order=1' }],
      nut10: {
        k: 'P2PK',
        d: `02${hex(0xd)}`,
        t: [
          ['locktime', '1900000000'],
          ['refund', `03${hex(0xc)}`],
          ['n_sigs', '1'],
        ],
      },
    });
    expect(read).toMatchObject({
      id: 'x',
      amount: 5,
      isSingleUse: true,
      mints: ['https://mint.example'],
      memo: 'two jars',
      ways: [
        { type: 'message', pubkey: hex(0xa), relays: ['wss://relay.example'] },
        { type: 'post', url: 'https://shop.example/pay?order=1' },
      ],
      lock: { pubkey: `02${hex(0xd)}`, locktime: 1_900_000_000, refund: [`03${hex(0xc)}`] },
    });
  });

  it('is the same request in both forms', () => {
    const raw: RawRequest = { i: 'x', a: 5, u: 'sat', t: [{ t: 'nostr', a: person }] };
    expect(readPaymentRequest(writeCreqB(raw), false)).toEqual(judged(raw));
    expect(judged({ ...raw, i: 'y' }).key).not.toBe(judged(raw).key);
  });

  it.each<readonly [string, string, RawRequest]>([
    ['another unit', 'request-unit', { a: 5, u: 'usd' }],
    ['nothing', 'request-amount', { a: 0, u: 'sat' }],
    ['more than there will ever be', 'request-amount', { a: 21e14 + 1, u: 'sat' }],
    ['an amount without a unit', 'request-unreadable', { a: 5 }],
    ['mints of which none can be one', 'request-mints', { m: ['http://mint.example', 'https://localhost', 'x'] }],
    ['an id that is a book', 'request-unreadable', { i: 'x'.repeat(201) }],
    ['a lock by hash', 'request-lock', { nut10: { k: 'HTLC', d: hex(1) } }],
    ['a lock to no key', 'request-lock', { nut10: { k: 'P2PK', d: 'x' } }],
    ['a lock to what lies on no curve', 'request-lock', { nut10: { k: 'P2PK', d: `02${hex(0)}` } }],
    [
      'a lock that ends with what lies on no curve',
      'request-lock',
      { nut10: { k: 'P2PK', d: `02${hex(0xd)}`, t: [['refund', `02${hex(0)}`]] } },
    ],
    ['a lock of two signatures', 'request-lock', { nut10: { k: 'P2PK', d: `02${hex(0xd)}`, t: [['n_sigs', '2']] } }],
    [
      'a lock with what nobody knows',
      'request-lock',
      { nut10: { k: 'P2PK', d: `02${hex(0xd)}`, t: [['timeout', '9']] } },
    ],
    [
      'a lock with one thing twice',
      'request-lock',
      {
        nut10: {
          k: 'P2PK',
          d: `02${hex(0xd)}`,
          t: [
            ['locktime', '9'],
            ['locktime', '10'],
          ],
        },
      },
    ],
    ['a lock until never', 'request-lock', { nut10: { k: 'P2PK', d: `02${hex(0xd)}`, t: [['locktime', '-1']] } }],
  ])('cannot be paid when it asks for %s', (_, code, raw) => {
    expect(codeOf(() => judged(raw))).toBe(code);
  });

  it.each([
    'http://shop.example/pay',
    'https://localhost/pay',
    'https://192.168.1.1/pay',
    'https://[::1]/pay',
    'https://printer.local/pay',
    'https://me:secret@shop.example/pay',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `https://shop.example/${'x'.repeat(2_000)}`,
    '',
  ])('delivers nothing to %s', (url) => {
    expect(postUrl(url, false)).toBeUndefined();
    expect(judged({ t: [{ t: 'post', a: url }] }).ways).toEqual([]);
  });

  it('delivers to this machine over the sample network alone', () => {
    expect(postUrl('http://localhost:1234/pay', true)).toBe('http://localhost:1234/pay');
    expect(postUrl('http://shop.example/pay', true)).toBeUndefined();
  });

  it('takes no way to a person that it does not know', () => {
    expect(judged({ t: [{ t: 'nostr', a: person, g: [['n', '4']] }] }).ways).toEqual([]);
    expect(judged({ t: [{ t: 'nostr', a: 'npub1x' }] }).ways).toEqual([]);
    expect(judged({ t: [{ t: 'nostr', a: person }] }).ways).toHaveLength(1);
  });
});

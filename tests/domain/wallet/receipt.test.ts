import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { readReceipt, type Receipt } from '#domain/wallet/receipt.ts';
import { tallyZaps } from '#domain/wallet/zap-tally.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { hex } from '#tests/support/fake-events.ts';
import { keyOf, makeReceipt, type ReceiptParts } from '#tests/support/receipts.ts';

const NOTE = hex(1);
const providerOf = (pubkey: string) => (pubkey === keyOf('author') ? keyOf('provider') : undefined);
const payees = new Set([keyOf('author')]);

/** What the app makes of an event that a relay sends. */
const arrives = (event: NostrEvent) => verifyFrame(JSON.stringify(['EVENT', 's', event]), 1_800_000_000, nobleCheck);
const received = (events: readonly NostrEvent[]): Receipt[] =>
  events.flatMap((event) => {
    const arrived = arrives(event);
    return (arrived && readReceipt(arrived)) ?? [];
  });
const counted = (...events: NostrEvent[]) => tallyZaps(NOTE, received(events), { providerOf, payees });

const swap = (name: string, value: string) => (tags: string[][]) =>
  tags.map((tag) => (tag[0] === name ? [name, value] : tag));
const without = (name: string) => (tags: string[][]) => tags.filter((tag) => tag[0] !== name);
const flipped = (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

describe('a zap receipt', () => {
  it('counts when the provider of who is paid signed it', () => {
    const genuine = makeReceipt({ note: NOTE, sats: 21, comment: 'Lovely' });
    expect(received([genuine])[0]).toMatchObject({ commits: true, zap: { sats: 21, comment: 'Lovely' } });
    expect(counted(genuine)).toEqual({
      zaps: 1,
      zapSats: 21,
      topZap: { pubkey: keyOf('payer'), sats: 21, comment: 'Lovely' },
    });
  });

  it('counts without a preimage, without an amount in its request and when its invoice commits to nothing', () => {
    const some = [
      makeReceipt({ note: NOTE, receipt: without('preimage') }),
      makeReceipt({ note: NOTE, salt: '2', request: without('amount') }),
      makeReceipt({ note: NOTE, salt: '3', invoice: { descriptionHash: new Uint8Array(32) } }),
      makeReceipt({ note: NOTE, salt: '4', receipt: without('P') }),
    ];
    expect(counted(...some)).toMatchObject({ zaps: 4, zapSats: 84 });
    expect(received(some).map(({ commits }) => commits)).toEqual([true, true, false, true]);
  });

  it.each<[string, ReceiptParts]>([
    ['1 signed by the payer', { provider: 'payer' }],
    ['1 signed by the recipient', { provider: 'author' }],
    ['2 over more than was asked', { invoice: { msats: 21_000_000 } }],
    ['2 over a millisat more', { invoice: { msats: 21_001 } }],
    ['2 over any sum', { invoice: { msats: undefined } }],
    ['2 whose request names another sum', { request: swap('amount', '1000') }],
    ['3 with a request that nobody signed', { description: (text) => text.replace(/"sig":"[^"]+"/, '"sig":""') }],
    ['3 with a request of another', { description: (text) => text.replace(keyOf('payer'), keyOf('known')) }],
    [
      '3 with a comment that the payer did not write',
      { description: (text) => text.replace('"content":""', '"content":"Hi"') },
    ],
    ['3 with an empty request', { description: () => '{}' }],
    ['4 for a zap of somebody else', { request: swap('p', keyOf('known')) }],
    ['4 that names somebody else', { receipt: swap('p', keyOf('known')) }],
    ['4 that names two people', { receipt: (tags) => [...tags, ['p', keyOf('known')]] }],
    ['4 that names another payer', { receipt: swap('P', keyOf('known')) }],
    ['5 of another note', { request: swap('e', hex(2)) }],
    ['5 whose request names two notes', { request: (tags) => [...tags, ['e', hex(2)]] }],
    ['5 that names two notes', { receipt: (tags) => [...tags, ['e', hex(2)]] }],
    [
      '6 with an invoice whose sum was changed',
      { sats: 210, bolt11: (text) => text.replace('lnbcrt2100n', 'lnbcrt21m') },
    ],
    [
      '6 with an invoice whose checksum is wrong',
      { bolt11: (text) => `${text.slice(0, -1)}${text.endsWith('q') ? 'p' : 'q'}` },
    ],
    [
      '6 with a preimage of another invoice',
      { receipt: (tags) => tags.map((tag) => (tag[0] === 'preimage' ? ['preimage', flipped(tag[1]!)] : tag)) },
    ],
    ['6 with two invoices', { receipt: (tags) => [...tags, ['bolt11', 'lnbc1']] }],
    ['6 with nothing to pay', { receipt: without('bolt11') }],
  ])('that is forged, kind %s, counts nothing', (_what, parts) => {
    expect(counted(makeReceipt({ note: NOTE, ...parts }))).toEqual({ zaps: 0, zapSats: 0 });
  });

  it('counts once, whoever repeats the request or the payment', () => {
    const first = makeReceipt({ note: NOTE });
    const again = makeReceipt({ note: NOTE, at: 1_700_000_100 });
    const description = first.tags.find(([name]) => name === 'description')![1]!;
    const bolt11 = first.tags.find(([name]) => name === 'bolt11')![1]!;
    const sameRequest = makeReceipt({ note: NOTE, description: () => description, salt: 'other' });
    const samePayment = makeReceipt({
      note: NOTE,
      bolt11: () => bolt11,
      receipt: without('preimage'),
      at: 1_700_000_200,
    });
    expect(counted(first, first, sameRequest, samePayment)).toMatchObject({ zaps: 1, zapSats: 21 });
    expect(counted(first, again)).toMatchObject({ zaps: 2, zapSats: 42 });
  });

  it('is summed with the others, and the largest is named', () => {
    const some = [['1', 21, 'Zap!'] as const, ['2', 100, 'wow'] as const, ['3', 42, ''] as const].map(
      ([salt, sats, comment]) => makeReceipt({ note: NOTE, salt, sats, comment }),
    );
    expect(counted(...some)).toEqual({
      zaps: 3,
      zapSats: 163,
      topZap: { pubkey: keyOf('payer'), sats: 100, comment: 'wow' },
    });
  });

  it('of another note counts nothing here', () => {
    expect(counted(makeReceipt({ note: hex(2) }), makeReceipt())).toEqual({ zaps: 0, zapSats: 0 });
  });

  it('of a note is for its author or those the author shares with', () => {
    const other = makeReceipt({ note: NOTE, recipient: 'known' });
    const anyProvider = { providerOf: () => keyOf('provider') };
    expect(tallyZaps(NOTE, received([other]), { ...anyProvider, payees })).toMatchObject({ zaps: 0 });
    expect(tallyZaps(NOTE, received([other]), anyProvider)).toMatchObject({ zaps: 1 });
    expect(tallyZaps(NOTE, received([other]), { ...anyProvider, payees: new Set([keyOf('known')]) })).toMatchObject({
      zaps: 1,
    });
  });

  it('is checked fast enough: 2,000 a second and more with one core', () => {
    const receipts = received(
      Array.from({ length: 20 }, (_, index) => makeReceipt({ note: NOTE, salt: String(index) })),
    );
    const begin = process.cpuUsage();
    for (let round = 0; round < 100; round += 1)
      for (const { event } of receipts) expect(readReceipt(event)).toBeDefined();
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1_000_000).toBeLessThan(1);
  });
});

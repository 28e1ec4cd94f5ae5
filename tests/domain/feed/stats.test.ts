import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { NostrEvent } from '#domain/protocol/event.ts';
import { addToStats, newTally, statsOf, tallyStats } from '#domain/feed/stats.ts';
import { isDislike } from '#domain/notifications/notifications.ts';
import { likesIn } from '#domain/social/reactions.ts';
import { invoiceMsats } from '#domain/wallet/invoice-amount.ts';
import { parseZapReceipt } from '#domain/wallet/zap.ts';

import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

const NOTE = hex(100);
const BOB = hex(200);
let nextId = 1_000;
const about = (kind: number, tags: string[][], fields: Partial<NostrEvent> = {}) =>
  fakeEvent({ id: hex((nextId += 1)), kind, tags, ...fields });

type Parts = { invoice: string; request: object; tags: string[][]; from: string };
const receipt = (parts: Partial<Parts> = {}): NostrEvent => {
  const {
    invoice = 'lnbc210n1pabc',
    request = {},
    from = hex(0xf),
    tags = [
      ['p', BOB],
      ['e', NOTE],
    ],
  } = parts;
  const description = JSON.stringify({
    id: hex(0xd),
    created_at: 1_700_000_000,
    kind: 9734,
    pubkey: hex(0xc),
    content: 'Zap!',
    tags: [
      ['p', BOB],
      ['e', NOTE],
      ['amount', '21000'],
      ['relays', 'wss://r.example'],
    ],
    ...request,
  });
  return about(9735, [...tags, ['bolt11', invoice], ['description', description]], { pubkey: from });
};

describe('invoice amounts (BOLT 11)', () => {
  it.each([
    ['lnbc10u1p3unwfusp5t9r3yymhpf', 1_000_000],
    ['lnbc2500u1pvjluez', 250_000_000],
    ['lnbc20m1pvjluez', 2_000_000_000],
    ['lnbc25m1pvjluez', 2_500_000_000],
    ['lnbc9678785340p1pwmna7l', 967_878_534],
    ['lnbc210n1pabc', 21_000],
    ['lntb20m1pvjluez', 2_000_000_000],
    ['lnbcrt1u1pabc', 100_000],
    ['LNBC10U1P3UNWFU', 1_000_000],
    ['lnbc21pabc', 200_000_000_000],
  ])('of %s are %d msats', (invoice, msats) => expect(invoiceMsats(invoice)).toBe(msats));

  it.each(['lnbc1pvjluez', 'lnbc25p1', 'lnurl1abc', '', '1', 'lnbc99999999999999999m1p', 'lnbcx1p', 'lnbc-5m1p'])(
    'of %j are none',
    (invoice) => expect(invoiceMsats(invoice)).toBeUndefined(),
  );
});

describe('zap receipts (NIP-57)', () => {
  it('say who paid what for which note', () => {
    expect(parseZapReceipt(receipt())).toEqual({
      noteId: NOTE,
      recipient: BOB,
      sender: hex(0xc),
      sats: 21,
      comment: 'Zap!',
      provider: hex(0xf),
      requestId: hex(0xd),
      requestedAt: 1_700_000_000,
    });
  });

  it('of a person name no note', () => {
    const zap = parseZapReceipt(receipt({ tags: [['p', BOB]], request: { tags: [['p', BOB]] } }));
    expect(zap).toMatchObject({ recipient: BOB, sats: 21 });
    expect(zap).not.toHaveProperty('noteId');
  });

  it.each<[string, Partial<Parts>]>([
    ['the invoice asks another amount', { invoice: 'lnbc220n1pabc' }],
    ['the invoice names no amount', { invoice: 'lnbc1pabc' }],
    ['the request is of another kind', { request: { kind: 1 } }],
    [
      'the request names another recipient',
      {
        request: {
          tags: [
            ['p', hex(7)],
            ['e', NOTE],
          ],
        },
      },
    ],
    [
      'the request names another note',
      {
        request: {
          tags: [
            ['p', BOB],
            ['e', hex(7)],
          ],
        },
      },
    ],
    [
      'the request names two recipients',
      {
        request: {
          tags: [
            ['p', BOB],
            ['p', hex(7)],
            ['e', NOTE],
          ],
        },
      },
    ],
    ['the request has broken tags', { request: { tags: [['p', BOB], 'e', 7] } }],
    [
      'the payer differs',
      {
        tags: [
          ['p', BOB],
          ['e', NOTE],
          ['P', hex(7)],
        ],
      },
    ],
    ['the payer is no key', { request: { pubkey: 'x' } }],
    ['the request has no id', { request: { id: undefined } }],
    ['the request has no time', { request: { created_at: 'now' } }],
  ])('are refused when %s', (_, parts) => expect(parseZapReceipt(receipt(parts))).toBeUndefined());

  it('are refused when their request is no JSON or too long', () => {
    const tags = (description: string) => [
      ['p', BOB],
      ['e', NOTE],
      ['bolt11', 'lnbc210n1p'],
      ['description', description],
    ];
    expect(parseZapReceipt(about(9735, tags('{')))).toBeUndefined();
    expect(parseZapReceipt(about(9735, tags('null')))).toBeUndefined();
    expect(parseZapReceipt(about(9735, tags('x'.repeat(1_000_000))))).toBeUndefined();
    expect(parseZapReceipt({ ...receipt(), kind: 1 })).toBeUndefined();
  });
});

describe('the numbers under a note', () => {
  it('are zero at first', () => {
    expect(tallyStats(NOTE, [])).toEqual({ replies: 0, reposts: 0, likes: 0, zaps: 0, zapSats: 0 });
  });

  it('count direct and indirect replies, but no quotes and mentions', () => {
    const stats = tallyStats(NOTE, [
      about(1, [['e', NOTE, '', 'root']]),
      about(1, [
        ['e', NOTE, '', 'root'],
        ['e', hex(7), '', 'reply'],
      ]),
      about(1, [
        ['e', hex(7), '', 'root'],
        ['e', NOTE, '', 'reply'],
      ]),
      about(1, [['q', NOTE]]),
      about(1, [['e', NOTE, '', 'mention']]),
      about(1, [['e', hex(7)]]),
    ]);
    expect(stats.replies).toBe(3);
  });

  it('count a repost and a like once per person, and no dislike', () => {
    const e = [['e', NOTE]];
    const stats = tallyStats(NOTE, [
      about(6, e),
      about(6, e),
      about(6, e, { pubkey: hex(7) }),
      about(7, e, { content: '+' }),
      about(7, e, { content: '🤙' }),
      about(7, e, { content: '-', pubkey: hex(8) }),
      about(7, e, { content: '', pubkey: hex(9) }),
      about(
        7,
        [
          ['e', NOTE],
          ['e', hex(7)],
        ],
        { pubkey: hex(10) },
      ),
    ]);
    expect(stats).toMatchObject({ reposts: 2, likes: 2 });
  });

  it('count no zap: that is done by who knows who may attest it', () => {
    expect(tallyStats(NOTE, [receipt()])).toEqual({ replies: 0, reposts: 0, likes: 0, zaps: 0, zapSats: 0 });
  });

  it.each(['-', ' -', '-\n'])('count the dislike %j as no like, as everywhere', (content) => {
    const dislike = about(7, [['e', NOTE]], { content, pubkey: hex(0xa) });
    expect(tallyStats(NOTE, [dislike]).likes).toBe(0);
    expect(likesIn({ content, event: dislike })).toBe(0);
    expect(isDislike({ type: 'like', event: dislike })).toBe(true);
  });

  it('say whether an event changed them', () => {
    const tally = newTally(NOTE);
    const like = about(7, [['e', NOTE]]);
    expect([addToStats(tally, like), addToStats(tally, like), addToStats(tally, about(7, []))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(statsOf(tally).likes).toBe(1);
    expect(addToStats(tally, receipt())).toBe(false);
  });

  it('do not depend on order and repetition', () => {
    fc.assert(
      fc.property(fc.array(hostileEvent, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (events, note) => {
        expect(tallyStats(hex(note), [...events.toReversed(), ...events])).toEqual(tallyStats(hex(note), events));
      }),
    );
  });
});

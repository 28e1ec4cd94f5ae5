import fc from 'fast-check';
import { nip44 } from 'nostr-tools';
import { describe, expect, it } from 'vitest';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { buildDeletion, deletedBy } from '#domain/ecash/events/deletion.ts';
import { buildHistory, parseHistory } from '#domain/ecash/events/history-event.ts';
import { buildQuote, quoteTerms, parseQuote, termsOf, withTerms } from '#domain/ecash/events/quote-event.ts';
import { buildTokenParts, parseTokenContent, type TokenContent } from '#domain/ecash/events/token-event.ts';
import {
  buildWalletContent,
  oldWallets,
  openMints,
  parseWalletContent,
  unreplaced,
} from '#domain/ecash/events/wallet-event.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import { EVENT_MAX_CONTENT_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { testCore } from '#tests/support/core-world.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';

const codeOf = (act: () => unknown) => {
  try {
    act();
    return undefined;
  } catch (error) {
    return ecashProblemOf(error).code;
  }
};

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const MINT = 'https://mint.example';
const [ONE, TWO, THREE, FOUR] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];

const proofs: fc.Arbitrary<readonly BareProof[]> = fc.uniqueArray(
  fc.record(
    {
      amount: fc.integer({ min: 1, max: 2 ** 30 }),
      id: hex(14).map((rest) => `00${rest}`),
      secret: fc.string({ minLength: 1, maxLength: 200 }),
      C: hex(64).map((rest) => `02${rest}`),
      dleq: fc.record({ e: hex(64), s: hex(64), r: hex(64) }),
      witness: fc.constant('{"signatures":["ab"]}'),
    },
    { requiredKeys: ['amount', 'id', 'secret', 'C'] },
  ),
  { selector: ({ secret }) => secret, maxLength: 60 },
);

const contents: fc.Arbitrary<TokenContent> = fc.record({
  mint: fc.constant(MINT),
  unit: fc.constantFrom('sat', 'usd'),
  proofs,
  others: fc.array(fc.constantFrom({ amount: 1 }, 'x', 7)),
  del: fc.uniqueArray(hex(64), { maxLength: 5 }),
  rest: fc.constantFrom({}, { note: 'of another client' }),
});

describe('token events', () => {
  it('[WEV-01] say mint, unit, proofs and what they replace, and lose nothing on the way', () => {
    fc.assert(
      fc.property(contents, fc.integer({ min: 1500, max: 60_000 }), (said, mostBytes) => {
        const parts = buildTokenParts(said, mostBytes);
        const read = parts.map(({ content }) => parseTokenContent(content));
        expect(read.flatMap((part) => part.proofs)).toEqual(said.proofs);
        expect(read.flatMap((part) => part.others)).toEqual(said.others);
        expect(read.at(-1)!.del).toEqual(said.del);
        // whoever has but one of the others must not take what they replace for gone
        expect(read.slice(0, -1).flatMap(({ del }) => del)).toEqual([]);
        for (const part of read) expect(part).toMatchObject({ mint: said.mint, unit: said.unit, rest: said.rest });
        for (const { content } of parts)
          expect(new TextEncoder().encode(content).length).toBeLessThan(mostBytes + 1500);
      }),
    );
  });

  it('[WEV-01] stay below 64 KB when they are encrypted', () => {
    const many = Array.from({ length: 400 }, (_, index) => ({
      amount: 1,
      id: '00ad268c4d1f5826',
      secret: `${index}`.padStart(64, 'a'),
      C: `02${'b'.repeat(64)}`,
      dleq: { e: ONE, s: ONE, r: ONE },
    }));
    const parts = buildTokenParts({ mint: MINT, unit: 'sat', proofs: many, others: [], del: [ONE], rest: {} });
    const key = nip44.getConversationKey(
      new Uint8Array(32).fill(1),
      '4f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa',
    );
    expect(parts.length).toBeGreaterThan(1);
    for (const { content } of parts) expect(nip44.encrypt(content, key).length).toBeLessThan(64_000);
    expect(parts.flatMap((part) => part.proofs)).toEqual(many);
  });

  it('[WEV-01] keep fields of proofs that are unknown, also where a field we know is null', () => {
    const proof = {
      amount: 1,
      id: '00ad268c4d1f5826',
      secret: 's',
      C: `02${'b'.repeat(64)}`,
      dleq: null,
      witness: null,
      p2pk_e: 'x',
    };
    const said = parseTokenContent(JSON.stringify({ mint: MINT, proofs: [proof] }));
    const { dleq: _, witness: __, ...kept } = proof;
    expect(said).toEqual({ mint: MINT, unit: 'sat', proofs: [kept], others: [], del: [], rest: {} });
  });

  it('refuse what is none', () => {
    for (const text of ['', '[]', '{}', '{"mint":1,"proofs":[]}', '{"mint":"a"}', 'x'.repeat(300_000)])
      expect(codeOf(() => parseTokenContent(text))).toBe('event-unreadable');
  });
});

describe('wallet events', () => {
  it('[WEV-03] carry mints and private keys, and what another client wrote', () => {
    const text = buildWalletContent({ mints: [MINT], privkeys: [ONE], rest: [['relay', 'wss://relay.example']] });
    expect(JSON.parse(text)).toEqual([
      ['privkey', ONE],
      ['mint', MINT],
      ['relay', 'wss://relay.example'],
    ]);
    expect(parseWalletContent(text)).toEqual({
      mints: [MINT],
      privkeys: [ONE],
      rest: [['relay', 'wss://relay.example']],
    });
    expect(parseWalletContent('[["privkey","short"],["x"],[1],{},[]]')).toEqual({
      mints: [],
      privkeys: [],
      rest: [['privkey', 'short'], ['x']],
    });
  });

  it('[WEV-05] fail without a private key', () => {
    expect(codeOf(() => buildWalletContent({ mints: [MINT], privkeys: [], rest: [] }))).toBe('backup-no-key');
  });
});

describe('history, quotes and deletions', () => {
  it.each([33, 100, 1_000])(
    '[WEV-06] tell of %d proofs that left in an event that can be encrypted and read',
    (count) => {
      const given = Array.from({ length: count }, (_, at) => `02${String(at).padStart(64, '0')}`);
      const said = { direction: 'out', amount: count, unit: 'sat', created: [], reserved: [], redeemed: [] } as const;
      const { content } = buildHistory({ ...said, destroyed: [ONE], given, rest: [['kind', 'send']] });
      const sealed = nip44.encrypt(content, new Uint8Array(32).fill(7));
      expect(sealed.length).toBeLessThan(EVENT_MAX_CONTENT_CHARACTERS);
      const read = parseHistory(content, []);
      expect(read).toMatchObject({ ...said, destroyed: [ONE], rest: [['kind', 'send']] });
      expect(read.given).toEqual(given.slice(0, read.given?.length));
      expect(read.given!.length).toBeGreaterThanOrEqual(Math.min(count, 450));
    },
  );

  it('[WEV-06] [WEV-11] tell what came in or went out, with the token events and the nutzaps', () => {
    const said = {
      direction: 'in',
      amount: 21,
      unit: 'sat',
      fee: 1,
      mint: MINT,
      description: 'coffee',
      created: [ONE],
      destroyed: [TWO, FOUR],
      reserved: [THREE],
      redeemed: [{ event: ONE, relay: 'wss://relay.example', sender: TWO }],
      rest: [['client', 'other']],
    } as const;
    const { content, tags } = buildHistory(said);
    expect(JSON.parse(content)).toEqual([
      ['direction', 'in'],
      ['amount', '21'],
      ['unit', 'sat'],
      ['fee', '1'],
      ['mint', MINT],
      ['description', 'coffee'],
      ['e', ONE, '', 'created'],
      ['e', TWO, '', 'destroyed'],
      ['e', FOUR, '', 'destroyed'],
      ['e', THREE, '', 'reserved'],
      ['client', 'other'],
    ]);
    expect(tags).toEqual([
      ['e', ONE, 'wss://relay.example', 'redeemed'],
      ['p', TWO],
    ]);
    expect(parseHistory(content, tags)).toEqual(said);
    for (const text of [
      '[]',
      '[["direction","in"]]',
      '[["direction","up"],["amount","1"]]',
      '[["direction","in"],["amount","-1"]]',
    ])
      expect(codeOf(() => parseHistory(text, []))).toBe('event-unreadable');
  });

  it('[WEV-02] quotes carry id, mint, amount and unit, and expire; nobody else reads the amount', () => {
    const { content, tags } = buildQuote({ quote: 'q1', mint: MINT }, 1_000);
    const terms = quoteTerms({ amount: 5, unit: 'sat' });
    expect(content).toBe('q1');
    expect(tags).toEqual([
      ['expiration', String(1_000 + 14 * 86_400)],
      ['mint', MINT],
    ]);
    expect(termsOf(withTerms(tags, 'sealed'))).toBe('sealed');
    expect(parseQuote(content, tags, terms)).toEqual({
      quote: 'q1',
      mint: MINT,
      amount: 5,
      unit: 'sat',
      expiresAt: 1_000 + 14 * 86_400,
    });
    expect(parseQuote('{"quoteId":"q2","mint":"m","amount":3,"unit":"sat"}', [])).toEqual({
      quote: 'q2',
      mint: 'm',
      amount: 3,
      unit: 'sat',
    });
    for (const text of ['', '{', 'q'.repeat(2_000)])
      expect(codeOf(() => parseQuote(text, tags))).toBe('event-unreadable');
  });

  it('[WEV-07] deletions name the kind of what they delete', () => {
    const deletion = buildDeletion([
      { id: ONE, kind: 7375 },
      { id: TWO, kind: 7375 },
    ]);
    expect(deletion).toEqual({
      kind: 5,
      content: '',
      tags: [
        ['e', ONE],
        ['e', TWO],
        ['k', '7375'],
      ],
    });
    expect(deletedBy(deletion)).toEqual([ONE, TWO]);
    // what is to go at once goes by one event
    const both = buildDeletion([
      { id: ONE, kind: 7375 },
      { id: TWO, kind: 7374 },
    ]);
    expect(both.tags.slice(2)).toEqual([
      ['k', '7375'],
      ['k', '7374'],
    ]);
    expect(deletedBy({ kind: 1, tags: deletion.tags })).toEqual([]);
  });
});

describe('old wallet events (kind 37375)', () => {
  const event = (id: string, at: number, tags: readonly (readonly string[])[]) =>
    fakeEvent({ id, kind: 37_375, created_at: at, tags: tags.map((tag) => [...tag]) });

  it('[WEV-03] count by their newest each, unless they were given up, and until a new wallet event says more', () => {
    const all = [
      event('1', 10, [
        ['d', 'a'],
        ['mint', 'https://one.example'],
      ]),
      event('2', 20, [
        ['d', 'a'],
        ['mint', 'https://two.example'],
      ]),
      event('3', 30, [['d', 'b'], ['deleted']]),
      event('4', 5, [
        ['d', 'b'],
        ['mint', 'https://three.example'],
      ]),
      event('5', 40, [
        ['d', 'c'],
        ['mint', 'https://four.example'],
        ['relay', 'wss://r.example'],
      ]),
      fakeEvent({ id: '6', kind: 17_375, created_at: 25 }),
    ];
    expect(oldWallets(all).map(({ id }) => id)).toEqual(['2', '5']);
    expect(unreplaced(oldWallets(all), all[5]).flatMap(openMints)).toEqual(['https://four.example']);
    expect(unreplaced(oldWallets(all), undefined).flatMap(openMints)).toEqual([
      'https://two.example',
      'https://four.example',
    ]);
  });

  it('[WEV-03] leave their keys to the new one, with those and the tags that it had', async () => {
    const core = testCore();
    const { pubkey } = await core.create();
    const [theirs, older] = ['2', '3'].map((digit) => digit.repeat(64));
    const former = JSON.stringify([
      ['privkey', theirs],
      ['mint', MINT],
      ['colour', 'red'],
    ]);
    const old = [
      JSON.stringify([
        ['balance', '7', 'sat'],
        ['privkey', older],
      ]),
      'no list',
    ];
    const content = parseWalletContent(await core.writeWalletEvent({ mints: [MINT], former, old }));
    expect(content.privkeys).toEqual([expect.any(String), theirs, older]);
    expect(content.rest).toEqual([['colour', 'red']]);
    expect((await core.readWalletEvent(JSON.stringify([['privkey', content.privkeys[0]]]))).pubkeys).toEqual([pubkey]);
  });
});

import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { finalizeEvent, generateSecretKey, getEventHash, verifyEvent } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { EVENT_MAX_CONTENT_CHARACTERS, EVENT_MAX_FUTURE_S, EVENT_MAX_TAGS } from '#domain/protocol/protocol-limits.ts';
import { serialiseEvent, verifyFrame, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { OWN_EVENT_MAX_TAGS, OWN_FRAME_MAX_CHARACTERS } from '#domain/relays/relays-limits.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { instantiateChecks } from '#workers/verify-wasm.ts';
import { anyCharacter } from '#tests/support/fake-events.ts';

const NOW = 1_790_000_000;
const wasm = readFileSync(new URL('../../../src/workers/secp256k1/secp256k1.wasm', import.meta.url));
const { check: wasmCheck } = await instantiateChecks(await WebAssembly.compile(wasm));
const checks: [string, EventCheck][] = [
  ['WebAssembly', wasmCheck],
  ['JavaScript', nobleCheck],
];

const secrets = Array.from({ length: 12 }, generateSecretKey);
type Draft = { created_at: number; kind: number; tags: string[][]; content: string };
const sign = (draft: Partial<Draft> = {}, author = 0): NostrEvent => {
  const full = { created_at: NOW - 60, kind: 1, tags: [], content: 'a nut in a crack', ...draft };
  const { id, pubkey, created_at, kind, tags, content, sig } = finalizeEvent(full, secrets[author] as Uint8Array);
  return { id, pubkey, created_at, kind, tags, content, sig };
};
const frameOf = (event: unknown) => JSON.stringify(['EVENT', 'sub', event]);
const verify = (event: unknown, check = wasmCheck) => verifyFrame(frameOf(event), NOW, check);

const drafts = fc.record({
  created_at: fc.integer({ min: 0, max: NOW + EVENT_MAX_FUTURE_S }),
  // a receipt of a zap is none without the request that it quotes
  kind: fc.integer({ min: 0, max: 65_535 }).filter((kind) => kind !== KIND.zap),
  tags: fc.array(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), { maxLength: 6 }),
  content: fc.string({ unit: anyCharacter }),
});

/** Turns one bit of the text's `place`-th hex digit, counted around. */
const flipHex = (hex: string, place: number) => {
  const at = place % hex.length;
  return hex.slice(0, at) + (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16) + hex.slice(at + 1);
};

const mutations: ((event: NostrEvent, place: number) => NostrEvent)[] = [
  (event, place) => ({ ...event, id: flipHex(event.id, place) }),
  (event, place) => ({ ...event, pubkey: flipHex(event.pubkey, place) }),
  (event, place) => ({ ...event, sig: flipHex(event.sig, place) }),
  (event, place) => ({ ...event, content: `${event.content}${String.fromCodePoint(32 + (place % 90))}` }),
  (event) => ({ ...event, tags: [...event.tags, ['t', 'added']] }),
  (event, place) => ({ ...event, created_at: event.created_at ^ (1 << (place % 20)) }),
  (event, place) => ({ ...event, kind: event.kind ^ (1 << (place % 16)) }),
];

describe.each(checks)('a frame checked by %s', (_name, check) => {
  it('gives the event, deeply frozen, with exactly the fields of NIP-01', () => {
    const event = sign({
      tags: [
        ['p', 'x'],
        ['t', 'birds'],
      ],
      content: 'quotes " and \\ and \n\t\r\b\f and 日本 🐦',
    });
    const verified = verifyFrame(frameOf({ ...event, extra: 'field' }), NOW, check);
    expect(verified).toEqual(event);
    expect([verified, verified?.tags, ...(verified?.tags ?? [])].every(Object.isFrozen)).toBe(true);
  });

  it('passes every well signed event', () => {
    fc.assert(
      fc.property(drafts, fc.nat(11), (draft, author) => verify(sign(draft, author), check) !== undefined),
      { numRuns: 60 },
    );
  });

  it('rejects an event with any one part changed', () => {
    fc.assert(
      fc.property(drafts, fc.constantFrom(...mutations), fc.nat(1_000), (draft, mutate, place) => {
        const event = sign(draft);
        return verify(event, check) !== undefined && verify(mutate(event, place), check) === undefined;
      }),
      { numRuns: 100 },
    );
  });

  it('rejects a signature of another author, event or range', () => {
    const event = sign();
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
    const prime = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';
    const wrong = [
      { ...event, sig: sign({}, 1).sig },
      { ...event, sig: sign({ content: 'another' }).sig },
      { ...event, sig: event.sig.slice(0, 64) + order },
      { ...event, sig: prime + event.sig.slice(64) },
      { ...event, sig: event.sig.slice(0, 64) + '0'.repeat(64) },
      { ...event, sig: '0'.repeat(128) },
    ];
    expect(wrong.map((forged) => verify(forged, check))).toEqual(wrong.map(() => undefined));
  });

  it('rejects an author that is no point of the curve', () => {
    const { sig, ...signed } = sign();
    const event = { ...signed, tags: [], pubkey: `${'0'.repeat(63)}5` };
    expect(verify({ ...event, id: getEventHash(event), sig }, check)).toBeUndefined();
  });
});

it('agrees with verifyEvent of nostr-tools on 120 valid and 360 changed events', () => {
  const copy = (event: NostrEvent) => JSON.parse(JSON.stringify(event)) as Parameters<typeof verifyEvent>[0];
  const valid = Array.from({ length: 120 }, (_, n) =>
    sign({ created_at: NOW - n, kind: n % 40, tags: [['t', `tag ${n}`]], content: `note ${n} 🐦\n"${n}"` }, n % 12),
  );
  const changed = valid.flatMap((event, n) =>
    [0, 1, 2].map((m) => (mutations[(n + m * 2) % mutations.length] as (typeof mutations)[0])(event, n * 7 + m)),
  );
  const ours = [...valid, ...changed].map((event) => verify(event) !== undefined);
  expect(ours).toEqual([...valid, ...changed].map((event) => verifyEvent(copy(event))));
  expect(ours.filter(Boolean)).toHaveLength(120);
});

it('remembers no author wrongly when keys share a place of its memory', () => {
  const [first, second] = [sign({}, 0), sign({}, 1)];
  const mixed = { ...second, pubkey: first.pubkey.slice(0, 4) + second.pubkey.slice(4) };
  expect([first, mixed, first, second, mixed, second].map((event) => verify(event)?.id)).toEqual([
    first.id,
    undefined,
    first.id,
    second.id,
    undefined,
    second.id,
  ]);
});

describe('the form of an event', () => {
  const accept: EventCheck = () => true;
  const good = sign({ tags: [['t', 'x']] });
  const wrongForm: [string, unknown][] = [
    ['upper case id', { ...good, id: good.id.toUpperCase().replace(/^[^A-F]+/, 'A') }],
    ['short id', { ...good, id: good.id.slice(1) }],
    ['id with a line end', { ...good, id: `${good.id}\n` }],
    ['pubkey that is a number', { ...good, pubkey: 5 }],
    ['short sig', { ...good, sig: good.sig.slice(2) }],
    ['negative time', { ...good, created_at: -1 }],
    ['fractional time', { ...good, created_at: 1.5 }],
    ['time as text', { ...good, created_at: '1' }],
    ['time past the safe range', { ...good, created_at: 1e300 }],
    ['negative kind', { ...good, kind: -1 }],
    ['large kind', { ...good, kind: 65_536 }],
    ['no tags', { ...good, tags: undefined }],
    ['tags of texts', { ...good, tags: ['t'] }],
    ['tags of numbers', { ...good, tags: [[1]] }],
    ['tags of nested arrays', { ...good, tags: [[['t']]] }],
    ['too many tags', { ...good, tags: Array.from({ length: EVENT_MAX_TAGS + 1 }, () => []) }],
    ['content that is an object', { ...good, content: {} }],
    ['no content', { ...good, content: undefined }],
    ['long content', { ...good, content: 'x'.repeat(EVENT_MAX_CONTENT_CHARACTERS + 1) }],
    ['long tag', { ...good, tags: [['x'.repeat(EVENT_MAX_CONTENT_CHARACTERS + 1)]] }],
    ['half a surrogate pair in the content', { ...good, content: '\ud83d' }],
    ['half a surrogate pair in a tag', { ...good, tags: [['\udc00']] }],
    ['an array', [good]],
    ['null', null],
    ['a number', 1],
  ];

  it.each(wrongForm)('is refused: %s', (_name, event) => {
    expect(verify(good, accept)).toBeDefined();
    expect(verify(event, accept)).toBeUndefined();
  });

  it('allows 15 minutes of wrong clocks and no more', () => {
    expect(EVENT_MAX_FUTURE_S).toBe(900);
    expect(verify({ ...good, created_at: NOW + 900 }, accept)).toBeDefined();
    expect(verify({ ...good, created_at: NOW + 901 }, accept)).toBeUndefined();
  });

  it('takes the answer of a wallet whatever its date, where the clock here is slow: only who asked hears it', () => {
    const answer = { ...good, kind: 23_195, created_at: NOW + 3_600 };
    expect(verify(answer, accept)).toEqual(answer);
    expect(verify({ ...answer, created_at: NOW + 0.5 }, accept)).toBeUndefined();
  });

  it('keeps the written form of half a surrogate pair apart from a real one', () => {
    const event = sign({ content: String.raw`the text \ud83d is no surrogate` });
    expect(verify(event)).toEqual(event);
  });

  it.each([
    '',
    'hello',
    '{}',
    '[]',
    'null',
    '["EVENT"]',
    '["EVENT","sub"]',
    '["EVENT","sub",',
    '["EOSE","sub",{}]',
    '[["EVENT"],"sub",{}]',
    '['.repeat(100_000),
  ])('is missing in the frame %#', (frame) => {
    expect(verifyFrame(frame, NOW, accept)).toBeUndefined();
  });

  it('is not looked for in a frame over the size limit', () => {
    expect(verifyFrame(frameOf(good) + ' '.repeat(OWN_FRAME_MAX_CHARACTERS), NOW, accept)).toBeUndefined();
  });

  it('may be a list of many people, but not of more than any list has', () => {
    const listOf = (size: number) => sign({ kind: 3, tags: Array.from({ length: size }, () => ['p', 'a'.repeat(51)]) });
    expect(verify(listOf(12_000))?.tags).toHaveLength(12_000);
    const crowd = { ...good, tags: Array.from({ length: OWN_EVENT_MAX_TAGS + 1 }, () => ['p', 'alice']) };
    expect(verify(crowd, accept)).toBeUndefined();
  });

  it.each([
    [3, true],
    [10_000, true],
    [0, true],
    [1, false],
    [10_002, false],
  ])(
    'of kind %i may have a content longer than a text, as a sealed part or a written picture is: %s',
    (kind, isTaken) => {
      const sealed = sign({ kind, content: 'x'.repeat(EVENT_MAX_CONTENT_CHARACTERS + 1) });
      expect(verify(sealed) !== undefined).toBe(isTaken);
    },
  );

  it('survives any text and any JSON', () => {
    fc.assert(fc.property(fc.string(), (text) => verifyFrame(text, NOW, wasmCheck) === undefined));
    fc.assert(fc.property(fc.json(), (json) => verifyFrame(`["EVENT","s",${json}]`, NOW, wasmCheck) === undefined));
  });
});

describe.each(checks)('a zap receipt checked by %s', (_name, check) => {
  const request = sign({ kind: 9734, tags: [['p', 'x']], content: 'for the feeder' }, 1);
  const quoting = (quoted: unknown) => sign({ kind: 9735, tags: [['description', JSON.stringify(quoted)]] });

  it('gives the event when the payer signed the request it quotes', () => {
    const receipt = quoting(request);
    expect(verify(receipt, check)).toEqual(receipt);
  });

  it('is refused whatever of the request is changed', () => {
    for (const [place, mutate] of mutations.entries())
      expect(verify(quoting(mutate(request, 7 * place + 3)), check)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['no request', null],
    ['an empty request', {}],
    ['a request without signature', { ...request, sig: undefined }],
    ['a signed event of another kind', sign({ kind: 1 }, 1)],
    ['a list', [request]],
  ])('is refused with %s', (_what, quoted) => expect(verify(quoting(quoted), check)).toBeUndefined());

  it('is refused with two descriptions when the first is forged', () => {
    const tags = [{ ...request, content: 'x' }, request].map((one) => ['description', JSON.stringify(one)]);
    expect(verify(sign({ kind: 9735, tags }), check)).toBeUndefined();
  });
});

it('serialises as NIP-01 states', () => {
  const event = { ...sign(), content: '\n"\\\r\t\b\f/\u2028é', tags: [['e', 'x']], created_at: 5, kind: 1 };
  expect(serialiseEvent(event)).toBe(`[0,"${event.pubkey}",5,1,[["e","x"]],"\\n\\"\\\\\\r\\t\\b\\f/\u2028é"]`);
});

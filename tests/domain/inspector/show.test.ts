import fc from 'fast-check';
import { createActor, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { SHOWN_TEXT_MAX, SHOWN_VALUES_MAX } from '#domain/inspector/inspector-limits.ts';
import { secretIn } from '#domain/inspector/hidden-secrets.ts';
import { show, shownAlike } from '#domain/inspector/show.ts';
import { encodeBech32 } from '#domain/protocol/bech32.ts';
import { sealed } from '#domain/protocol/sealed.ts';

const NSEC = encodeBech32('nsec', new Uint8Array(32).fill(9));
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** as tokens are hidden behind a letter: each byte a sign that is not seen */
const UNSEEN = `🥜${Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0xe0100 + at)).join('')}`;

describe('values as they are shown', () => {
  it('plain values stay as they are', () => {
    const plain = { a: 1, b: ['x', null, true], c: { d: { e: '' } } };
    expect(show(plain)).toEqual(plain);
  });

  it('names what is not plain', () => {
    class Own {
      readonly value = 1;
    }
    const named = (value: unknown) => (show(value) as { $?: string }).$;
    expect(show(undefined)).toEqual({ $: 'undefined' });
    expect(show(Number.NaN)).toEqual({ $: 'number', text: 'NaN' });
    expect(show(12n)).toEqual({ $: 'number', text: '12n' });
    expect(show(function greet() {})).toEqual({ $: 'function', name: 'greet' });
    expect(show(new Map([['a', 1]]))).toEqual({ $: 'map', entries: [['a', 1]] });
    expect(show(new Set([1]))).toEqual({ $: 'set', values: [1] });
    expect(show(new Uint8Array(32))).toEqual({ $: 'bytes', length: 32 });
    expect(show(new TypeError('no'))).toEqual({ $: 'error', name: 'TypeError', message: 'no' });
    expect(show(new Own())).toEqual({ $: 'object', name: 'Own' });
    expect(named(new Date())).toBe('object');
    const actor = createActor(createMachine({ id: 'm' }), { id: 'one' });
    expect(show(actor)).toEqual({ $: 'actor', id: actor.sessionId, name: 'one' });
    expect(show({ $: 'sealed', $$: 2 })).toEqual({ $$: 'sealed', $$$: 2 });
  });

  it('takes no seal, asks no getter, and ends in a circle', () => {
    const secret = sealed('the words');
    expect(show({ secret })).toEqual({ secret: { $: 'sealed' } });
    expect(secret.take()).toBe('the words');
    const asked = {
      get now(): never {
        throw new Error('asked');
      },
    };
    expect(show(asked)).toEqual({ now: { $: 'function', name: 'now' } });
    const round: { self?: unknown } = {};
    round.self = round;
    expect(show(round)).toEqual({ self: { $: 'more' } });
  });

  it('is bounded in depth, width and length', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    expect(JSON.stringify(show(deep)).length).toBeLessThan(200);
    const many = Array.from({ length: 100_000 }, (_, at) => at);
    expect((show(many) as unknown[]).at(-1)).toEqual({ $: 'more', count: 99_940 });
    const wide = Object.fromEntries(many.slice(0, 5_000).map((at) => [`k${at}`, many]));
    expect(JSON.stringify(show(wide)).length).toBeLessThan(20 * SHOWN_VALUES_MAX);
    expect(show('x'.repeat(5_000))).toEqual({ $: 'text', start: 'x'.repeat(SHOWN_TEXT_MAX), length: 5_000 });
  });

  it.each([
    ['nsec', NSEC],
    ['nsec', NSEC.toUpperCase()],
    ['nsec', `see ${NSEC} there`],
    ['pairing code', `nostr+walletconnect://${'a'.repeat(64)}?relay=wss://r.example&secret=${'b'.repeat(64)}`],
    ['pairing code', `bunker://${'a'.repeat(64)}?relay=wss://r.example`],
    ['pairing code', `look at nostr%2Bwalletconnect%3A%2F%2F${'a'.repeat(64)}`],
    ['token', `cashuB${'o2F0gqJhaUgA'.repeat(4)}`],
    ['token', `cashu:cashuA${'eyJ0b2tlbiI6W3sicHJvb2ZzIjpb'.repeat(4)}`],
    ['token', `https://wallet.example/#token=CASHUA${'eyJ0b2tlbiI6W3sicHJvb2ZzIjpb'.repeat(4)}`],
    ['token', UNSEEN],
    ['recovery phrase', PHRASE],
    ['recovery phrase', `${PHRASE} ${PHRASE}`],
    ['recovery phrase', `my words are ${PHRASE.toUpperCase()}!`],
    ['recovery phrase', PHRASE.split(' ').join(', ')],
    [
      'recovery phrase',
      PHRASE.split(' ')
        .map((word, at) => `${at + 1}. ${word}`)
        .join('\n'),
    ],
    ['recovery phrase', JSON.stringify(PHRASE.split(' '))],
    ['key', `xprv9s21ZrQH143K3${'QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVv'.repeat(2)}`],
  ])('hides a %s wherever it stands', (kind, secret) => {
    expect(secretIn(secret)).toBe(kind);
    for (const value of [secret, { a: [secret] }, new Map([[secret, 1]]), new Set([secret]), { [secret]: 1 }]) {
      expect(JSON.stringify(show(value))).not.toContain(secret.slice(0, 30));
    }
    expect(JSON.stringify(show(new Error(secret)))).not.toContain(secret.slice(0, 30));
    // also where the text would be cut within it
    expect(JSON.stringify(show(`${'x'.repeat(SHOWN_TEXT_MAX - 11)} ${secret}`))).not.toContain(secret.slice(0, 10));
  });

  it('hides a phrase and a key that come as lists, and a proof that is JSON in a text', () => {
    expect(show([PHRASE.split(' ')])).toEqual([{ $: 'secret', secret: 'recovery phrase' }]);
    expect(show({ said: Array.from({ length: 32 }, (_, at) => at) })).toEqual({ said: { $: 'secret', secret: 'key' } });
    const proof = JSON.stringify({ amount: 1, secret: 'aa', C: '02bb' });
    expect(show(['proof', proof, JSON.stringify([proof])])).toEqual([
      'proof',
      { $: 'secret', secret: 'secret' },
      { $: 'secret', secret: 'secret' },
    ]);
  });

  it('leaves what only resembles a secret', () => {
    for (const plain of [
      'good morning all of you who read this in the early hours of the day and then again',
      'abandon ability able about above absent absorb abstract absurd abuse access, and no more',
      'cashu is fun, cashuA and cashuB are versions of tokens',
      'creqA18YaPcGF0gaN0eXBl and lnbc10n1p3abc',
      '👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'a'.repeat(64),
      '{"secret":{"$":"secret","secret":"nsec"}}',
    ]) {
      expect(secretIn(plain)).toBeUndefined();
    }
    expect(show([1, 2, 3])).toEqual([1, 2, 3]);
    expect(show({ words: [], seed: 5, quote: undefined })).toEqual({ words: [], seed: 5, quote: { $: 'undefined' } });
  });

  it('hides texts under the names of secrets', () => {
    const ecash = { proofs: [{ amount: 1, secret: 'aa', C: '02bb' }], quote: 'q1', words: ['abandon', 'ability'] };
    expect(show(ecash)).toEqual({
      proofs: [{ amount: 1, secret: { $: 'secret', secret: 'secret' }, C: '02bb' }],
      quote: { $: 'secret', secret: 'quote' },
      words: { $: 'secret', secret: 'words' },
    });
    expect(show({ passphrase: 'tr0ub4dor', seed: 'abandon abandon', nested: { privateKey: 'aa' } })).toEqual({
      passphrase: { $: 'secret', secret: 'passphrase' },
      seed: { $: 'secret', secret: 'seed' },
      nested: { privateKey: { $: 'secret', secret: 'privatekey' } },
    });
  });

  it('is JSON that stays the same when it is written and read, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true }), (value) => {
        const shown = show(value);
        const read = JSON.parse(JSON.stringify(shown));
        expect(shownAlike(read, shown)).toBe(true);
        expect(Object.getPrototypeOf(read ?? {})).not.toBe(shown);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytewords, writeBytewords } from '#domain/ecash/codes/bytewords.ts';
import { createUrReader, cutIntoParts } from '#domain/ecash/codes/ur-parts.ts';
import vectors from '../ur-parts.json' with { type: 'json' };
import { anyCharacter } from '#tests/support/fake-events.ts';

const readAll = (parts: readonly string[]) => {
  const read = createUrReader();
  for (const part of parts) {
    const progress = read(part);
    if (progress.state === 'whole') return progress.text;
  }
  return undefined;
};

describe('a moving code (NUT-16)', () => {
  it('is what other wallets show: the vectors of bc-ur 1.1.13, part by part', () => {
    const { count, part } = cutIntoParts(vectors.text);
    expect(count).toBe(6);
    expect(vectors.parts.map((_, at) => part(at + 1))).toEqual(vectors.parts);
    expect(cutIntoParts('cashuBo2F0').part(1)).toBe(vectors.single);
  });

  it('is read from what others show, also when the first parts were missed, and in capitals', () => {
    expect(readAll(vectors.parts.map((part) => part.toUpperCase()))).toBe(vectors.text);
    expect(readAll(vectors.parts.slice(6))).toBe(vectors.text);
    expect(readAll([vectors.single])).toBe('cashuBo2F0');
  });

  it('is read whichever parts are missed, repeated or out of order', () => {
    const seen = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 900 }), seen, (text, numbers) => {
        const { part } = cutIntoParts(text, 60);
        expect(readAll(numbers.flatMap((number) => [part(number), part(number)]))).toBe(text.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  it('says how far it is, begins anew with another code, and takes nothing else', () => {
    const read = createUrReader();
    const [one, other] = [cutIntoParts('a'.repeat(500)), cutIntoParts('b'.repeat(500))];
    expect(read(one.part(1))).toEqual({ state: 'reading', known: 1, count: 4 });
    expect(read(one.part(1))).toEqual({ state: 'reading', known: 1, count: 4 });
    expect(read(one.part(3))).toEqual({ state: 'reading', known: 2, count: 4 });
    expect(read(other.part(2))).toEqual({ state: 'reading', known: 1, count: 4 });
    for (const text of ['', 'ur:bytes/aeae', 'https://a.example', 'ur:seed/1-2/aeaeaeae', one.part(2).slice(0, -2)])
      expect(read(text)).toEqual({ state: 'other' });
  });

  it('does not stumble over whatever a camera sees', () => {
    const read = createUrReader();
    const letters = fc.uint8Array({ maxLength: 80 }).map(writeBytewords);
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (text, number, count) => {
        expect(['other', 'whole', 'reading']).toContain(read(`ur:bytes/${number}-${count}/${text}`).state);
        read(`ur:bytes/${text}`);
      }),
    );
  });
});

describe('bytes as letters', () => {
  it('come back, and a letter that changed is noticed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const letters = writeBytewords(bytes);
        expect(readBytewords(letters)).toEqual(bytes);
        expect(readBytewords(`${letters.slice(0, -2)}${letters.endsWith('ae') ? 'ad' : 'ae'}`)).toBeUndefined();
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolated } from '#domain/text/bidi.ts';
import { calmLine } from '#domain/text/calm-text.ts';

describe('a name in a sentence', () => {
  it('is kept apart where it runs against the sentence', () => {
    expect(isolated('שרה', 'ltr')).toBe('\u2068שרה\u2069');
    expect(isolated('Noor نور 3', 'ltr')).toBe('\u2068Noor نور 3\u2069');
    expect(isolated('𞤀𞤁', 'ltr')).toBe('\u2068𞤀𞤁\u2069');
    expect(isolated('Ines', 'rtl')).toBe('\u2068Ines\u2069');
  });

  it('stays as it is where it runs along', () => {
    for (const name of ['Ines', '小林', 'Ωμέγα', '3 🦉', '']) expect(isolated(name, 'ltr')).toBe(name);
  });

  it('closes what it opens, for names as they are read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (written) => {
        const name = isolated(calmLine(written, 100), 'ltr');
        expect(name.split('\u2068').length).toBe(name.split('\u2069').length);
      }),
    );
  });
});

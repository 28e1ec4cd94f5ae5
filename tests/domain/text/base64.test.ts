import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBase64, readBase64Url, readShortBase64, writeBase64, writeBase64Url } from '#domain/text/base64.ts';

describe('base64', () => {
  it('gives back the bytes that were written, and is what Node writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = writeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(readBase64(text)).toEqual(bytes);
      }),
    );
  });

  it('for an address is what Node writes, and is read in either alphabet, filled up or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = writeBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        for (const same of [text, writeBase64(bytes)]) expect(readBase64Url(same)).toEqual(bytes);
      }),
    );
    expect(readBase64Url('$$$$')).toBeUndefined();
  });

  it('of a million bytes, too', () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at);
    expect(readBase64(writeBase64(bytes))).toEqual(bytes);
  });

  it('is nothing that is not written so', () => {
    expect(readBase64('$$$$')).toBeUndefined();
    expect(readBase64('abcde')).toBeUndefined();
  });

  it('from elsewhere is read up to its bound, and only when it is text', () => {
    for (const length of [1, 2, 3, 64]) {
      const bytes = new Uint8Array(length).fill(7);
      expect(readShortBase64(writeBase64(bytes), length)).toEqual(bytes);
      expect(readShortBase64(writeBase64(new Uint8Array(length + 3)), length)).toBeUndefined();
    }
    for (const value of [undefined, 7, [], {}]) expect(readShortBase64(value, 100)).toBeUndefined();
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureHead } from '#domain/note/picture-head.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [part])));

const art = (file: string) => new Uint8Array(readFileSync(new URL(`../../../devnet/art/${file}`, import.meta.url)));

const avifBox = (width: number) => bytes('\0\0\0\x14ispe\0\0\0\0\0\0', width >> 8, width & 255, '\0\0\x01\0');

describe('the head of a picture', () => {
  it('is read of every kind that browsers draw', () => {
    const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x01\0\0\0\0\x02\0');
    expect(pictureHead(png)).toEqual({ kind: 'png', width: 65_536, height: 512 });
    expect(pictureHead(bytes('GIF89a', 0x40, 1, 0xf0, 0))).toEqual({ kind: 'gif', width: 320, height: 240 });
    const bmp = bytes('BM', '\0'.repeat(16), 100, 0, 0, 0, 0xce, 0xff, 0xff, 0xff);
    expect(pictureHead(bmp)).toEqual({ kind: 'bmp', width: 100, height: 50 });
    expect(pictureHead(art('forest.jpg'))).toEqual({ kind: 'jpeg', width: 960, height: 720 });
    expect(pictureHead(art('spring-ridge.webp'))).toEqual({ kind: 'webp', width: 720, height: 960 });
    const lossless = bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f', 0x3f, 0xc1, 0x3b, 0);
    expect(pictureHead(lossless)).toEqual({ kind: 'webp', width: 320, height: 240 });
    const extended = bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 0x3f, 1, 0, 0xef, 0, 0);
    expect(pictureHead(extended)).toEqual({ kind: 'webp', width: 320, height: 240 });
  });

  it('is, of an AVIF made of tiles, the size of the whole', () => {
    const avif = bytes('\0\0\0\x1cftypavif\0\0\0\0', ...avifBox(512), ...avifBox(4_096), ...avifBox(512));
    expect(pictureHead(avif)).toEqual({ kind: 'avif', width: 4_096, height: 256 });
  });

  it('is not read of anything else', () => {
    expect(pictureHead(bytes('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'))).toBeUndefined();
    expect(pictureHead(bytes('<!doctype html><p>No picture</p>'))).toBeUndefined();
    expect(pictureHead(bytes('GIF89a', 0, 0, 1, 0))).toBeUndefined();
    expect(pictureHead(art('forest.jpg').slice(0, 12))).toBeUndefined();
    expect(pictureHead(new Uint8Array())).toBeUndefined();
  });

  it('comes to an end for any bytes', () => {
    const starts = ['', '\x89PNG', 'GIF8', 'BM', '\xff\xd8', 'RIFF\0\0\0\0WEBPVP8 ', '\0\0\0\x1cftypavif'];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        const head = pictureHead(bytes(start, ...rest));
        if (head) expect(head.width > 0 && head.height > 0).toBe(true);
      }),
    );
  });
});

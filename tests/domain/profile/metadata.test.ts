import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shortNpub } from '#domain/protocol/identifiers.ts';
import { displayNameOf } from '#domain/profile/display-name.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { asLnurl, readLnurl } from '#domain/wallet/lightning-address.ts';

import { ABOUT_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

const parse = (content: unknown) =>
  parseMetadata(fakeEvent({ kind: 0, content: typeof content === 'string' ? content : JSON.stringify(content) }));

const FULL = {
  name: 'alice',
  display_name: 'Alice',
  picture: 'https://a.example/p.png',
  about: 'Hello\nthere',
  nip05: 'alice@a.example',
  website: 'https://a.example/',
  banner: 'https://a.example/b.png',
  lud16: 'alice@wallet.example',
  lud06: 'lnurl1xyz',
};

describe('profile metadata', () => {
  it('[PROF-02] has the nine fields', () => {
    expect(parse(FULL)).toEqual({ ...FULL, createdAt: 1_700_000_000 });
  });

  it('keeps the custom emoji that the text names (NIP-30)', () => {
    const tags = [
      ['emoji', 'owl', 'https://a.example/owl.png', 'more'],
      ['emoji', 'fox', 'https://a.example/fox.png'],
      ['t', 'owl'],
    ];
    const emojisIn = (about: string) => parseMetadata(fakeEvent({ kind: 0, content: JSON.stringify({ about }), tags }));
    expect(emojisIn('An :owl:')?.emojis).toEqual([['emoji', 'owl', 'https://a.example/owl.png']]);
    expect(emojisIn('An owl')).not.toHaveProperty('emojis');
  });

  it('[PROF-03] takes displayName when display_name is missing', () => {
    expect(parse({ displayName: 'Old' })?.display_name).toBe('Old');
    expect(parse({ displayName: 'Old', display_name: 'New' })?.display_name).toBe('New');
    expect(parse({ displayName: 'Old', display_name: '' })?.display_name).toBe('Old');
  });

  it('[PROF-04] sets missing fields to the empty string', () => {
    const empty = Object.fromEntries(Object.keys(FULL).map((key) => [key, '']));
    expect(parse({})).toEqual({ ...empty, createdAt: 1_700_000_000 });
    expect(parse({ name: 7, about: null, picture: ['x'], nip05: {}, lud16: true })).toMatchObject(empty);
  });

  it.each(['', 'hello', '{"name":', 'null', '[]', '"text"', '7'])('[PROF-05] is null for %s', (content) => {
    expect(parse(content)).toBeNull();
  });

  it('takes only web addresses for picture, banner and website', () => {
    const urls = { picture: 'javascript:alert(1)', banner: 'data:image/png;base64,x', website: 'javascript:a.example' };
    expect(parse(urls)).toMatchObject({ picture: '', banner: '', website: '' });
  });

  it.each([
    ['a.example', 'https://a.example/'],
    [' www.a.example/me?x=1#y ', 'https://www.a.example/me?x=1#y'],
    ['a.example:8443', 'https://a.example:8443/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['http://a.example', 'http://a.example/'],
    ['ann@a.example', ''],
    ['ann.b@a.example', ''],
    ['Hello. I am Ann', ''],
    ['12.5', ''],
    ['localhost', ''],
    ['data.a:text/html,x', ''],
    ['//a.example', ''],
  ])('reads the website %j, as people write it, as %j', (website, url) => {
    expect(parse({ website })?.website).toBe(url);
  });

  it('takes only what has the form of an address for one: another key cannot stand where the short key does', () => {
    const addresses = ['alice@a.example', '_@a.example', 'a.b-c_d@localhost:5901', 'A@127.0.0.1', 'a.example'];
    expect(addresses.map((nip05) => parse({ nip05 })?.nip05)).toEqual(addresses);
    const others = [
      shortNpub(hex(7)),
      `${shortNpub(hex(7))}@a.example`,
      'npub1',
      'npub1...x',
      'a@b@c.example',
      'a @b.c',
    ];
    expect(others.map((nip05) => parse({ nip05 })?.nip05)).toEqual(others.map(() => ''));
  });

  it('is calm and bounded', () => {
    const zalgo = `a${'\u0301'.repeat(50)}`;
    const name = parse({ name: `  x\n\u202ey\u200b ${zalgo} ` })?.name;
    expect(name).toBe('x y a\u0301\u0301\u0301\u0301');
    const long = parse({ name: 'n'.repeat(10_000), about: 'b'.repeat(100_000) });
    expect(long?.name.length).toBe(NAME_MAX_CHARACTERS + 1);
    expect(long?.about.length).toBe(ABOUT_MAX_CHARACTERS + 1);
  });

  it('has no name of characters that nobody sees, but the next one that is seen, or the key', () => {
    for (const unseen of ['\u200e', '\u200d', '\ufe0f', '\u0301', '\u{e0020}', '\u200b', '\u3164']) {
      const names = parse({ name: unseen, display_name: unseen, displayName: 'Ann' });
      expect(names).toMatchObject({ name: '', display_name: 'Ann' });
      expect(displayNameOf(parse({ name: unseen }), hex(7))).toBe(shortNpub(hex(7)));
    }
    expect(parse({ name: 'نو\u200cر' })?.name).toBe('نو\u200cر');
  });

  it('[LNURL-02] has an LNURL of up to 2048 letters, and none that is longer', () => {
    const long = (letters: number) =>
      asLnurl(`https://a.example/${'a'.repeat(Math.floor(((letters - 12) * 5) / 8) - 18)}`);
    const [most, more] = [long(2_048), long(2_049)];
    expect([most.length, more.length]).toEqual([2_048, 2_049]);
    for (const text of [most, `lightning://${most}`])
      expect(readLnurl(parse({ lud06: text })!.lud06)).toHaveProperty('url');
    expect(readLnurl(parse({ lud06: more })!.lud06)).toEqual({ code: 'lud06-format' });
    expect(parse({ lud06: 'l'.repeat(10_000) })!.lud06.length).toBeLessThan(2_100);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        const metadata = parseMetadata(event);
        if (metadata !== null)
          expect(Object.values(metadata).filter((value) => typeof value === 'string')).toHaveLength(9);
      }),
    );
  });
});

describe('the name to show', () => {
  it('is the display name, else the name, else the short npub', () => {
    expect(displayNameOf({ display_name: 'Alice', name: 'alice' }, hex(5))).toBe('Alice');
    expect(displayNameOf({ display_name: '', name: 'alice' }, hex(5))).toBe('alice');
    for (const nothing of [null, undefined, { display_name: '', name: '' }]) {
      expect(displayNameOf(nothing, hex(5))).toBe(shortNpub(hex(5)));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { readLockWhom } from '#domain/ecash/proofs/lock-whom.ts';
import { encodeNpub, encodeProfile } from '#domain/protocol/identifiers.ts';

const KEY = 'ab'.repeat(32);

describe('for whom ecash is locked', () => {
  it('[TOKEN-16] bare hex is a key as it is, and what looks like a key and is none is told', () => {
    expect(readLockWhom(` ${KEY.toUpperCase()} `)).toEqual({ key: `02${KEY}` });
    expect(readLockWhom(`03${KEY}`)).toEqual({ key: `03${KEY}` });
    for (const wrong of [KEY.slice(1), `${KEY}a`, `04${KEY}`, `04${KEY}${KEY}`, 'f'.repeat(64), `02${'0'.repeat(64)}`])
      expect(readLockWhom(wrong)).toBe('no key');
  });

  it('a person is named by an npub or an nprofile; anything else may be a name', () => {
    for (const text of [encodeNpub(KEY), encodeProfile(KEY)]) expect(readLockWhom(text)).toEqual({ person: KEY });
    for (const name of ['', 'Ada', 'deadbeef', 'npub1ada']) expect(readLockWhom(name)).toBe('nobody');
  });
});

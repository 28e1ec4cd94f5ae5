import { describe, expect, it } from 'vitest';
import { mailOfMint } from '#domain/ecash/mints/mint-contact.ts';

const mail = (...infos: readonly string[]) => mailOfMint(infos.map((info) => ({ method: 'email', info })));

describe('where to write to those who run a mint', () => {
  it('is the first address that they name', () => {
    expect(mailOfMint([{ method: 'twitter', info: 'a@b.example' }])).toBeUndefined();
    expect(mailOfMint([])).toBeUndefined();
    expect(mail('keeper@hazel.example', 'other@hazel.example')).toBe('keeper@hazel.example');
  });

  it('is none that names others beside it, or what a letter says', () => {
    for (const bad of [
      'a@b.example?bcc=c@d.example',
      'a@b.example,c@d.example',
      'a@b.example&subject=x',
      'a b@c.example',
      '@',
      '',
    ])
      expect(mail(bad), bad).toBeUndefined();
    expect(mail('not an address', 'keeper@hazel.example')).toBe('keeper@hazel.example');
  });
});

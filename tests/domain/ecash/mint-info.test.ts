import { describe, expect, it } from 'vitest';
import { readMintInfo } from '#domain/ecash/mint-info.ts';

describe('[MINT-05] what a mint tells about itself', () => {
  it('has its terms where they are an address that a browser may open', () => {
    const termsOf = (tos_url: unknown) => readMintInfo({ name: 'Hazel', tos_url }).terms;
    expect(termsOf('https://hazel.example/terms')).toBe('https://hazel.example/terms');
    for (const none of ['javascript:alert(1)', 'https://user:pass@hazel.example', 7, '', undefined])
      expect(termsOf(none)).toBeUndefined();
  });
});

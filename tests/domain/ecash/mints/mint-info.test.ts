import { describe, expect, it } from 'vitest';
import { isGuarded, readMintInfo } from '#domain/ecash/mints/mint-info.ts';

describe('[MINT-05] what a mint tells about itself', () => {
  it('has its terms where they are an address that a browser may open', () => {
    const termsOf = (tos_url: unknown) => readMintInfo({ name: 'Hazel', tos_url }).terms;
    expect(termsOf('https://hazel.example/terms')).toBe('https://hazel.example/terms');
    for (const none of ['javascript:alert(1)', 'https://user:pass@hazel.example', 7, '', undefined])
      expect(termsOf(none)).toBeUndefined();
  });
});

describe('[MINT-02] the calls that a mint guards', () => {
  const guards = (...rows: readonly (readonly [method: string, path: string])[]) => {
    const protected_endpoints = rows.map(([method, path]) => ({ method, path }));
    const info = readMintInfo({ nuts: { 22: { protected_endpoints } } });
    return isGuarded(info, 'POST', '/v1/mint/quote/bolt11');
  };

  it.each(['/v1/mint/quote/bolt11', '/v1/mint/*', '/v1/mint/.*', '^/v1/mint/.*$', '^/v1/mint/quote/bolt11$', '.*'])(
    'are named by %s',
    (path) => expect(guards(['POST', path])).toBe(true),
  );

  it.each(['/v1/mint', '/v1/mint/quote', '^/v1/melt/.*$', '/v1/mint/quote/bolt1.', '(a+)+$', ''])(
    'are not named by %s',
    (path) => expect(guards(['POST', path])).toBe(false),
  );

  it('are named by their method, however it is spelt, and also in a long list', () => {
    const path = '/v1/mint/quote/bolt11';
    expect(guards(['post', path])).toBe(true);
    expect(guards(['GET', path])).toBe(false);
    const others = Array.from({ length: 150 }, () => ['GET', '/x'] as const);
    expect(guards(...others, ['POST', path])).toBe(true);
  });
});

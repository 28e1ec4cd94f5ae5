import { describe, expect, it } from 'vitest';
import { isMined, requiredBits } from '#domain/pow/pow-policy.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';

const entries = (['read', 'write', 'readwrite', 'indexer'] as const).map((permission) => ({
  url: permission,
  permission,
}));
const required = (asked: Partial<Record<RelayPermission, number>>) =>
  requiredBits(entries, (url) => asked[url as RelayPermission]);

describe('the work that relays ask for', () => {
  it('[POW-09] is that of the strictest one written to', () => {
    expect(required({ write: 8, readwrite: 20 })).toBe(20);
    expect(required({ read: 24, write: 8, indexer: 24 })).toBe(8);
  });

  it('is none as long as nothing is known', () => {
    expect(required({})).toBe(0);
    expect(requiredBits([], () => 20)).toBe(0);
  });
});

it('[POW-01] what many people see is mined: notes, answers, quotes, reposts and reactions, and nothing else', () => {
  const posts = ['note', 'reply', 'quote', 'repost', 'reaction', 'deletion', 'profile', 'recommendation'] as const;
  expect(posts.filter(isMined)).toEqual(['note', 'reply', 'quote', 'repost', 'reaction']);
});

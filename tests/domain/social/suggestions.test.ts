import { describe, expect, it } from 'vitest';
import { SUGGESTED_POOL } from '#domain/social/social-limits.ts';
import { suggestedPeople } from '#domain/social/suggestions.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const [A, B, C, D] = [hex(1), hex(2), hex(3), hex(4)] as const;
const list = (author: string, follows: readonly string[]) =>
  fakeEvent({ id: hex(900), kind: 3, pubkey: author, tags: follows.map((one) => ['p', one]) });

describe('people who are suggested', () => {
  it('are those who are followed, then those who write, each once and nobody who is left out', () => {
    expect(suggestedPeople([list(A, [B, C])], [D, C, A, D], new Set([B, A]))).toEqual([C, D]);
  });

  it('are followed ones alone where these are enough', () => {
    const crowd = Array.from({ length: SUGGESTED_POOL + 1 }, (_, number) => hex(100 + number));
    expect(suggestedPeople([list(A, crowd)], [D], new Set())).toEqual(crowd.slice(0, SUGGESTED_POOL));
  });
});

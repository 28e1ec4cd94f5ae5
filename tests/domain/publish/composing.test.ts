import { expect, it } from 'vitest';
import { excessOf, obstacleOf } from '#domain/publish/composing.ts';
import { EMPTY_DRAFT } from '#domain/publish/draft.ts';
import { EVENT_MAX_CONTENT_CHARACTERS } from '#domain/protocol/protocol-limits.ts';

it('how long a text is as it is posted is found out once for each draft', () => {
  let looks = 0;
  const mentions: unknown = Object.create({
    get length() {
      looks += 1;
      return 0;
    },
  });
  const draft = { ...EMPTY_DRAFT, text: 'a'.repeat(EVENT_MAX_CONTENT_CHARACTERS + 2), mentions: mentions as never };
  expect(excessOf('note', draft)).toBe(2);
  expect(excessOf('quote', draft)).toBeGreaterThan(2);
  expect(obstacleOf('note', draft, [])).toBe('too long');
  expect(looks).toBe(1);
});

import { describe, expect, it } from 'vitest';
import { firstWords } from '#domain/publish/first-words.ts';
import { FIRST_WORDS_CHARACTERS } from '#domain/publish/publish-limits.ts';

describe('the first words of a post', () => {
  it('are in one line, as long as its bound and no longer', () => {
    expect(firstWords('  Ice on\n\n the pond ')).toBe('Ice on the pond');
    const whole = '🌰'.repeat(FIRST_WORDS_CHARACTERS);
    expect(firstWords(whole)).toBe(whole);
    expect(firstWords(`${whole}🌰`)).toBe(`${whole}…`);
    expect(firstWords('')).toBe('');
  });
});

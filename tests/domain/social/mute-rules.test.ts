import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { muteRules } from '#domain/social/mute-rules.ts';
import { MUTED_WORD_CHARACTERS } from '#domain/social/social-limits.ts';
import { anyCharacter, fakeEvent, hex } from '#tests/support/fake-events.ts';

const note = (content: string) => fakeEvent({ id: hex(1), pubkey: hex(0xa), content });
const wordTags = (...words: string[]) => words.map((word) => ['word', word]);
const hides = (words: readonly string[], content: string) => muteRules(wordTags(...words)).hides?.(note(content));

describe('words of a mute list', () => {
  it.each(['anti-woke', '-', 'C++', '[ad]', 'a/b', '$100', 'what?', 'İstanbul', 'a\\b', '^_^'])('%s hides', (word) => {
    expect([hides([word], `So ${word} it is`), hides([word], 'Nothing of it')]).toEqual([true, false]);
  });

  it('are nothing that keeps the list from being read, and hide the notes they stand in', () => {
    const anyWord = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: MUTED_WORD_CHARACTERS / 2 }),
      fc.string({ unit: fc.constantFrom(...'-\\^$.*+?()[]{}|/&~!,:<=>#@%a1ä '), maxLength: MUTED_WORD_CHARACTERS }),
    );
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 5 }), (words) => {
        muteRules(wordTags(...words));
        for (const word of words.filter((one) => one.trim() !== ''))
          expect(hides(words, `before ${word} after`)).toBe(true);
      }),
    );
  });
});

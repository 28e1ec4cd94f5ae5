import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords, wordQuestions } from '#domain/ecash/words/word-check.ts';

const phrase = 'hover produce borrow seed economy reduce remember pupil gloom floor equal glare'.split(' ');

/** Numbers from 0 to 1 that a seed gives. */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe('the check of three words', () => {
  it('asks for three places in their order, the right word once among four', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const questions = wordQuestions(phrase, numbers(seed));
        const places = questions.map(({ place }) => place);
        expect(new Set(places).size).toBe(3);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const { place, choices } of questions) {
          expect(new Set(choices).size).toBe(4);
          expect(choices.filter((word) => word === phrase[place - 1])).toHaveLength(1);
          expect(choices.filter((word) => phrase.includes(word))).toHaveLength(3);
        }
      }),
    );
  });

  it('asks for other places each time, and the right word stands in any place', () => {
    const asked = Array.from({ length: 200 }, (_, seed) => wordQuestions(phrase, numbers(seed)));
    expect(new Set(asked.flat().map(({ place }) => place)).size).toBe(12);
    const rights = asked.flat().map(({ place, choices }) => choices.indexOf(phrase[place - 1]!));
    expect(new Set(rights).size).toBe(4);
  });

  it('offers four words also for a phrase that repeats one', () => {
    const same = [...Array.from({ length: 11 }, () => 'abandon'), 'about'];
    for (const { place, choices } of wordQuestions(same, numbers(7))) {
      expect(choices).toHaveLength(4);
      expect(choices.filter((word) => word === same[place - 1])).toHaveLength(1);
    }
  });

  it('has no word among the choices that a phrase could not have', () => {
    const list = new Set(wordlist);
    const shown = Array.from({ length: 100 }, (_, seed) => wordQuestions(phrase, numbers(seed))).flat();
    expect(shown.flatMap(({ choices }) => choices).filter((word) => !list.has(word))).toEqual([]);
  });
});

describe('words that were pasted', () => {
  it('are found between numbers, commas and line breaks', () => {
    expect(splitWords(' 1. Hover\n2. produce,3) BORROW ')).toEqual(['hover', 'produce', 'borrow']);
    expect(splitWords(' 12 ')).toEqual([]);
  });
});

import { CHECKED_WORDS, CHECKED_WORD_CHOICES } from '#domain/ecash/ecash-limits.ts';

/** Words of the same list (BIP-39) that stand among the choices when they are not in the phrase. */
const DECOYS = [
  'ladder',
  'orbit',
  'cabin',
  'kitten',
  'velvet',
  'copper',
  'meadow',
  'puzzle',
  'walnut',
  'harbor',
  'pigeon',
  'ribbon',
  'timber',
  'canyon',
  'forest',
  'saddle',
] as const;

/** One word of the phrase that the user finds on the paper; `place` from 1. */
export type WordQuestion = { readonly place: number; readonly choices: readonly string[] };

const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] => {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
};

/**
 * Which words of a phrase are asked for, in their order, each among others of which most are in the phrase as well: whoever
 * knows the words but not their places does not pass by chance. `random` gives from 0 to 1.
 */
export const wordQuestions = (words: readonly string[], random: () => number): readonly WordQuestion[] => {
  const places = shuffled(
    words.map((_, at) => at),
    random,
  ).slice(0, CHECKED_WORDS);
  return places
    .toSorted((a, b) => a - b)
    .map((at) => {
      const right = words[at]!;
      const own = shuffled(
        [...new Set(words)].filter((word) => word !== right),
        random,
      );
      const decoys = shuffled(
        DECOYS.filter((word) => !words.includes(word)),
        random,
      );
      const wrong = [...own.slice(0, CHECKED_WORD_CHOICES - 2), ...decoys].slice(0, CHECKED_WORD_CHOICES - 1);
      return { place: at + 1, choices: shuffled([right, ...wrong], random) };
    });
};

/** The words that somebody typed or pasted, one by one. */
export const splitWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** how many words a recovery phrase may have */
export const PHRASE_LENGTHS = [12, 15, 18, 21, 24] as const;

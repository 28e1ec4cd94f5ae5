import { FIRST_WORDS_CHARACTERS } from './publish-limits.ts';

/** How a text begins, in one line. */
export const firstWords = (text: string): string => {
  const all = Array.from(text.trim().replaceAll(/\s+/g, ' '));
  return all.length > FIRST_WORDS_CHARACTERS ? `${all.slice(0, FIRST_WORDS_CHARACTERS).join('')}…` : all.join('');
};

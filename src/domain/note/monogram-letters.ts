const LETTERS = 2;

/** The letters that stand for somebody: the first ones of the first and the last word of a name, or two of its only one. */
export const monogramOf = (name: string): string | undefined => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters =
    last === undefined ? Array.from(first).slice(0, LETTERS) : [Array.from(first)[0], Array.from(last)[0]];
  return letters.length === 0 ? undefined : letters.join('').toUpperCase();
};

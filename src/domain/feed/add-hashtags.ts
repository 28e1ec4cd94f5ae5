import { isBlank } from '#domain/text/calm-text.ts';
import { HASHTAG_MAX_CHARACTERS } from './feed-limits.ts';

/** What became of hashtags that somebody typed or pasted. */
export type AddedHashtags = {
  /** the same list when nothing was added */
  readonly hashtags: readonly string[];
  readonly added: readonly string[];
  /** were in the list before, or twice in the text */
  readonly known: readonly string[];
  /** longer than a hashtag may be */
  readonly tooLong: readonly string[];
};

const fold = (hashtag: string): string => hashtag.normalize('NFC').toLowerCase();

/** What nobody sees, and letters that are blank. Joiners are left: scripts and emoji need them inside a word. */
const UNSEEN = /(?!\s|\u200C|\u200D)[\p{Cc}\p{Cf}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu;
const AT_ENDS = /^(?:[#＃]|\u200C|\u200D)+|(?:\u200C|\u200D)+$/gu;

/** '#a#b' are two; the '#' of 'C#' and 'a#b' belongs to the word. */
const parted = (word: string): readonly string[] => (/^[#＃]/u.test(word) ? word.split(/[#＃]+(?=[^#＃])/u) : [word]);

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(UNSEEN, '')
    .split(/[\s,;]+/u)
    .flatMap(parted)
    .map((word) => word.replaceAll(AT_ENDS, ''))
    // '#' alone is no word
    .filter((word) => !isBlank(word.replaceAll(/[#＃]/gu, '')));

/**
 * The list with the hashtags of a text at its end; they stand between white space, commas or semicolons, or each behind its
 * '#'. Blank ones are left out, and so are those that are there already in any case of letters (SET-08 to SET-10).
 */
export const addHashtags = (hashtags: readonly string[], text: string): AddedHashtags => {
  const known = new Set(hashtags.map(fold));
  const result = { added: [] as string[], known: [] as string[], tooLong: [] as string[] };
  for (const hashtag of wordsOf(text)) {
    if (hashtag.length > HASHTAG_MAX_CHARACTERS) result.tooLong.push(hashtag);
    else if (known.has(fold(hashtag))) result.known.push(hashtag);
    else {
      known.add(fold(hashtag));
      result.added.push(hashtag.normalize('NFC'));
    }
  }
  return { ...result, hashtags: result.added.length === 0 ? hashtags : [...hashtags, ...result.added] };
};

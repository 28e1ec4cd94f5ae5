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

/**
 * The list with the hashtags of a text at its end; they stand between white space, commas, semicolons or '#'. Blank ones are
 * left out, and so are those that are there already in any case of letters (SET-08 to SET-10).
 */
export const addHashtags = (hashtags: readonly string[], text: string): AddedHashtags => {
  const known = new Set(hashtags.map(fold));
  const result = { added: [] as string[], known: [] as string[], tooLong: [] as string[] };
  for (const hashtag of text.split(/[\s,;#＃]+/u).filter(Boolean)) {
    if (hashtag.length > HASHTAG_MAX_CHARACTERS) result.tooLong.push(hashtag);
    else if (known.has(fold(hashtag))) result.known.push(hashtag);
    else {
      known.add(fold(hashtag));
      result.added.push(hashtag.normalize('NFC'));
    }
  }
  return { ...result, hashtags: result.added.length === 0 ? hashtags : [...hashtags, ...result.added] };
};

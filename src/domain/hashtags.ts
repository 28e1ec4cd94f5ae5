/** A hashtag as a person typed it, without the leading '#' and white space; '' when nothing is left. */
export const normaliseHashtag = (text: string): string => text.trim().replace(/^#+/, '').trim();

/** The list with the hashtag at its end; the same list when it is blank or there already, in any case of letters. */
export const addHashtag = (hashtags: readonly string[], text: string): readonly string[] => {
  const added = normaliseHashtag(text);
  const known = hashtags.some((hashtag) => hashtag.toLowerCase() === added.toLowerCase());
  return added === '' || known ? hashtags : [...hashtags, added];
};

/** The values of a '#t' filter for these hashtags: lower-cased, distinct (FEED-09, NIP-24). */
export const hashtagFilter = (hashtags: readonly string[]): string[] => [
  ...new Set(hashtags.map((hashtag) => normaliseHashtag(hashtag).toLowerCase()).filter((tag) => tag !== '')),
];

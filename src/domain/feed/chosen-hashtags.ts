/** A hashtag as a person typed it, without the leading '#' and white space; '' when nothing is left. */
export const normaliseHashtag = (text: string): string => text.trim().replace(/^#+/, '').trim();

/** The values of a '#t' filter for these hashtags: lower-cased, distinct (FEED-09, NIP-24). */
export const hashtagFilter = (hashtags: readonly string[]): string[] => [
  ...new Set(hashtags.map((hashtag) => normaliseHashtag(hashtag).toLowerCase()).filter((tag) => tag !== '')),
];

/** Those of the chosen hashtags of a feed that are still offered; the same object where all are. */
export const stillOffered = (chosen: readonly string[], offered: readonly string[]): readonly string[] => {
  const known = new Set(hashtagFilter(offered));
  return chosen.every((hashtag) => known.has(hashtag)) ? chosen : chosen.filter((hashtag) => known.has(hashtag));
};

import { CONTENT_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { NSFW_REASON_MAX_CHARACTERS } from './feed-limits.ts';

/** Whether a note is kept covered, and why: the author's words, a hashtag, or '' */
export type Sensitivity = { readonly hidden: boolean; readonly reason: string };

/** As a person would read it, with signs and space before it or behind. */
const HASHTAG = /^[\s#]*(nsfw|porno?|pornography|xxx|nudes?|naked|hentai|onlyfans|boobs|milf|sex|erotica?|18plus)\s*$/i;
/** Words that name the matter itself; short, since a word list that guesses hides honest notes. */
const WORDS =
  /(?<![\p{L}\p{N}_])(?:nsfw|porn|porno|pornhub|pornography|hentai|nudes|blowjob|cumshot|camgirls?|xvideos)(?![\p{L}\p{N}_])/iu;

const OPEN: Sensitivity = { hidden: false, reason: '' };
const cover = (reason: string): Sensitivity => ({
  hidden: true,
  reason: calmLine(reason, NSFW_REASON_MAX_CHARACTERS),
});

/** Whether a tag is the warning of an author (NIP-36, also as NIP-32 label). */
const isWarning = ([name, , namespace]: readonly string[]): boolean =>
  name === 'content-warning' || (name === 'l' && namespace === 'content-warning');

/**
 * Whether a note is hidden as not safe for work (FEED-08): a content warning (NIP-36, also as NIP-32 label), a hashtag or
 * a word that says so.
 */
export const isSensitive = (event: Pick<NostrEvent, 'content' | 'tags'>): Sensitivity => {
  const warning = tagsNamed(event, 'content-warning')[0] ?? event.tags.find(isWarning);
  if (warning) return cover(warning[1] ?? '');
  const hashtag = tagsNamed(event, 't')
    .map(([, value = '']) => HASHTAG.exec(value.normalize('NFKC'))?.[1])
    .find(Boolean);
  if (hashtag) return cover(`#${hashtag}`);
  return WORDS.test(event.content.slice(0, CONTENT_MAX_CHARACTERS)) ? cover('') : OPEN;
};

/** Why a note is covered: its author warns, or the NSFW Disrespector hides it for good. */
export type Cover = { readonly kind: 'warning' | 'nsfw'; readonly reason: string };

/** How a note is covered; undefined when it is not. */
export const coverOf = (note: Pick<NostrEvent, 'content' | 'tags'>): Cover | undefined => {
  const sensitivity = isSensitive(note);
  if (!sensitivity.hidden) return undefined;
  const unwarned = isSensitive({ content: note.content, tags: note.tags.filter((tag) => !isWarning(tag)) });
  return unwarned.hidden ? { kind: 'nsfw', reason: unwarned.reason } : { kind: 'warning', reason: sensitivity.reason };
};

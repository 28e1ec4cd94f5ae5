import { SECOND } from '#domain/units.ts';

// suggestions
/** people suggested to somebody new */
export const SUGGESTED_PEOPLE = 12;
/** people of whom the topics are asked */
export const SUGGESTED_POOL = 36;
/** notes of theirs that are read for the topics */
export const TOPIC_NOTES_ASKED = 200;
/** topics that are offered, and people that write of each at least */
export const TOPICS_SHOWN = 3;
export const TOPIC_PEOPLE_MIN = 2;
/** longer ones do not fit beside others */
export const TOPIC_MAX_CHARACTERS = 24;
/** follow lists that are asked for to find people for somebody new */
export const SUGGESTED_LISTS_ASKED = 100;

// deletions
/** ids that the relays are asked about deletions of, those on screen last, and how long more may join them */
export const DELETIONS_ASKED = 200;
/** deletions of events that were not seen yet */
export const DELETIONS_HELD = 2_000;
/** the first ids are asked about after so long, and later ones join them once in a while: a screen is counted with its deletions */
export const DELETIONS_JOIN_MS = 1 * SECOND;
export const DELETIONS_WIDEN_MS = 10 * SECOND;
/** ids of deleted events that are remembered */
export const GONE_KEPT = 1_000;

// follows and mutes
/** tags in the encrypted part of a list; muted words that count, and their length in characters */
export const PRIVATE_TAGS_MAX = 10_000;
export const MUTED_WORDS_MAX = 500;
export const MUTED_WORD_CHARACTERS = 100;
/** after so long, in s, another device has read a list before it writes over it */
export const LIST_RACE_S = 120;

import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import type { Mutes } from './muted.ts';
import { WORD_LETTERS } from '#domain/text/word-letters.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { PRIVATE_TAGS_MAX, MUTED_WORDS_MAX, MUTED_WORD_CHARACTERS } from './social-limits.ts';
import { isTexts } from '#domain/record.ts';

type Tags = NostrEvent['tags'];

/** The tags in the encrypted part of a list (NIP-51); undefined for what is none. */
export const tagsInSecret = (text: string): Tags | undefined => {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) && found.length <= PRIVATE_TAGS_MAX && found.every(isTexts) ? found : undefined;
  } catch {
    return undefined;
  }
};

const textsOf = (tags: Tags, name: string): readonly string[] =>
  tags.flatMap(([tag, value = '']) => (tag === name && value.trim() !== '' ? [value.trim()] : []));

const valuesOf = (tags: Tags, name: string): readonly string[] => textsOf(tags, name).map((text) => text.toLowerCase());

const peopleOf = (tags: Tags): Set<string> => new Set(valuesOf(tags, 'p').filter(isHex64));

/** Where these stand a muted word is a whole one. */
const LETTER = `[${WORD_LETTERS}]`;

const pattern = (word: string): string => {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const edge = new RegExp(`^${LETTER}`, 'u');
  const before = edge.test(word) ? `(?<!${LETTER})` : '';
  const after = edge.test(Array.from(word).at(-1) ?? '') ? `(?!${LETTER})` : '';
  return before + literal + after;
};

const wordsIn = (tags: Tags): readonly string[] =>
  textsOf(tags, 'word')
    .filter(({ length }) => length <= MUTED_WORD_CHARACTERS)
    .slice(0, MUTED_WORDS_MAX);

/**
 * What the tags of a mute list hide: people (p), notes with a hashtag (t) or a word (word), and threads (e) with all that
 * answers in them (NIP-51).
 */
export const muteRules = (tags: Tags): Mutes => {
  const people = peopleOf(tags);
  const hashtags = new Set(valuesOf(tags, 't'));
  const threads = new Set(valuesOf(tags, 'e'));
  const words = wordsIn(tags);
  const others = { words: words.length, hashtags: hashtags.size, threads: threads.size };
  if (words.length + hashtags.size + threads.size === 0) return people;
  const written = words.length > 0 ? new RegExp(words.map(pattern).join('|'), 'iu') : undefined;
  const isTagged = (note: NostrEvent) =>
    hashtags.size > 0 && note.tags.some(([name, value = '']) => name === 't' && hashtags.has(value.toLowerCase()));
  const isInThread = (note: NostrEvent) => {
    if (threads.size === 0) return false;
    const { root, parent } = threadRefs(note);
    return [note.id, root?.id, parent?.id].some((id) => id !== undefined && threads.has(id));
  };
  const known = new WeakMap<NostrEvent, boolean>();
  const hides = (note: NostrEvent): boolean => {
    const hidden = known.get(note) ?? (isTagged(note) || isInThread(note) || written?.test(note.content) === true);
    known.set(note, hidden);
    return hidden;
  };
  return Object.assign(people, { hides, others });
};

/** What a mute list hides by its open tags and those in its encrypted part. */
export const mutesOf = (tags: Tags, hidden: Tags): Mutes => {
  const open = peopleOf(tags);
  const privately = [...peopleOf(hidden)].filter((person) => !open.has(person));
  return Object.assign(muteRules([...tags, ...hidden]), { privately });
};

const KEPT_NAMES: readonly (string | undefined)[] = ['e', 't', 'word'];

/**
 * The tags of a mute list as a text from which the next visit begins: the people, and on a second line, when there are
 * any, the tags of words, hashtags and threads.
 */
export const keptMutes = (tags: Tags): string => {
  const people = peopleOf(tags);
  const others = tags.filter(([name]) => KEPT_NAMES.includes(name)).map((tag) => tag.slice(0, 2));
  return [[...people].join(' '), ...(others.length > 0 ? [JSON.stringify(others)] : [])].join('\n');
};

/** Reads what `keptMutes` wrote; the people alone of a text that somebody else wrote. */
export const mutesKept = (text: string): Mutes => {
  const [people = '', others = ''] = text.split('\n');
  return muteRules([...people.split(' ').map((person) => ['p', person]), ...(tagsInSecret(others) ?? [])]);
};

import type { DisplayNameEntry } from '#domain/profile/display-name.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import type { DraftMention } from './draft.ts';
import { MENTION_CHOICES, MENTION_QUERY_MAX } from './publish-limits.ts';
import { WORD_LETTER } from './text-patterns.ts';

/** A name that is being written: where its `@` stands, and what follows up to the caret. */
export type MentionQuery = { readonly start: number; readonly query: string };

const BEGUN = new RegExp(String.raw`(?<!${WORD_LETTER}|[@/.])@([^\s@]{0,${MENTION_QUERY_MAX}})$`, 'u');

/** The name that is being written before the caret; undefined when none is. */
export const mentionAt = (text: string, caret: number): MentionQuery | undefined => {
  const found = BEGUN.exec(text.slice(0, caret));
  return found ? { start: found.index, query: found[1] ?? '' } : undefined;
};

/** Somebody, by the names that are known. */
export type Named = Pick<DisplayNameEntry, 'pubkey' | 'name' | 'displayName'> & { readonly nip05?: string };

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** 0: it is the name, 1: the name begins so, 2: a word of it does, 3: it holds it; undefined: it does not. */
const rank = (query: string, names: readonly string[]): number | undefined => {
  if (names.includes(query)) return 0;
  if (names.some((name) => name.startsWith(query))) return 1;
  if (names.some((name) => name.split(/[\s._-]+/).some((word) => word.startsWith(query)))) return 2;
  return names.some((name) => name.includes(query)) ? 3 : undefined;
};

/** Whether another one of them goes by the same name: names and addresses are what people say of themselves. */
export const hasNamesake = (one: Named, people: readonly Named[]): boolean => {
  const nameOf = ({ name, displayName }: Named) => plain(displayName || name);
  return people.some((other) => other.pubkey !== one.pubkey && nameOf(other) === nameOf(one));
};

/** The part of a NIP-05 address by which a person goes: the name, or the domain where it stands for all of it. */
const addressName = (nip05: string): string => (nip05.startsWith('_@') ? nip05.slice(2) : nip05);

const NOBODY: ReadonlySet<string> = new Set();

/** Whom the query may mean, the likeliest first; among equals those who are followed, then those that were met last. */
export const whoIsMeant = (query: string, people: readonly Named[], followed = NOBODY): readonly Named[] => {
  const asked = plain(query);
  const ranked = people.toReversed().flatMap((person) => {
    const names = [person.displayName, person.name, addressName(person.nip05 ?? '')]
      .filter((name) => name.trim() !== '')
      .map(plain);
    const place = rank(asked, names);
    return place === undefined ? [] : [{ person, place: 2 * place + (followed.has(person.pubkey) ? 0 : 1) }];
  });
  return ranked
    .toSorted((a, b) => a.place - b.place)
    .slice(0, MENTION_CHOICES)
    .map(({ person }) => person);
};

/** What is written for somebody: the name, or the npub where the text calls another one so. */
export const mentionText = (
  { name, pubkey }: DraftMention,
  mentions: readonly DraftMention[],
): { readonly link: string; readonly isByName: boolean } => {
  const isByName = mentions.every((other) => other.name !== name || other.pubkey === pubkey);
  return { link: isByName ? `@${name}` : `nostr:${encodeNpub(pubkey)}`, isByName };
};

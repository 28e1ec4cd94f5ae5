import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Sending } from './journal.ts';

type Branches = {
  readonly newest: NostrEvent | undefined;
  /** all versions that relays have now */
  readonly found: readonly NostrEvent[];
  /** the versions this browser has seen before */
  readonly kept: readonly NostrEvent[];
  /** what was sent from here lately */
  readonly journal: { readonly sendings: readonly Sending[] };
};

/** What the newest list lacks of versions that were made beside it: tags, and other content where it is to be taken. */
export type Strays = { readonly tags: readonly (readonly string[])[]; readonly content: string | undefined };

const keyOf = ([name, value = '']: readonly string[]) =>
  `${name} ${name === 'p' || name === 'e' ? value.toLowerCase() : value}`;

const textsOf = (tags: NostrEvent['tags']) => new Set(tags.map((tag) => JSON.stringify(tag)));

/**
 * The versions that may have been made beside the newest one: never seen here, though made after something that was; and
 * those of the same second, of which one is the newest by its id alone (NIP-01). Each with the time of the version it was
 * probably made from.
 */
const beside = ({ newest, found, kept, journal }: Branches) => {
  const seen = new Set([...kept.map(({ id }) => id), ...journal.sendings.map(({ id }) => id), newest?.id]);
  const baseOf = ({ created_at: time }: NostrEvent) => {
    const passed = journal.sendings.filter(({ at, baseAt }) => baseAt <= time && time <= at);
    if (passed.length > 0) return Math.min(...passed.map(({ baseAt }) => baseAt));
    return kept.find(({ created_at }) => created_at <= time)?.created_at;
  };
  const isBeside = ({ id, created_at }: NostrEvent) =>
    !seen.has(id) || (id !== newest?.id && created_at === newest?.created_at);
  return found.filter(isBeside).map((version) => ({ version, base: baseOf(version) }));
};

/**
 * What other devices wrote without seeing the newest version, nor being seen by it: it comes to light on relays that were
 * away. A version is of that kind when the newest one has nothing of what it added; an entry that was in no version here
 * since then was removed by nobody here. The content, which is the encrypted part of a mute list, is taken over where it
 * was not changed otherwise.
 */
export const straysOf = (branches: Branches): Strays => {
  const { newest, kept } = branches;
  const present = textsOf(newest?.tags ?? []);
  const tags = new Map<string, readonly string[]>();
  let content: string | undefined;
  for (const { version, base } of beside(branches)) {
    if (base === undefined) continue;
    const known = kept.filter(({ id, created_at }) => created_at >= base && id !== version.id);
    const keys = new Set([...known, ...(newest ? [newest] : [])].flatMap((list) => list.tags.map(keyOf)));
    const former = new Set(known.flatMap((list) => list.tags.map(keyOf)));
    const added = version.tags.filter((tag) => tag[0] !== 'client' && !former.has(keyOf(tag)));
    if (added.some((tag) => present.has(JSON.stringify(tag)))) continue;
    for (const tag of added) if (!keys.has(keyOf(tag))) tags.set(keyOf(tag), tag);
    const before = kept.find(({ created_at }) => created_at === base)?.content ?? '';
    if (newest?.content === before && version.content !== before) content = version.content;
  }
  return { tags: [...tags.values()], content };
};

import type { Problem } from '#domain/problem.ts';
import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { withoutSecrets } from '#domain/session/leaked-secret.ts';
import { withClientTag, type EventTemplate } from '#domain/protocol/signer.ts';
import type { EditRules } from '#domain/replaceable/journal.ts';
import { timeAfter } from '#domain/replaceable/versions.ts';
import { personOf } from './person-input.ts';
import { LIST_RACE_S } from './social-limits.ts';

/** The lists of people that a user keeps: whom they follow (kind 3, NIP-02) and whom they mute (kind 10000, NIP-51). */
export type PeopleListKind = 'follows' | 'mutes';

/** One person comes into a list, with what the list is to say of them, or leaves it. `pubkey` in hex. */
export type PeopleEdit = {
  readonly pubkey: string;
  readonly wanted: boolean;
  /** where they write, and how the user calls them; '' when not known */
  readonly relay?: string | undefined;
  readonly petname?: string | undefined;
  /** in the encrypted part of the list, which others cannot read; only who comes in is asked for it */
  readonly hidden?: boolean | undefined;
};

type Tag = readonly string[];
type Tags = readonly Tag[];

/** The kind of event that holds the list. */
export const kindOfList = (list: PeopleListKind): number => (list === 'follows' ? KIND.contacts : KIND.muteList);

const names = (tag: Tag, pubkey: string) => tag[0] === 'p' && tag[1]?.toLowerCase() === pubkey;

const tagOf = ({ pubkey, relay = '', petname = '' }: PeopleEdit): Tag => {
  if (petname !== '') return ['p', pubkey, relay, petname];
  return relay === '' ? ['p', pubkey] : ['p', pubkey, relay];
};

const editTags = (tags: Tags, edit: PeopleEdit): Tags => {
  const isThere = tags.some((tag) => names(tag, edit.pubkey));
  if (isThere === edit.wanted) return tags;
  return edit.wanted ? [...tags, tagOf(edit)] : tags.filter((tag) => !names(tag, edit.pubkey));
};

/** The tags after the edits: whoever comes is put at the end, every other tag stays as and where it is. */
export const editedTags = (tags: Tags, edits: readonly PeopleEdit[]): Tags => edits.reduce(editTags, tags);

/** The encrypted tags after the edits: hidden people come in, and whoever leaves the list leaves them, too. */
export const editedSecret = (tags: Tags, edits: readonly PeopleEdit[]): Tags =>
  editedTags(
    tags,
    edits.filter(({ wanted, hidden }) => !wanted || hidden === true),
  );

/** What is done in the part of the list that everybody can read. */
export const openEdits = (edits: readonly PeopleEdit[]): readonly PeopleEdit[] => edits.filter(({ hidden }) => !hidden);

const NO_TAGS: Tags = [];

/** Edits of people in a journal: each is about one person. */
export const peopleEdits: EditRules<PeopleEdit> = {
  keyOf: ({ pubkey }) => pubkey,
  isSame: (one, other) => one.wanted === other.wanted,
  adds: ({ wanted }) => wanted,
  shows: (version, edit) => editTags(version?.tags ?? NO_TAGS, edit) === (version?.tags ?? NO_TAGS),
  raceS: LIST_RACE_S,
};

/** The people that tags name, as they stand there. */
export const peopleIn = (tags: Tags): ReadonlySet<string> =>
  new Set(tags.flatMap(([name, pubkey = '']) => (name === 'p' ? [pubkey.toLowerCase()] : [])).filter(isHex64));

type DraftInput = {
  readonly list: PeopleListKind;
  /** the newest version that relays have; undefined when there is none */
  readonly newest: NostrEvent | undefined;
  readonly edits: readonly PeopleEdit[];
  /** what other versions have and the newest lacks: goes behind its tags, and replaces its content */
  readonly strays?: { readonly tags: Tags; readonly content: string | undefined };
  /** seconds */
  readonly now: number;
  /** told in a `client` tag of mute lists (PUB-08) */
  readonly client?: string | undefined;
};

/**
 * The next version of a list: the newest one with the edits, all else but the name of the app byte for byte (FOLLOW-01, PUB-06,
 * PUB-15). Undefined when the newest one says all of it already.
 */
export const draftPeopleList = (input: DraftInput): EventTemplate | undefined => {
  const { list, newest, edits, now, strays, client } = input;
  const before = newest?.tags ?? [];
  const content = strays?.content ?? newest?.content ?? '';
  const known = strays?.tags.length ? [...before, ...strays.tags] : before;
  const kept = withoutSecrets(known);
  const tags = editedTags(kept, edits);
  if (tags === kept && known === before && content === (newest?.content ?? '')) return undefined;
  const next = { kind: kindOfList(list), created_at: timeAfter(newest, now), tags, content };
  return list === 'mutes' ? withClientTag(next, client) : next;
};

const INVALID_USER: Problem = { code: 'invalid-user' };

const followProblem = (self: string, target: string, wanted: boolean): Problem | undefined => {
  if (self === '') return { code: 'follow-visitor', wanted };
  if (!isHex64(self)) return INVALID_USER;
  const pubkey = personOf(target);
  if (pubkey === undefined) return { code: 'invalid-person' };
  if (pubkey === self) return { code: 'self-follow', wanted };
  return undefined;
};

const muteProblem = (self: string, target: string, wanted: boolean): Problem | undefined => {
  if (!isHex64(self)) return INVALID_USER;
  if (!isHex64(target.toLowerCase())) return { code: 'invalid-mute', wanted };
  return wanted && target.toLowerCase() === self ? { code: 'self-mute' } : undefined;
};

/**
 * Why somebody cannot come into the list or leave it, (FOLLOW-08 to
 * FOLLOW-12, FOLLOW-15, PUB-12 to PUB-14). `self` is the user's public key, '' when nobody is logged in.
 */
export const editProblem = (
  list: PeopleListKind,
  self: string,
  { pubkey, wanted }: Pick<PeopleEdit, 'pubkey' | 'wanted'>,
): Problem | undefined => (list === 'follows' ? followProblem : muteProblem)(self, pubkey, wanted);

type ListFailure = Extract<Problem, { code: 'list-failed' }>;

/** What is told when these edits were not published for a reason that has no words of its own (FOLLOW-16, FOLLOW-17). */
export const listFailure = (list: PeopleListKind, edits: readonly PeopleEdit[]): ListFailure => {
  const ins = edits.filter(({ wanted }) => wanted).length;
  const isMixed = ins > 0 && ins < edits.length;
  return { code: 'list-failed', list, wanted: ins > 0 || edits.length === 0, ...(isMixed && { isMixed }) };
};

/** The same with why, where the list was not read; what refused it else has words of its own (FOLLOW-13, FOLLOW-14, PUB-09). */
export const unreadFailure = (failure: ListFailure, because: Problem): Problem =>
  because.code === 'list-not-read' || because.code === 'list-may-exist'
    ? { ...failure, because: { code: because.code } }
    : because;

/** The same for people who were to come in, and for people who were to go, told apart. */
export const eachFailure = (problem: Problem): readonly Problem[] => {
  if (problem.code !== 'list-failed' || !problem.isMixed) return [problem];
  const { isMixed: _, ...failure } = problem;
  return [true, false].map((wanted) => ({ ...failure, wanted }));
};

/** What the statechart of a list of people must know of its edits. */
export const peoplePolicy = (list: PeopleListKind) => ({
  id: list,
  problemWith: (self: string, edit: PeopleEdit) => editProblem(list, self, edit),
  normal: (edit: PeopleEdit): PeopleEdit => ({ ...edit, pubkey: personOf(edit.pubkey) ?? edit.pubkey }),
});

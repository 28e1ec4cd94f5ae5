import { Failure, type Problem } from '#domain/problem.ts';
import { parseContent, type Block, type Segment } from '#domain/note/content.ts';
import { LITERAL_PATTERN, trimUrl } from '#domain/note/media.ts';
import { ALT_MAX_CHARACTERS } from '#domain/note/note-limits.ts';
import { bareEvent, isHex64, type EventRef, type NostrEvent } from '#domain/protocol/event.ts';
import { decodeIdentifier, encodeNote } from '#domain/protocol/identifiers.ts';
import { decodeNip19 } from '#domain/protocol/nip19.ts';
import { calmLine, isBlank } from '#domain/text/calm-text.ts';
import { editedMembers } from '#domain/text/json-members.ts';
import { WORD_LETTERS } from '#domain/text/word-letters.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { EVENT_MAX_CONTENT_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import type { DraftAlt } from './draft.ts';
import { REPLY_PEOPLE_MAX } from './publish-limits.ts';

type Tag = readonly string[];

/** What every event of a person carries besides its own. */
export type EventStamp = {
  /** seconds */
  readonly now: number;
  /** the name of the product in a `client` tag (PUB-08, NIP-89); undefined when the user does not want it told */
  readonly client?: string | undefined;
};

/** An event of somebody else that something is done to. */
export type Target = NostrEvent & {
  /** relays that have it; the first is told to others */
  readonly seenOn: readonly string[];
};

const INVALID_TARGET: Problem = { code: 'invalid-target' };

/** Throws 'invalid-target' for one without id or public key (PUB-11). */
const checked = (target: Target): Target => {
  if (!isHex64(target.id) || !isHex64(target.pubkey)) throw new Failure(INVALID_TARGET);
  return target;
};

const hintOf = ({ seenOn }: Pick<Target, 'seenOn'>): string => relayHints(seenOn)[0] ?? '';

const template = (kind: number, content: string, tags: readonly Tag[], { now, client }: EventStamp): EventTemplate => ({
  kind,
  created_at: now,
  content,
  tags: client === undefined ? tags : [...tags, ['client', client]],
});

/** Tags without those that say the same of the same; the first stays. */
const distinct = (tags: readonly Tag[]): Tag[] => {
  const seen = new Set<string>();
  return tags.filter(([name = '', value = '']) => {
    const key = `${name} ${value}`;
    return !seen.has(key) && seen.add(key);
  });
};

const BARE = new RegExp(
  String.raw`${LITERAL_PATTERN}|(?<![${WORD_LETTERS}/=.:-])(?:@|nostr:)?((?:npub|note)1[02-9ac-hj-np-z]{58}|(?:nprofile|nevent|naddr)1[02-9ac-hj-np-z]{20,1500})`,
  'giu',
);

/** Identifiers as NIP-27 writes them: with `nostr:` before them, in small letters. What only looks like one stays. */
export const withNostrLinks = (text: string): string =>
  text.replace(BARE, (written, identifier = '') =>
    decodeIdentifier(identifier) ? `nostr:${identifier.toLowerCase()}` : written,
  );

const quoteTag = ({ id, relays, author }: EventRef): Tag => {
  const tag = ['q', id, relays[0] ?? '', author ?? ''];
  return author === undefined ? tag.slice(0, relays.length > 0 ? 3 : 2) : tag;
};

const quoteTags = (quote: EventRef): Tag[] => [
  quoteTag(quote),
  ...(quote.author === undefined ? [] : [['p', quote.author]]),
];

/** An event that no screen shows here is quoted like any other; an naddr has no id. */
const addressTags = (code: string): Tag[] => {
  const entity = decodeNip19(code);
  if (entity?.prefix !== 'nevent') return [];
  const { hex, relays, author } = entity;
  return quoteTags({ id: hex, relays: relayHints(relays), ...(author && { author }) });
};

const segmentTags = (segment: Segment): Tag[] => {
  if (segment.type === 'mention') return [['p', segment.pubkey, ...segment.relays.slice(0, 1)]];
  if (segment.type === 'hashtag') return [['t', segment.hashtag]];
  if (segment.type === 'note') return [quoteTag(segment)];
  return segment.type === 'address' ? addressTags(segment.address) : [];
};

const blockTags = (block: Block): Tag[] => {
  if (block.type === 'quote') return quoteTags(block);
  return block.type === 'text' ? block.segments.flatMap(segmentTags) : [];
};

/** The tags a text asks for: people it mentions, notes it quotes, its hashtags (NIP-27, NIP-18, NIP-24). */
export const textTags = (content: string): readonly Tag[] =>
  distinct(parseContent({ content, tags: [] }).flatMap(blockTags));

/** What a person wrote. */
export type Written = {
  readonly text: string;
  /** why it should be hidden at first (NIP-36); '' is a warning without a reason */
  readonly warning?: string | undefined;
  /** what its pictures and videos show (NIP-92) */
  readonly alts?: readonly DraftAlt[] | undefined;
  /** how large its pictures are, as `800x600`, by their addresses */
  readonly sizes?: ReadonlyMap<string, string>;
};

/** By their addresses as they are written: so others find them. What stands in code is none. */
const mediaTags = (content: string, { alts = [], sizes }: Written): Tag[] => {
  const links = Array.from(content.matchAll(new RegExp(LITERAL_PATTERN, 'g')), ([raw]) => trimUrl(raw));
  const written = new Map(links.map((link) => [safeWebUrl(link), link]));
  return Array.from(written, ([url, link]) => {
    const words = calmLine(alts.find((one) => one.url === url)?.alt ?? '', ALT_MAX_CHARACTERS);
    const size = sizes?.get(url);
    return [
      'imeta',
      `url ${link}`,
      ...(size === undefined ? [] : [`dim ${size}`]),
      ...(words === '' ? [] : [`alt ${words}`]),
    ];
  }).filter((tag) => tag.length > 2);
};

const warningTags = ({ warning }: Written): Tag[] =>
  warning === undefined ? [] : [warning === '' ? ['content-warning'] : ['content-warning', warning]];

const writtenTags = (content: string, written: Written): Tag[] => [
  ...textTags(content),
  ...mediaTags(content, written),
  ...warningTags(written),
];

/** A note of its own (kind 1). */
export const composeNote = (written: Written, stamp: EventStamp): EventTemplate => {
  const content = withNostrLinks(written.text.trim());
  return template(KIND.textNote, content, [...writtenTags(content, written)], stamp);
};

/** The marked e tags of a reply (NIP-10): root first, then what is answered. */
const replyTags = (target: Target): Tag[] => {
  const { root } = threadRefs(target);
  if (root === undefined || root.id === target.id) return [['e', target.id, hintOf(target), 'root', target.pubkey]];
  const start = ['e', root.id, root.relays[0] ?? '', 'root', ...(root.author === undefined ? [] : [root.author])];
  return [start, ['e', target.id, hintOf(target), 'reply', target.pubkey]];
};

/** A reply (kind 1, NIP-10). It names its author's partners in the conversation, the first of many, but not the one who writes. */
export const composeReply = (written: Written, target: Target, self: string, stamp: EventStamp): EventTemplate => {
  const to = checked(target);
  const content = withNostrLinks(written.text.trim());
  const partners = to.tags.filter(([name, value]) => name === 'p' && isHex64(value));
  const people = distinct([['p', to.pubkey], ...partners]).slice(0, REPLY_PEOPLE_MAX);
  const tags = [...replyTags(to), ...people, ...writtenTags(content, written)];
  const others = distinct(tags).filter(([name, value]) => name !== 'p' || value !== self);
  return template(KIND.textNote, content, others, stamp);
};

/**
 * A note that quotes another (PUB-03 to PUB-05). Throws 'Quote repost content required' for blank text. The reference is
 * added to the text when it is not in it yet, in any of its forms.
 */
export const composeQuote = (written: Written, target: Target, stamp: EventStamp): EventTemplate => {
  const { id, pubkey, seenOn } = checked(target);
  if (isBlank(written.text)) throw new Failure({ code: 'quote-empty' });
  const text = withNostrLinks(written.text.trim());
  const isNamed = textTags(text).some(([name, value]) => name === 'q' && value === id);
  const content = isNamed ? text : `${text}\n\nnostr:${encodeNote(id, relayHints(seenOn).slice(0, 1), pubkey)}`;
  const tags = [['q', id, hintOf(target), pubkey], ['p', pubkey], ...writtenTags(content, written)];
  return template(KIND.textNote, content, distinct(tags), stamp);
};

/** Whether its author forbids others to bring it to relays (NIP-70). */
export const isProtected = (event: Pick<NostrEvent, 'tags'>): boolean => event.tags.some(([name]) => name === '-');

/**
 * A repost (PUB-02, NIP-18): kind 6 of a note, kind 16 of anything else; without its copy where that would be too long. Throws
 * for a protected event (NIP-70).
 */
export const composeRepost = (target: Target, stamp: EventStamp): EventTemplate => {
  const of = checked(target);
  if (isProtected(of)) throw new Failure({ code: 'protected' });
  const tags: Tag[] = [
    ['e', of.id, hintOf(of)],
    ['p', of.pubkey],
  ];
  const copy = JSON.stringify(bareEvent(of));
  const content = copy.length > EVENT_MAX_CONTENT_CHARACTERS ? '' : copy;
  if (of.kind === KIND.textNote) return template(KIND.repost, content, tags, stamp);
  return template(KIND.genericRepost, content, [...tags, ['k', String(of.kind)]], stamp);
};

/** A reaction (PUB-01, NIP-25): '+' is a like, '-' a dislike, anything else an emoji. */
export const composeReaction = (target: Target, stamp: EventStamp, content = '+'): EventTemplate => {
  const to = checked(target);
  const tags: Tag[] = [
    ['e', to.id, hintOf(to), to.pubkey],
    ['p', to.pubkey],
    ['k', String(to.kind)],
  ];
  return template(KIND.reaction, content, tags, stamp);
};

/** A request to delete one's own events (NIP-09). */
export const composeDeletion = (events: readonly NostrEvent[], stamp: EventStamp, reason = ''): EventTemplate =>
  template(
    KIND.deletion,
    reason,
    distinct(
      events.flatMap((event) => [
        ['e', checked({ ...event, seenOn: [] }).id],
        ['k', String(event.kind)],
      ]),
    ),
    stamp,
  );

type Profile = Pick<NostrEvent, 'content'>;

const readFields = (profile: Profile | undefined): Record<string, unknown> | undefined => {
  try {
    const parsed: unknown = JSON.parse(profile?.content ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
};

const isProfile = (profile: Profile | undefined): profile is Profile => readFields(profile) !== undefined;

/** What a profile says, as it says it; nothing when it is no JSON object. */
export const profileFields = (profile: Profile | undefined): Record<string, unknown> => readFields(profile) ?? {};

/** How some apps write `display_name`; it is read where that is missing. */
export const OTHER_DISPLAY_NAME = 'displayName';

/**
 * The next version of a profile (kind 0): fields that are not changed, and tags, stay byte for byte, also those this
 * app does not know. An empty text takes its field out. A display name is changed under both its names.
 */
export const composeProfile = (
  newest: NostrEvent | undefined,
  changes: Readonly<Record<string, string>>,
  { now }: EventStamp,
): EventTemplate => {
  const { display_name: shown } = changes;
  const asOthers =
    shown !== undefined && OTHER_DISPLAY_NAME in profileFields(newest) ? { [OTHER_DISPLAY_NAME]: shown } : {};
  const values = Object.entries({ ...changes, ...asOthers }).map(
    ([name, value]) => [name, value.trim() || undefined] as const,
  );
  return {
    kind: KIND.metadata,
    created_at: Math.max(now, (newest?.created_at ?? 0) + 1),
    tags: newest?.tags ?? [],
    content: editedMembers(isProfile(newest) ? newest.content : '{}', Object.fromEntries(values)),
  };
};

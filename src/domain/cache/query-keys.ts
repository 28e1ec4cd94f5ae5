import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { FeedItem, Note } from '#domain/note/note.ts';
import type { Contact, RelayListEntry } from '#domain/profile/lists.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { Notification } from '#domain/notifications/notifications.ts';
import type { PeopleListKind } from '#domain/social/people-list.ts';
import type { RelayHealth } from '#domain/relays/relay-health.ts';
import type { RelayAuthState, RelayInfo } from '#domain/relays/relay-info.ts';

/** Which notes a feed consists of. Part of the feed's query key. What of them is shown is a matter of `FeedView`. */
export type FeedFilter = {
  /** lower-cased, without '#'; empty means every note */
  hashtags: readonly string[];
  /** the public key of the user, when only people they follow are let in (FEED-07) */
  followOnly?: string | undefined;
  /** URL of the one relay that is read, whoever writes there; undefined: every relay of the set that is read from */
  relay?: string | undefined;
};

/** What of a person's notes is shown together. */
export type ProfilePart = 'notes' | 'replies' | 'media' | 'likes';

/** A loaded stretch of a timeline, newest first, ids distinct. */
export type Timeline = {
  items: readonly FeedItem[];
  /** false once relays had nothing older */
  hasMore: boolean;
};

/** Counts shown under a note. */
export type NoteStats = {
  replies: number;
  reposts: number;
  likes: number;
  /** number of zap receipts and their sum in sats (NIP-57) */
  zaps: number;
  zapSats: number;
  topZap?: { pubkey: string; sats: number; comment: string };
};

/** A note with the conversation around it, flat; `domain/thread/thread-tree.ts` makes the tree. */
export type ThreadData = {
  rootId: string;
  notes: readonly Note[];
};

/** What a search found, the best first. */
export type SearchData = {
  readonly notes: readonly Note[];
  /** public keys; what is known of them is under `metadata` */
  readonly people: readonly string[];
  /** hashtags that have one of the words, and in how many of the notes that came, the most used first */
  readonly hashtags: readonly { readonly hashtag: string; readonly notes: number }[];
};

/** Whether the domain of a NIP-05 address says that it belongs to the person. */
export type Nip05Status = 'verified' | 'mismatch' | 'unreachable';

/** What one relay said to a published event. `reason` is undefined when it said nothing. */
export type RelayResult = {
  readonly relay: string;
  readonly accepted: boolean;
  readonly reason: PublishOutcome['reason'];
};

/**
 * Why a relay is asked for the notes of a thread or a person: the reader reads from it, its authors write to it, they
 * read answers there, or a link or another note named it. `authors` are public keys.
 */
export type WhyRelay = {
  readonly relay: string;
  readonly why: 'own' | 'writes' | 'reads' | 'hint';
  readonly authors: readonly string[];
};

/** A version of a list of the user. `createdAt` in seconds. */
export type ListVersion = { readonly id: string; readonly createdAt: number; readonly relays: number };

/** A version of a list of people. `createdAt` in seconds. */
export type PeopleVersion = { readonly id: string; readonly createdAt: number; readonly people: number };

/**
 * What the user said to a note: '+', '-' or an emoji. `event` is missing until it is signed; `earlier`: other apps or devices
 * said something before, which stands as well.
 */
export type MyReaction = {
  readonly content: string;
  readonly event?: NostrEvent;
  readonly earlier?: readonly NostrEvent[];
};

/** Cached queries and their data; the first element names the cache group. */
export type QueryData = {
  feed: Timeline;
  note: Note | null;
  'profile/notes': Timeline;
  metadata: Metadata | null;
  'profile/metadata': Metadata | null;
  contacts: readonly Contact[];
  'profile/contacts': readonly Contact[];
  followers: readonly string[];
  'mute-list': readonly string[];
  'people-list/versions': readonly PeopleVersion[];
  'my-reaction': MyReaction | null;
  'my-repost': MyReaction | null;
  'relay-list': readonly RelayListEntry[];
  'relay-list/result': readonly RelayResult[];
  'relay-list/versions': readonly ListVersion[];
  'why-relay': readonly WhyRelay[];
  notifications: readonly Notification[];
  thread: ThreadData | null;
  'zap-totals': NoteStats;
  search: SearchData;
  nip05: Nip05Status;
  'relay-info': RelayInfo;
  'relay-auth': RelayAuthState;
  /** by URL */
  'relay-health': Readonly<Record<string, RelayHealth>>;
};

export const feedKey = (filter: FeedFilter) => ['feed', filter] as const;
export const noteKey = (id: string) => ['note', id] as const;
export const metadataKey = (pubkey: string) => ['metadata', pubkey] as const;
export const profileMetadataKey = (pubkey: string) => ['profile/metadata', pubkey] as const;
export const profileNotesKey = (pubkey: string, part: ProfilePart = 'notes') =>
  part === 'notes' ? (['profile/notes', pubkey] as const) : (['profile/notes', pubkey, part] as const);
export const profileContactsKey = (pubkey: string) => ['profile/contacts', pubkey] as const;
export const followersKey = (pubkey: string) => ['followers', pubkey] as const;
export const muteListKey = (pubkey: string) => ['mute-list', pubkey] as const;
/** the versions of a list of the user that this browser keeps, the newest first */
export const peopleVersionsKey = (list: PeopleListKind, pubkey: string) =>
  ['people-list/versions', list, pubkey] as const;
/** `pubkey`: of the user */
export const myReactionKey = (pubkey: string, noteId: string) => ['my-reaction', pubkey, noteId] as const;
/** `pubkey`: of the user */
export const myRepostKey = (pubkey: string, noteId: string) => ['my-repost', pubkey, noteId] as const;
export const relayListKey = (pubkey: string) => ['relay-list', pubkey] as const;
/** what each relay said to the list published last */
export const relayListResultKey = (pubkey: string) => ['relay-list/result', pubkey] as const;
/** the versions that this browser keeps, the newest first */
export const relayListVersionsKey = (pubkey: string) => ['relay-list/versions', pubkey] as const;
/** `subject`: the id of a note whose thread was loaded, or the public key of a person whose notes were */
export const whyRelayKey = (subject: string) => ['why-relay', subject] as const;
export const threadKey = (id: string) => ['thread', id] as const;
export const noteStatsKey = (id: string) => ['zap-totals', id] as const;
/** `text` as it was typed, without white space around it. */
export const searchKey = (text: string) => ['search', text.trim()] as const;
export const nip05Key = (address: string, pubkey: string) => ['nip05', address, pubkey] as const;

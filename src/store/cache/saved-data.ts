import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import type { Contact } from '#domain/profile/lists.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { FeedItem, Note } from '#domain/note/note.ts';
import type { NoteStats, ThreadData, Timeline } from '#domain/cache/query-keys.ts';
import { CONTENT_MAX_MEDIA } from '#domain/protocol/protocol-limits.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { readEvent } from '#domain/protocol/verify-frame.ts';
import { loadableUrl, safeWebUrl } from '#domain/text/web-url.ts';

/** What the readers need besides the data itself. */
export type ReadContext = {
  /** seconds; an event dated too far ahead of it is refused */
  readonly now: number;
  /** keeps the event, which arrived then (ms), and gives back the one instance of it */
  readonly intern: (event: NostrEvent, receivedAt: number) => NostrEvent;
};

type Fields = Readonly<Record<string, unknown>>;
/** The data in its proper form, or undefined when it has another shape. */
type Read<Data> = (data: unknown, context: ReadContext) => Data | undefined;

const fieldsOf = (data: unknown): Fields => (typeof data === 'object' && data !== null ? (data as Fields) : {});

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

/** All of a list, or undefined when one of them is not what it should be. */
const readAll = <One>(list: unknown, read: Read<One>, context: ReadContext): One[] | undefined => {
  if (!Array.isArray(list)) return undefined;
  const found = list.map((one) => read(one, context)).filter((one) => one !== undefined);
  return found.length === list.length ? found : undefined;
};

const isWebUrl = (value: unknown) => isText(value) && /^https?:\/\//.test(value) && mayLoad(value);
const isMedia = (urls: unknown): urls is string[] =>
  Array.isArray(urls) && urls.length <= CONTENT_MAX_MEDIA && urls.every(isWebUrl);

/** Takes the media as they were saved: to find them again in every note would be half of the restore. */
const readNote: Read<Note> = (data, { now, intern }) => {
  const event = readEvent(data, now);
  const { imageUrls, videoUrls, receivedAt } = fieldsOf(data);
  if (!event || !isCount(receivedAt) || !isMedia(imageUrls) || !isMedia(videoUrls)) return undefined;
  return { ...intern(event, receivedAt), imageUrls, videoUrls, receivedAt };
};

const readItem: Read<FeedItem> = (data, context) => {
  const { id, at, note: savedNote, repost } = fieldsOf(data);
  const note = readNote(savedNote, context);
  if (!note || !isHex64(id) || !isCount(at)) return undefined;
  if (repost === undefined) return { id, at, note };
  const { id: repostId, pubkey } = fieldsOf(repost);
  if (!isHex64(repostId) || !isHex64(pubkey)) return undefined;
  return { id, at, note, repost: { id: repostId, pubkey } };
};

const readTimeline: Read<Timeline> = (data, context) => {
  const { items: saved, hasMore } = fieldsOf(data);
  const items = readAll(saved, readItem, context);
  return items && items.length > 0 && typeof hasMore === 'boolean' ? { items, hasMore } : undefined;
};

const METADATA_TEXTS = [
  'name',
  'display_name',
  'picture',
  'about',
  'nip05',
  'website',
  'banner',
  'lud16',
  'lud06',
] as const;

const isTags = (value: unknown): value is NostrEvent['tags'] =>
  Array.isArray(value) && value.every((tag) => Array.isArray(tag) && tag.every(isText));

const readMetadata: Read<Metadata> = (data) => {
  const fields = fieldsOf(data);
  if (!isCount(fields['createdAt']) || !METADATA_TEXTS.every((name) => isText(fields[name]))) return undefined;
  const texts = Object.fromEntries(METADATA_TEXTS.map((name) => [name, fields[name]])) as Record<string, string>;
  const addresses = {
    picture: loadableUrl(texts['picture']!),
    banner: loadableUrl(texts['banner']!),
    website: safeWebUrl(texts['website']!),
  };
  const { emojis } = fields;
  return { ...texts, ...addresses, ...(isTags(emojis) && { emojis }), createdAt: fields['createdAt'] } as Metadata;
};

const readContact: Read<Contact> = (data) => {
  const { pubkey, relay, petname } = fieldsOf(data);
  return isHex64(pubkey) && isText(relay) && isText(petname) ? { pubkey, relay, petname } : undefined;
};

const readContacts: Read<Contact[]> = (data, context) => readAll(data, readContact, context);

const readThread: Read<ThreadData> = (data, context) => {
  const { rootId, notes: saved } = fieldsOf(data);
  const notes = readAll(saved, readNote, context);
  return isHex64(rootId) && notes ? { rootId, notes } : undefined;
};

/** Zaps are not taken over: what an earlier version saved may have been summed from receipts that nobody may attest. */
const readStats: Read<NoteStats> = (data) => {
  const { replies, reposts, likes } = fieldsOf(data);
  if (!isCount(replies) || !isCount(reposts) || !isCount(likes)) return undefined;
  return { replies, reposts, likes, zaps: 0, zapSats: 0 };
};

const READERS: ReadonlyMap<unknown, Read<unknown>> = new Map<unknown, Read<unknown>>([
  ['feed', readTimeline],
  ['profile/notes', readTimeline],
  ['note', readNote],
  ['metadata', readMetadata],
  ['profile/metadata', readMetadata],
  ['contacts', readContacts],
  ['profile/contacts', readContacts],
  ['thread', readThread],
  ['zap-totals', readStats],
]);

/** Checks what was saved of one query; undefined when it cannot be used. Nothing in it is taken on trust. */
export const readSavedData = (queryKey: readonly unknown[], data: unknown, context: ReadContext): unknown =>
  READERS.get(queryKey[0])?.(data, context);

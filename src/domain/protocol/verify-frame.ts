import type { NostrEvent } from './event.ts';
import { KIND } from './kinds.ts';
import { FRAME_MAX_BYTES } from '#domain/relays/frame-limits.ts';
import { OWN_EVENT_MAX_TAGS, OWN_FRAME_MAX_CHARACTERS } from '#domain/relays/relay-bounds.ts';
import { quotedRequest } from '#domain/wallet/zap-request.ts';

/** an event with a longer content or more tags is dropped */
export const EVENT_MAX_CONTENT_CHARACTERS = 65_536;
export const EVENT_MAX_TAGS = 10_000;
/** an event dated further ahead of the local clock is dropped */
export const EVENT_MAX_FUTURE_S = 900;

/**
 * Is `id` the SHA-256 of the serialised event, and `sig` the BIP-340 signature of it by `pubkey`? All three are lower
 * case hex of the right length.
 */
export type EventCheck = (serialised: string, id: string, pubkey: string, sig: string) => boolean;

const MAX_KIND = 65_535;
const HEX_64 = /^[0-9a-f]{64}$/;
const HEX_128 = /^[0-9a-f]{128}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

const isHex = (value: unknown, digits: RegExp): value is string => typeof value === 'string' && digits.test(value);

const isInteger = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= EVENT_MAX_CONTENT_CHARACTERS;

const isTag = (tag: unknown): tag is string[] => Array.isArray(tag) && tag.every(isText);

const isTags = (tags: unknown, most: number): tags is string[][] =>
  Array.isArray(tags) && tags.length <= most && tags.every(isTag);

/** Of a list nobody draws it, and a sealed part is longer than any text; for a long profile see `isLongProfile`. */
const LONG_KINDS: readonly number[] = [KIND.metadata, KIND.contacts, KIND.muteList];

const isContent = (content: unknown, kind: number): content is string =>
  isText(content) || (typeof content === 'string' && LONG_KINDS.includes(kind));

/** A profile that is taken of nobody but the user: a picture may be written into it. */
export const isLongProfile = ({ kind, content }: NostrEvent): boolean => kind === KIND.metadata && !isText(content);

/**
 * The event with exactly the fields of NIP-01, when each has its type, form and range; `now` in seconds. The user's own
 * may have more tags than those of strangers.
 */
export const readEvent = (value: unknown, now: number, mostTags = EVENT_MAX_TAGS): NostrEvent | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, pubkey, created_at, kind, tags, content, sig } = value as Record<keyof NostrEvent, unknown>;
  if (!isHex(id, HEX_64) || !isHex(pubkey, HEX_64) || !isHex(sig, HEX_128)) return undefined;
  if (!isInteger(created_at, now + EVENT_MAX_FUTURE_S) || !isInteger(kind, MAX_KIND)) return undefined;
  if (!isContent(content, kind) || !isTags(tags, mostTags)) return undefined;
  return { id, pubkey, created_at, kind, tags, content, sig };
};

/**
 * The text an event's id is the hash of (NIP-01). JSON.stringify escapes as NIP-01 lists; other control characters
 * become \u00xx, as every implementation writes them. Undefined when a text holds half a surrogate pair: that has no
 * UTF-8 form, so no such id exists.
 */
export const serialiseEvent = ({ pubkey, created_at, kind, tags, content }: NostrEvent): string | undefined => {
  const serialised = JSON.stringify([0, pubkey, created_at, kind, tags, content]);
  const suspicious = serialised.includes('\\ud');
  if (suspicious && (LONE_SURROGATE.test(content) || tags.some((tag) => tag.some((text) => LONE_SURROGATE.test(text)))))
    return undefined;
  return serialised;
};

const freezeOnce = <Value extends object>(value: Value) => (Object.isFrozen(value) ? value : Object.freeze(value));

/** Freezes the event and its tags in place. */
export const freezeEvent = (event: NostrEvent): NostrEvent => {
  for (const tag of event.tags) freezeOnce(tag);
  freezeOnce(event.tags);
  return freezeOnce(event);
};

const parseFrame = (frame: string): unknown => {
  try {
    const message: unknown = JSON.parse(frame);
    return Array.isArray(message) && message.length >= 3 && message[0] === 'EVENT' ? message[2] : undefined;
  } catch {
    return undefined;
  }
};

const isSigned = (event: NostrEvent, check: EventCheck): boolean => {
  const serialised = serialiseEvent(event);
  return serialised !== undefined && check(serialised, event.id, event.pubkey, event.sig);
};

/** Did the payer sign the request that a zap receipt quotes? It is an event like any other (NIP-57). */
const quotesSignedRequest = (receipt: NostrEvent, now: number, check: EventCheck): boolean => {
  const request = readEvent(quotedRequest(receipt), now);
  return request?.kind === KIND.zapRequest && isSigned(request, check);
};

/**
 * The event of a raw `["EVENT",subscription,{...}]` frame, frozen, or undefined when anything about it is wrong: not
 * JSON, a field missing or malformed, too large, dated more than 15 minutes after `now` (seconds), a wrong id or a
 * wrong signature (NIP-01), or a zap receipt whose request has one. Of long frames only those come here that may hold a
 * list of the user's own (`Ingest`).
 */
export const verifyFrame = (frame: string, now: number, check: EventCheck): NostrEvent | undefined => {
  if (frame.length > OWN_FRAME_MAX_CHARACTERS) return undefined;
  const mostTags = frame.length > FRAME_MAX_BYTES ? OWN_EVENT_MAX_TAGS : EVENT_MAX_TAGS;
  const event = readEvent(parseFrame(frame), now, mostTags);
  if (!event || !isSigned(event, check)) return undefined;
  if (event.kind === KIND.zap && !quotesSignedRequest(event, now, check)) return undefined;
  return freezeEvent(event);
};

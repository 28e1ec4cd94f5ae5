import { FRAME_MAX_BYTES, OWN_EVENT_MAX_TAGS, OWN_FRAME_MAX_CHARACTERS } from '#domain/relays/relays-limits.ts';
import type { NostrEvent } from './event.ts';
import { KIND } from './kinds.ts';
import { quotedRequest } from './zap-request.ts';
import { EVENT_MAX_CONTENT_CHARACTERS, EVENT_MAX_TAGS, EVENT_MAX_FUTURE_S } from './protocol-limits.ts';

/**
 * Is `id` the SHA-256 of the serialised event, and `sig` the BIP-340 signature of it by `pubkey`? All three are lower
 * case hex of the right length.
 */
export type EventCheck = (serialised: string, id: string, pubkey: string, sig: string) => boolean;

/** What is to be proven of one event. */
export type Signed = Parameters<EventCheck>;
/** The same check of many, in their order. */
export type EventsCheck = (all: readonly Signed[]) => readonly boolean[];

/** One after the other. */
export const eachBy =
  (check: EventCheck): EventsCheck =>
  (all) =>
    all.map((signed) => check(...signed));

const LAST_KIND = 65_535;
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
  // of a wallet's answer who asked says whether it counts: a clock that is slow here leaves no payment in doubt
  const latest = kind === KIND.walletResponse ? Infinity : now + EVENT_MAX_FUTURE_S;
  if (!isInteger(created_at, latest) || !isInteger(kind, LAST_KIND)) return undefined;
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

const signedOf = (event: NostrEvent): Signed | undefined => {
  const serialised = serialiseEvent(event);
  return serialised === undefined ? undefined : [serialised, event.id, event.pubkey, event.sig];
};

/** Of a zap receipt the request that it quotes, an event like any other (NIP-57): did the payer sign it? */
const quotedOf = (receipt: NostrEvent, now: number): Signed | undefined => {
  const request = readEvent(quotedRequest(receipt), now);
  return request?.kind === KIND.zapRequest ? signedOf(request) : undefined;
};

type Claim = { readonly event: NostrEvent; readonly signed: readonly Signed[] };

/** What a frame says, and the signatures that must hold for it. */
const readFrame = (frame: string, now: number): Claim | undefined => {
  if (frame.length > OWN_FRAME_MAX_CHARACTERS) return undefined;
  const mostTags = frame.length > FRAME_MAX_BYTES ? OWN_EVENT_MAX_TAGS : EVENT_MAX_TAGS;
  const event = readEvent(parseFrame(frame), now, mostTags);
  const signed = event && signedOf(event);
  if (!signed) return undefined;
  if (event.kind !== KIND.zap) return { event, signed: [signed] };
  const quoted = quotedOf(event, now);
  return quoted && { event, signed: [signed, quoted] };
};

/**
 * The events of raw `["EVENT",subscription,{...}]` frames, frozen; undefined in the place of a frame of which anything is
 * wrong: not JSON, a field missing or malformed, too large, dated more than 15 minutes after `now` (seconds; but for answers
 * of wallets), a wrong id or a wrong signature (NIP-01), or a zap receipt whose request has one. Of long frames only those come here that may
 * hold a list of the user's own (`Ingest`).
 */
export const verifyFrames = (
  frames: readonly string[],
  now: number,
  check: EventsCheck,
): readonly (NostrEvent | undefined)[] => {
  const claims = frames.map((frame) => readFrame(frame, now));
  const answers = check(claims.flatMap((claim) => claim?.signed ?? []));
  let next = 0;
  return claims.map((claim) => {
    if (!claim) return undefined;
    const own = answers.slice(next, (next += claim.signed.length));
    return own.length === claim.signed.length && own.every(Boolean) ? freezeEvent(claim.event) : undefined;
  });
};

/** The same of one frame. */
export const verifyFrame = (frame: string, now: number, check: EventCheck): NostrEvent | undefined =>
  verifyFrames([frame], now, eachBy(check))[0];

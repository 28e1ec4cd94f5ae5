import { calmLine } from '#domain/text/calm-text.ts';
import { RELAY_WORDS_MAX } from './protocol-limits.ts';

/** What an EVENT frame seems to say, read without parsing it. Nothing here is proven. */
export type EventPeek = { readonly subId: string; readonly id: string | undefined };

/** A message of a relay that is no EVENT (NIP-01, NIP-42), with its types checked. */
export type ControlMessage =
  | { readonly verb: 'EOSE'; readonly subId: string }
  | { readonly verb: 'CLOSED'; readonly subId: string; readonly reason: string }
  | { readonly verb: 'NOTICE'; readonly text: string }
  | { readonly verb: 'OK'; readonly id: string; readonly accepted: boolean; readonly message: string }
  | { readonly verb: 'AUTH'; readonly challenge: string };

/** A control message that belongs to no subscription. */
export type LooseMessage = Exclude<ControlMessage, { readonly subId: string }>;

const EVENT_HEAD = /^\s*\[\s*"EVENT"\s*,\s*"([^"\\]{1,64})"\s*,\s*\{/;
const ID = /"id"\s*:\s*"([0-9a-f]{64})"/;

/**
 * Subscription and event id of an EVENT frame; undefined for any other text. The id is the first one written
 * anywhere in the frame: a hostile relay can make it another than the event's own.
 */
export const peekEvent = (frame: string): EventPeek | undefined => {
  const subId = EVENT_HEAD.exec(frame)?.[1];
  if (subId === undefined) return undefined;
  return { subId, id: ID.exec(frame)?.[1] };
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a relay says to people: one line, as long as a line should be. */
const wordsOf = (value: unknown): string => (isText(value) ? calmLine(value, RELAY_WORDS_MAX) : '');

const readMessage = ([verb, first, second, third]: readonly unknown[]): ControlMessage | undefined => {
  if (!isText(first)) return undefined;
  if (verb === 'EOSE') return { verb, subId: first };
  if (verb === 'CLOSED') return { verb, subId: first, reason: wordsOf(second) };
  if (verb === 'NOTICE') return { verb, text: wordsOf(first) };
  if (verb === 'AUTH') return { verb, challenge: first };
  if (verb === 'OK' && typeof second === 'boolean')
    return { verb, id: first, accepted: second, message: wordsOf(third) };
  return undefined;
};

/** The control message of a frame; undefined when it is none, or a malformed one. */
export const readControl = (frame: string): ControlMessage | undefined => {
  try {
    const message: unknown = JSON.parse(frame);
    return Array.isArray(message) ? readMessage(message) : undefined;
  } catch {
    return undefined;
  }
};

import { isRecord } from '#domain/record.ts';
import { encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44';
import { finalizeEvent, generateSecretKey, getEventHash } from 'nostr-tools/pure';
import { MessageError } from './messages-problem.ts';
import { isHex64, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import {
  WRAP_BACK_S,
  RUMOR_MAX_BYTES,
  CIPHERTEXT_MAX_CHARACTERS,
  RUMOR_TAGS_MOST,
} from '#domain/protocol/protocol-limits.ts';
import { jsonBytes } from '#domain/protocol/request-shape.ts';
import { isSoundEvent, signChecked } from '#domain/protocol/sign.ts';
import type { Signer } from '#domain/protocol/signer.ts';

/** NIP-59, NIP-17; the kinds stand here, since nothing that starts with the page knows them */
export const SEAL = 13;
export const PRIVATE_MESSAGE = 14;
export const GIFT_WRAP = 1059;
/** where a person reads private messages */
export const MESSAGE_RELAYS = 10_050;

/** An event without a signature: whoever shows it cannot prove it. */
export type Rumor = Omit<NostrEvent, 'sig'>;

/** What stood in a gift wrap: `author` is proven by the seal. */
export type OpenedWrap = { readonly wrap: NostrEvent; readonly rumor: Rumor };

type Draft = Pick<NostrEvent, 'kind' | 'created_at' | 'tags' | 'content'>;

const plain = ({ kind, created_at, tags, content }: Draft) => ({
  kind,
  created_at,
  content,
  tags: tags.map((tag) => [...tag]),
});

const idOf = (rumor: Draft & { readonly pubkey: string }): string =>
  getEventHash({ ...plain(rumor), pubkey: rumor.pubkey });

/** What an author says in private. */
export const makeRumor = (draft: Draft, pubkey: string): Rumor => {
  const rumor = { ...plain(draft), pubkey };
  return { ...rumor, id: idOf(rumor) };
};

/** A private message to one person (NIP-17). `now` in seconds. */
export const makeMessage = (message: {
  readonly from: string;
  readonly to: string;
  readonly content: string;
  readonly now: number;
}): Rumor =>
  makeRumor(
    { kind: PRIVATE_MESSAGE, created_at: message.now, tags: [['p', message.to]], content: message.content },
    message.from,
  );

type Wrapping = {
  /** seconds */
  readonly now: number;
  /** from 0 to 1 */
  readonly random: () => number;
};

const before = ({ now, random }: Wrapping): number => Math.floor(now - random() * WRAP_BACK_S);

const sealFor = async (signer: Signer, to: string, rumor: Rumor, wrapping: Wrapping): Promise<NostrEvent> => {
  const { nip44 } = signer;
  if (!nip44) throw new MessageError({ code: 'message-no-cipher' });
  const refused = (): never => {
    throw new MessageError({ code: 'message-refused' });
  };
  const content = await nip44.encrypt(to, JSON.stringify(rumor)).catch(refused);
  const seal = { kind: SEAL, created_at: before(wrapping), tags: [], content };
  return await signChecked(signer, seal, { changed: { code: 'signature-wrong' } });
};

/**
 * Wraps a rumor for one person: sealed by its author's signer, and wrapped under a key that is used once and forgotten. Rejects
 * with a MessageError, or with the Failure of the signer.
 */
export const giftWrap = async (signer: Signer, to: string, rumor: Rumor, wrapping: Wrapping): Promise<NostrEvent> => {
  if (jsonBytes(rumor) > RUMOR_MAX_BYTES) throw new MessageError({ code: 'message-too-long' });
  const seal = await sealFor(signer, to, rumor, wrapping);
  const key = generateSecretKey();
  const secret = getConversationKey(key, to);
  const content = encryptNip44(JSON.stringify(seal), secret);
  const { id, pubkey, created_at, kind, tags, sig } = finalizeEvent(
    { kind: GIFT_WRAP, created_at: before(wrapping), tags: [['p', to]], content },
    key,
  );
  key.fill(0);
  secret.fill(0);
  return { id, pubkey, created_at, kind, tags, content, sig };
};

const isTag = (tag: unknown): tag is readonly string[] =>
  Array.isArray(tag) && tag.length <= RUMOR_TAGS_MOST && tag.every((part) => typeof part === 'string');

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The fields of an event as JSON says them; undefined for what is none. */
const readEvent = (text: string): (Rumor & { readonly sig: unknown }) | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(json)) return undefined;
  const { id, pubkey, created_at, kind, tags, content, sig } = json;
  if (!isHex64(id) || !isHex64(pubkey) || !isCount(created_at) || !isCount(kind)) return undefined;
  if (!Array.isArray(tags) || tags.length > RUMOR_TAGS_MOST || !tags.every(isTag) || typeof content !== 'string')
    return undefined;
  return { id, pubkey, created_at, kind, tags, content, sig };
};

const isExpired = (event: Pick<NostrEvent, 'tags'>, now: number): boolean => {
  const until = tagValue(event, 'expiration');
  return until !== undefined && Number(until) <= now;
};

/** Whether it is worth to be opened: it is for this person, of a size that can be, and not expired. `now` in seconds. */
export const mayOpenWrap = (wrap: NostrEvent, me: string, now: number): boolean =>
  wrap.kind === GIFT_WRAP &&
  wrap.content.length <= CIPHERTEXT_MAX_CHARACTERS &&
  tagValue(wrap, 'p') === me &&
  !isExpired(wrap, now);

const sealIn = (text: string, now: number): NostrEvent | undefined => {
  const seal = readEvent(text);
  if (seal?.kind !== SEAL || typeof seal.sig !== 'string' || seal.tags.some(([name]) => name !== 'expiration'))
    return undefined;
  const signed: NostrEvent = { ...seal, sig: seal.sig };
  return isSoundEvent(signed) && !isExpired(signed, now) ? signed : undefined;
};

const rumorIn = (text: string, author: string, now: number): Rumor | undefined => {
  const read = readEvent(text);
  if (read?.pubkey !== author) return undefined;
  const { sig: _, ...rumor } = read;
  return idOf(rumor) === rumor.id && !isExpired(rumor, now) ? rumor : undefined;
};

/**
 * Opens a gift wrap that relays gave, whose signature is verified already. Undefined for what is not for us, is broken, expired, or
 * says another author than the one who sealed it. Rejects when the signer refuses. `now` in seconds.
 */
export const openWrap = async (
  wrap: NostrEvent,
  { pubkey, nip44 }: Pick<Signer, 'pubkey' | 'nip44'>,
  now: number,
): Promise<OpenedWrap | undefined> => {
  if (!mayOpenWrap(wrap, pubkey, now)) return undefined;
  if (!nip44) throw new MessageError({ code: 'message-no-cipher' });
  const seal = sealIn(await nip44.decrypt(wrap.pubkey, wrap.content), now);
  if (!seal || seal.content.length > CIPHERTEXT_MAX_CHARACTERS) return undefined;
  const rumor = rumorIn(await nip44.decrypt(seal.pubkey, seal.content), seal.pubkey, now);
  return rumor && { wrap, rumor };
};

/** The relays on which a person wants to get messages, as their list (kind 10050) says. */
export const messageRelays = (list: Pick<NostrEvent, 'kind' | 'tags'> | undefined): readonly string[] =>
  list?.kind === MESSAGE_RELAYS ? list.tags.flatMap(([name, url]) => (name === 'relay' && url ? [url] : [])) : [];

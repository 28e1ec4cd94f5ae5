import { relayHints } from '#domain/relays/relay-hints.ts';
import { decodeBech32, encodeBech32 } from './bech32.ts';
import { tagsNamed, type NostrEvent } from './event.ts';
import { AUTHOR, bytesOfHex, hexOf, KIND_PART, part, readParts, RELAY, SPECIAL } from './nip19.ts';

/** What its author can change later, by author and kind (NIP-19). */
type Address = { readonly pubkey: string; readonly kind: number };

const KEY_BYTES = 32;
const KIND_BYTES = 4;

/** What an naddr names; undefined when the text is none. Never throws. */
export const readAddress = (text: string): Address | undefined => {
  const { prefix, bytes } = decodeBech32(text) ?? {};
  const parts = prefix === 'naddr' && bytes !== undefined ? readParts(bytes) : undefined;
  const [author, kind] = [AUTHOR, KIND_PART].map((type) => parts?.get(type)?.[0]);
  if (author?.length !== KEY_BYTES || kind?.length !== KIND_BYTES) return undefined;
  return { pubkey: hexOf(author), kind: Number.parseInt(hexOf(kind), 16) };
};

/** As tags name it: kind, author, and the name its author gave it. */
const TAGGED = /^(\d{1,5}):([\da-f]{64}):(.*)$/s;

const utf8 = (text: string) => new TextEncoder().encode(text);

const encodeTag = ([, value = '', relay]: readonly string[]): string | undefined => {
  const [, kind = '', pubkey = '', name = ''] = TAGGED.exec(value) ?? [];
  const special = part(SPECIAL, utf8(name));
  if (pubkey === '' || special.length === 0) return undefined;
  return encodeBech32('naddr', [
    ...special,
    ...relayHints([relay]).flatMap((hint) => part(RELAY, utf8(hint))),
    ...part(AUTHOR, bytesOfHex(pubkey)),
    ...part(KIND_PART, [0, 0, Number(kind) >> 8, Number(kind) & 255]),
  ]);
};

/** The naddr of the first of these tags that addresses something by its author and kind (NIP-01); undefined without one. */
export const addressTagged = (event: Pick<NostrEvent, 'tags'>, tag: 'a' | 'q'): string | undefined =>
  tagsNamed(event, tag)
    .map(encodeTag)
    .find((code) => code !== undefined);

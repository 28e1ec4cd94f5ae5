import { decodeBech32 } from './bech32.ts';
import { hexOf, readParts } from './nip19.ts';

/** What its author can change later, by author and kind (NIP-19). */
type Address = { readonly pubkey: string; readonly kind: number };

const AUTHOR = 2;
const KIND = 3;
const KEY_BYTES = 32;
const KIND_BYTES = 4;

/** What an naddr names; undefined when the text is none. Never throws. */
export const readAddress = (text: string): Address | undefined => {
  const { prefix, bytes } = decodeBech32(text) ?? {};
  const parts = prefix === 'naddr' && bytes !== undefined ? readParts(bytes) : undefined;
  const [author, kind] = [AUTHOR, KIND].map((type) => parts?.get(type)?.[0]);
  if (author?.length !== KEY_BYTES || kind?.length !== KIND_BYTES) return undefined;
  return { pubkey: hexOf(author), kind: Number.parseInt(hexOf(kind), 16) };
};

import { decodeBech32 } from './bech32.ts';
import { hexOf, readParts } from './nip19.ts';

/** What no screen shows, by its author, as far as the code names one, and its kind (NIP-19). */
type Address = { readonly pubkey: string | undefined; readonly kind: number };

const AUTHOR = 2;
const KIND = 3;
const KEY_BYTES = 32;
const KIND_BYTES = 4;

/** What an naddr, or an nevent with a kind, names; undefined when the text is none. Never throws. */
export const readAddress = (text: string): Address | undefined => {
  const { prefix, bytes } = decodeBech32(text) ?? {};
  const isOptional = prefix === 'nevent';
  const parts = (isOptional || prefix === 'naddr') && bytes !== undefined ? readParts(bytes) : undefined;
  const [author, kind] = [AUTHOR, KIND].map((type) => parts?.get(type)?.[0]);
  if (kind?.length !== KIND_BYTES || (author ? author.length !== KEY_BYTES : !isOptional)) return undefined;
  return { pubkey: author && hexOf(author), kind: Number.parseInt(hexOf(kind), 16) };
};

import { decodeBech32 } from './bech32.ts';
import { encodeNote, encodeProfile } from './identifiers.ts';
import { hexOf, NADDR_AUTHOR_PART, readParts } from './nip19.ts';
import { classifySearch } from '#domain/search/search-input.ts';

/** Where a `web+nostr:` link leads. */
export type LinkTarget =
  | { readonly type: 'profile'; readonly npub: string }
  | { readonly type: 'note'; readonly noteId: string }
  /** naddr: something its author changes over time, which the app does not show */
  | { readonly type: 'address'; readonly npub: string }
  /** a secret key, which must not stay in the address */
  | { readonly type: 'secret' }
  | { readonly type: 'unknown' };

const KEY_BYTES = 32;

const authorOf = (naddr: string): string | undefined => {
  const { prefix, bytes } = decodeBech32(naddr) ?? {};
  const author = prefix === 'naddr' && bytes !== undefined ? readParts(bytes)?.get(NADDR_AUTHOR_PART)?.[0] : undefined;
  if (author?.length !== KEY_BYTES) return undefined;
  return encodeProfile(hexOf(author));
};

/** Reads a link of the protocol `web+nostr` or `nostr` (NIP-21), also without its scheme. Never throws. */
export const readNostrLink = (link: string): LinkTarget => {
  const found = classifySearch(link);
  if (found.type === 'profile') return { type: 'profile', npub: encodeProfile(found.pubkey, found.relays) };
  if (found.type === 'note') return { type: 'note', noteId: encodeNote(found.id, found.relays, found.author) };
  if (found.type === 'secret') return { type: 'secret' };
  const naddr = /naddr1[02-9ac-hj-np-z]+/i.exec(link)?.[0];
  const npub = naddr === undefined ? undefined : authorOf(naddr);
  return npub === undefined ? { type: 'unknown' } : { type: 'address', npub };
};

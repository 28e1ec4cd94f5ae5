import { encodeNote, encodeProfile } from './identifiers.ts';
import { classifySearch } from '#domain/search/search-input.ts';

/** Where a `web+nostr:` link leads. */
export type LinkTarget =
  | { readonly type: 'profile'; readonly npub: string }
  | { readonly type: 'note'; readonly noteId: string }
  /** something that the app does not show, by this author, as far as it is known */
  | { readonly type: 'address'; readonly npub: string | undefined }
  /** a secret key, which must not stay in the address */
  | { readonly type: 'secret' }
  | { readonly type: 'unknown' };

/** Reads a link of the protocol `web+nostr` or `nostr` (NIP-21), also without its scheme. Never throws. */
export const readNostrLink = (link: string): LinkTarget => {
  const found = classifySearch(link);
  if (found.type === 'profile') return { type: 'profile', npub: encodeProfile(found.pubkey, found.relays) };
  if (found.type === 'note') return { type: 'note', noteId: encodeNote(found.id, found.relays, found.author) };
  if (found.type === 'address') return { type: 'address', npub: found.pubkey && encodeProfile(found.pubkey) };
  return { type: found.type === 'secret' ? 'secret' : 'unknown' };
};

import { encodeNote, encodeProfile } from '#domain/protocol/identifiers.ts';
import { classifySearch, type Addressed } from './search-input.ts';

/** Where a `web+nostr:` link leads. */
export type LinkTarget =
  | { readonly type: 'profile'; readonly npub: string }
  | { readonly type: 'note'; readonly noteId: string }
  | Addressed
  /** a secret key, which must not stay in the address */
  | { readonly type: 'secret' }
  | { readonly type: 'unknown' };

/** Reads a link of the protocol `web+nostr` or `nostr` (NIP-21), also without its scheme. Never throws. */
export const readNostrLink = (link: string): LinkTarget => {
  const found = classifySearch(link);
  if (found.type === 'profile') return { type: 'profile', npub: encodeProfile(found.pubkey, found.relays) };
  if (found.type === 'note') return { type: 'note', noteId: encodeNote(found.id, found.relays, found.author) };
  if (found.type === 'address') return found;
  return { type: found.type === 'secret' ? 'secret' : 'unknown' };
};

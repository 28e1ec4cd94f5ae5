import { isHex64, type EventRef, type ProfileRef } from '#domain/protocol/event.ts';
import { normaliseHashtag } from '#domain/feed/chosen-hashtags.ts';
import { decodeIdentifier } from '#domain/protocol/identifiers.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { readAddress } from '#domain/protocol/naddr.ts';
import { decodeNip19 } from '#domain/protocol/nip19.ts';
import { calmText } from '#domain/text/calm-text.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { parseNip05, type Nip05 } from '#domain/profile/nip05.ts';
import { SEARCH_QUERY_MAX_CHARACTERS } from './search-limits.ts';

/** How the identifiers begin that name a person or what somebody wrote (NIP-19). */
export type IdentifierPrefix = 'npub' | 'nprofile' | 'note' | 'nevent' | 'naddr';

/** What no screen shows, by its code of NIP-19; kind and author as far as that names them. */
export type Addressed = {
  readonly type: 'address';
  readonly code: string;
  readonly kind: number | undefined;
  readonly pubkey: string | undefined;
};

/** What a person may have meant by the words in the search field (ROUTE-13). */
export type SearchInput =
  | { readonly type: 'empty' }
  | ({ readonly type: 'profile' } & ProfileRef)
  | ({ readonly type: 'note' } & EventRef)
  | Addressed
  /** 64 hex characters: an event id or a public key, only the relays know which */
  | { readonly type: 'hex'; readonly hex: string }
  | ({ readonly type: 'nip05' } & Nip05)
  /** lower-cased, without '#' */
  | { readonly type: 'hashtag'; readonly hashtag: string }
  /** meant as an identifier, but a character of it is wrong or missing */
  | { readonly type: 'broken'; readonly prefix: IdentifierPrefix }
  /** a secret key: it must not leave the field */
  | { readonly type: 'secret' }
  | { readonly type: 'text'; readonly text: string };

const IDENTIFIER = /(?:npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]{6,}/;

/** What begins as an identifier and goes on as none that is a word. */
const BEGUN = /^(?:(npub|nprofile|nevent|naddr)1\S{6,}|(note)1\S{20,})$/;

/** By whom something is that no screen shows, as far as its code says so, and its kind. */
const addressIn = (code: string) => {
  const entity = decodeNip19(code);
  return entity?.prefix === 'nevent' ? { pubkey: entity.author, kind: entity.kind } : readAddress(code);
};

const addressed = (code: string): SearchInput | undefined => {
  const address = addressIn(code);
  if (!address) return undefined;
  const { pubkey, kind } = address;
  return kind === KIND.metadata && pubkey
    ? { type: 'profile', pubkey, relays: [] }
    : { type: 'address', code, kind, pubkey };
};

const pointer = (code: string): SearchInput | undefined => {
  const decoded = decodeIdentifier(code);
  if (decoded?.type === 'address') return addressed(code);
  return decoded?.type === 'secret' ? undefined : decoded;
};

/** Tells the kinds of search input apart: identifiers, also inside links of other clients, NIP-05, hashtag, words. */
export const classifySearch = (input: string): SearchInput => {
  const text = calmText(input.slice(0, SEARCH_QUERY_MAX_CHARACTERS)).trim();
  if (text === '') return { type: 'empty' };
  if (leakedSecret(text)) return { type: 'secret' };
  const word = text.toLowerCase().replace(/^(?:web\+)?nostr:(?:\/\/)?/, '');
  if (isHex64(word)) return { type: 'hex', hex: word };
  const oneWord = !/\s/.test(word);
  const code = oneWord ? IDENTIFIER.exec(word)?.[0] : undefined;
  const found = code === undefined ? undefined : pointer(code);
  if (found !== undefined) return found;
  const [, person, note = person] = BEGUN.exec(word) ?? [];
  if (note !== undefined) return { type: 'broken', prefix: note as IdentifierPrefix };
  const hashtag = normaliseHashtag(word);
  if (oneWord && word.startsWith('#') && hashtag !== '') return { type: 'hashtag', hashtag };
  const nip05 = word.includes('@') ? parseNip05(word) : undefined;
  // so people are written to in notes
  return nip05 ? { type: 'nip05', ...nip05 } : { type: 'text', text: text.replace(/^@(?=\S)/, '') };
};

import { isHex64, type EventRef, type ProfileRef } from './event.ts';
import { KIND } from './kinds.ts';
import { decodeNip19, encodeBare, encodeWithRelays, type Nip19 } from './nip19.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { BECH32_MAX_CHARACTERS } from './protocol-limits.ts';

/** characters kept at each end of a shortened key */
export const SHORT_NPUB_END = 13;
export const SHORT_HEX_END = 9;

/** What a NIP-19 identifier points at. */
export type Decoded =
  | ({ readonly type: 'note' } & EventRef)
  | ({ readonly type: 'profile' } & ProfileRef)
  /** what no screen shows: an naddr, or an event (`id`) that its code says is neither a note nor a repost */
  | { readonly type: 'address'; readonly address: string; readonly id?: string }
  | { readonly type: 'secret' };

const eventRef = (id: string, relays: readonly string[], author?: string): Decoded => ({
  type: 'note',
  id,
  relays: relayHints(relays),
  ...(isHex64(author) && { author }),
});

const fromEntity = (entity: Nip19, text: string): Decoded => {
  switch (entity.prefix) {
    case 'npub':
      return { type: 'profile', pubkey: entity.hex, relays: [] };
    case 'nprofile':
      return { type: 'profile', pubkey: entity.hex, relays: relayHints(entity.relays) };
    case 'note':
      return eventRef(entity.hex, []);
    case 'nevent':
      if (entity.kind === undefined || entity.kind === KIND.textNote || entity.kind === KIND.repost)
        return eventRef(entity.hex, entity.relays, entity.author);
      return { type: 'address', address: text.toLowerCase(), id: entity.hex };
    case 'naddr':
      return { type: 'address', address: text.toLowerCase() };
    case 'nsec':
      return { type: 'secret' };
  }
};

/** Decodes any NIP-19 identifier, without the `nostr:` of NIP-21; undefined when it is none. Never throws. */
export const decodeIdentifier = (text: string): Decoded | undefined => {
  const entity = text.length <= BECH32_MAX_CHARACTERS ? decodeNip19(text) : undefined;
  return entity && fromEntity(entity, text);
};

/** The note a route or link names: `note` or `nevent` (ROUTE-03). Hex is no note id. */
export const decodeNoteId = (text: string): EventRef | undefined => {
  const decoded = decodeIdentifier(text);
  if (decoded?.type !== 'note') return undefined;
  const { type: _, ...ref } = decoded;
  return ref;
};

/** The person a route or link names: `npub`, `nprofile` or 64 hex characters (ROUTE-04, ROUTE-05). */
export const decodeProfileId = (text: string): ProfileRef | undefined => {
  const hex = text.toLowerCase();
  if (isHex64(hex)) return { pubkey: hex, relays: [] };
  const decoded = decodeIdentifier(text);
  return decoded?.type === 'profile' ? { pubkey: decoded.pubkey, relays: decoded.relays } : undefined;
};

/** npub of a public key; the text itself when it is no key. */
export const encodeNpub = (pubkey: string): string => (isHex64(pubkey) ? encodeBare('npub', pubkey) : pubkey);

/** nevent of an event with relay hints (NIP-19; docs/adr/0008); the text itself when it is no id. */
export const encodeNote = (id: string, relays: readonly string[] = [], author?: string): string =>
  isHex64(id) ? encodeWithRelays('nevent', id, relayHints(relays), isHex64(author) ? author : undefined) : id;

/** nprofile of a person with relay hints; the text itself when it is no key. */
export const encodeProfile = (pubkey: string, relays: readonly string[] = []): string =>
  isHex64(pubkey) ? encodeWithRelays('nprofile', pubkey, relayHints(relays)) : pubkey;

/** The two ends of what is long, so many characters each. */
export const shorten = (text: string, end: number): string =>
  text.length <= 2 * end ? text : `${text.slice(0, end)}…${text.slice(-end)}`;

/** The npub of a public key, 13 characters at each end (NAME-07). */
export const shortNpub = (pubkey: string): string => shorten(encodeNpub(pubkey), SHORT_NPUB_END);

/** A hex key or id, 9 characters at each end (NAME-08). */
export const shortHex = (hex: string): string => shorten(hex, SHORT_HEX_END);

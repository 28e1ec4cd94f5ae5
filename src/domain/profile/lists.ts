import { CONTACTS_MAX, EVENT_MAX_REFERENCES, NAME_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { relayHint } from '#domain/relays/relay-hints.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { LISTED_RELAYS_MAX } from './profile-limits.ts';

/** One p tag of a contact list (kind 3, NIP-02). */
export type Contact = { readonly pubkey: string; readonly relay: string; readonly petname: string };

/** One r tag of a relay list (kind 10002, NIP-65); no marker means both. */
export type RelayListEntry = { readonly url: string; readonly read: boolean; readonly write: boolean };

type Tagged = Pick<NostrEvent, 'tags'>;

/** Of a stranger's list the first p tags are read; of one's own all: Infinity. */
const people = (event: Tagged, most: number): Map<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  for (const tag of tagsNamed(event, 'p').slice(0, most)) {
    const pubkey = (tag[1] ?? '').toLowerCase();
    if (isHex64(pubkey) && !found.has(pubkey)) found.set(pubkey, tag);
  }
  return found;
};

/** The people of a contact list, each once, in the list's order (PROF-08, PROF-09). */
export const parseContacts = (event: Tagged, most = CONTACTS_MAX): readonly Contact[] =>
  Array.from(people(event, most), ([pubkey, [, , relay, petname]]) => ({
    pubkey,
    relay: relayHint(relay) ?? '',
    petname: calmLine(petname ?? '', NAME_MAX_CHARACTERS),
  }));

/** The public keys a mute list names in public (PROF-13, NIP-51). */
export const parseMuteList = (event: Tagged, most = CONTACTS_MAX): readonly string[] => [...people(event, most).keys()];

/**
 * The relays of a relay list with their use; a relay named twice has both uses (RLIST-02, RELAY-29). Of a stranger's list
 * the first `most` r tags are read; of one's own all, so that nothing is lost: Infinity.
 */
export const parseRelayList = (event: Tagged, most = LISTED_RELAYS_MAX): readonly RelayListEntry[] => {
  const entries = new Map<string, RelayListEntry>();
  for (const [, written = '', marker = ''] of tagsNamed(event, 'r').slice(0, most)) {
    const url = normalizeRelayUrl(written);
    if (url === undefined) continue;
    const known = entries.get(url);
    const read = marker !== 'write' || known?.read === true;
    const write = marker !== 'read' || known?.write === true;
    entries.set(url, { url, read, write });
  }
  return [...entries.values()];
};

const hintOf = ([name, value, relay]: readonly string[]): string | undefined => {
  if (name === 'r' || name === 'relay') return relayHint(value);
  return name === 'e' || name === 'p' ? relayHint(relay) : undefined;
};

/** Relay URLs that the notes of an author mention, the most mentioned first; for authors without a list (RLIST-03). */
export const parseRelayHints = (events: readonly NostrEvent[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const event of events) {
    const hints = new Set(
      event.tags
        .slice(0, EVENT_MAX_REFERENCES)
        .map(hintOf)
        .filter((url) => url !== undefined),
    );
    for (const url of hints) counts.set(url, (counts.get(url) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([url]) => url);
};

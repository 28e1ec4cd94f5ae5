import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { jsonBytes } from '#domain/protocol/request-shape.ts';
import { writesTo } from '#domain/relays/relay-permission.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';

/** The kinds that indexers collect (RELAY-72). */
const INDEXER_KINDS: readonly number[] = [KIND.metadata, KIND.contacts, KIND.relayList];

/** The relays of the set an event of this kind goes to (RELAY-71, RELAY-72). */
export const publishTargets = (entries: readonly RelayEntry[], kind: number): string[] =>
  entries
    .filter(({ permission }) => writesTo(permission) || (permission === 'indexer' && INDEXER_KINDS.includes(kind)))
    .map(({ url }) => url);

/** Why nothing goes to any relay of this set. */
export const whyNoRelay = (entries: readonly RelayEntry[]): { readonly code: 'no-relays' | 'no-write-relays' } => ({
  code: entries.length === 0 ? 'no-relays' : 'no-write-relays',
});

/** Where a note goes: to the relays that were chosen for it, as far as the set has them for that still, else to all such. */
export const noteTargets = (
  chosen: readonly string[] | undefined,
  entries: readonly RelayEntry[],
): readonly string[] => {
  const targets = publishTargets(entries, KIND.textNote);
  return chosen?.filter((url) => targets.includes(url)) ?? targets;
};

/** Of relays that an event was to go to, those to which the set does not forbid it by now. */
export const targetsLeft = (
  relays: readonly string[],
  entries: readonly RelayEntry[],
  kind: number,
): readonly string[] => {
  const targets = publishTargets(entries, kind);
  const isForbidden = (url: string) => !targets.includes(url) && entries.some((entry) => entry.url === url);
  return relays.filter((url) => !isForbidden(url));
};

/** Why an event is not even sent to a relay of its targets; `most`: bytes of a message that the relay says it takes. */
export const unfitFor = (event: NostrEvent, most = Infinity): DeliveryProblem | undefined => {
  const bytes = jsonBytes(['EVENT', event]);
  return bytes > most ? { code: 'event-too-long', bytes, most } : undefined;
};

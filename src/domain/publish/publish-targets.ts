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

/** Where a note goes: to the relays that were chosen for it, as far as they are in the set still, else to those of the set. */
export const noteTargets = (chosen: readonly string[] | undefined, entries: readonly RelayEntry[]): readonly string[] =>
  chosen?.filter((url) => entries.some((entry) => entry.url === url)) ?? publishTargets(entries, KIND.textNote);

/** Why an event is not even sent to a relay of its targets; `most`: bytes of a message that the relay says it takes. */
export const unfitFor = (event: NostrEvent, most = Infinity): DeliveryProblem | undefined => {
  const bytes = jsonBytes(['EVENT', event]);
  return bytes > most ? { code: 'event-too-long', bytes, most } : undefined;
};

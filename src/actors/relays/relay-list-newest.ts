import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { RELAY_LIST_LIMIT } from '#domain/relays/relay-limits.ts';
import { writeRelaysOf } from '#domain/relays/relay-list-edit.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

export type NewestDeps = { readonly requests: RelayRequests; readonly registry: EventRegistry };

/** What the relays hold of somebody's relay list. */
export type NewestList = {
  /** undefined when nobody has one */
  readonly newest: NostrEvent | undefined;
  /** whether any relay told everything it has */
  readonly answered: boolean;
  /** whether one of those the user writes to did */
  readonly writerAnswered: boolean;
  /** whether an indexer did, where there is one: without it a list may exist that was not found */
  readonly indexerAnswered: boolean;
  /** every relay the newest list names for writing was seen to have it */
  readonly everywhere: boolean;
  /** a relay the newest list names for writing answered without it */
  readonly behind: boolean;
  /** the relays the user writes to: of the set, and of the list */
  readonly writers: readonly string[];
};

const union = (...lists: (readonly string[])[]) => [...new Set(lists.flat())];

/**
 * The newest relay list of a person (RLIST-01): of the write relays of the set, the indexers and the profile relays, then
 * of those that the list found there names for writing. A version that is known here counts, too.
 */
export const fetchNewestList = async (
  { requests, registry }: NewestDeps,
  pubkey: string,
  signal: AbortSignal,
): Promise<NewestList> => {
  const known = registry.replaceable(KIND.relayList, pubkey);
  const found: NostrEvent[] = known ? [known] : [];
  const told = new Set<string>();
  const asked = new Set<string>();

  const ask = async (relays: readonly string[], needs: readonly (readonly string[])[]) => {
    const open = relays.filter((relay) => !asked.has(relay));
    for (const relay of open) asked.add(relay);
    if (open.length === 0) return;
    const { events, outcomes } = await requests.fetch({
      filters: [{ kinds: [KIND.relayList], authors: [pubkey], limit: RELAY_LIST_LIMIT }],
      relays: open,
      needs,
      own: true,
      signal,
    });
    found.push(...events.filter((event) => event.kind === KIND.relayList && event.pubkey === pubkey));
    for (const { relay, outcome } of outcomes) if (outcome === 'eose') told.add(relay);
  };

  const [own, indexers] = [requests.relays('write'), requests.relays('indexer')];
  await ask(union(own, indexers, requests.relays('profile'), writeRelaysOf(known)), [own, indexers]);
  const named = writeRelaysOf(newest(found));
  await ask(named, own.some((relay) => told.has(relay)) ? [] : [named]);

  const list = newest(found);
  const listed = writeRelaysOf(list);
  const writers = union(listed, own);
  const holders = new Set(list ? registry.seenOn(list.id) : []);
  return {
    newest: list,
    answered: told.size > 0,
    writerAnswered: writers.some((relay) => told.has(relay)),
    indexerAnswered: indexers.length === 0 || indexers.some((relay) => told.has(relay)),
    everywhere: listed.length > 0 && listed.every((relay) => holders.has(relay)),
    behind: listed.some((relay) => told.has(relay) && !holders.has(relay)),
    writers,
  };
};

import { newest, type NostrEvent } from '#domain/event.ts';
import { CONTACTS_LIMIT } from '#domain/limits.ts';
import { kindOfList, type PeopleList } from '#domain/people-list.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import type { EventRegistry } from '#store/event-registry.ts';
import type { ListVersions } from '#store/list-versions.ts';

export type VersionsDeps = {
  readonly list: PeopleList;
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly versions: ListVersions;
};

/** What is known of a user's list of people. */
export type FoundVersions = {
  /** undefined when nobody has one */
  readonly newest: NostrEvent | undefined;
  /** what relays hold now */
  readonly found: readonly NostrEvent[];
  /** what this browser saw before, the newest first */
  readonly kept: readonly NostrEvent[];
  /** relays that told everything they have */
  readonly told: ReadonlySet<string>;
  /** relays the user writes to */
  readonly writers: readonly string[];
  readonly indexers: readonly string[];
  /** those that were seen to have the newest */
  readonly holders: ReadonlySet<string>;
};

const union = (...lists: (readonly string[])[]) => [...new Set(lists.flat())];

/**
 * Looks for the newest version: on the relays the user writes to, the indexers and the relays read from; a version that
 * this browser knows counts, too. A relay that says nothing costs only its answer.
 */
export const fetchVersions = async (
  { list, requests, registry, versions }: VersionsDeps,
  pubkey: string,
  signal: AbortSignal,
): Promise<FoundVersions> => {
  const kind = kindOfList(list);
  const [writers, indexers] = [requests.relays('write'), requests.relays('indexer')];
  const kept = await versions.of(kind, pubkey);
  const { events, outcomes } = await requests.fetch({
    filters: [{ kinds: [kind], authors: [pubkey], limit: CONTACTS_LIMIT }],
    relays: union(writers, indexers, requests.relays('read')),
    signal,
  });
  const found = events.filter((event) => event.kind === kind && event.pubkey === pubkey);
  const known = registry.replaceable(kind, pubkey);
  const latest = newest([...found, ...kept, ...(known ? [known] : [])]);
  return {
    newest: latest,
    found,
    kept,
    told: new Set(outcomes.filter(({ outcome }) => outcome === 'eose').map(({ relay }) => relay)),
    writers,
    indexers,
    holders: new Set(latest ? registry.seenOn(latest.id) : []),
  };
};

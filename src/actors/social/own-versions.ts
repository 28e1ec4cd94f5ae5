import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { CONTACTS_LIMIT } from '#domain/profile/profile-limits.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { ListVersions } from '#store/social/list-versions.ts';

export type VersionsDeps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly versions: ListVersions;
};

/** What is known of a user's list of people, or profile. */
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

/** Why nothing was published, in words for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const union = (...lists: (readonly string[])[]) => [...new Set(lists.flat())];

/**
 * Looks for the newest version: on the relays the user writes to, the indexers and the relays read from, and a profile on
 * those for profiles; a version that this browser knows counts, too. A relay that says nothing costs only its answer.
 */
export const fetchVersions = async (
  { requests, registry, versions }: VersionsDeps,
  kind: number,
  pubkey: string,
  signal?: AbortSignal,
): Promise<FoundVersions> => {
  const [writers, indexers] = [requests.relays('write'), requests.relays('indexer')];
  const kept = await versions.of(kind, pubkey);
  const { events, outcomes } = await requests.fetch({
    filters: [{ kinds: [kind], authors: [pubkey], limit: CONTACTS_LIMIT }],
    relays: union(writers, indexers, requests.relays('read'), kind === KIND.metadata ? requests.relays('profile') : []),
    needs: [writers, indexers],
    own: true,
    ...(signal && { signal }),
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

type Words = {
  /** no relay the user writes to told what it has */
  readonly nobodyAnswered: string;
  /** none was found, but too few told what they have */
  readonly mayExist: string;
};

/** Refuses to build upon what was not, or only half, read (DESIGN decision 3). */
export const checkRead = ({ newest: known, writers, indexers, told }: FoundVersions, words: Words): void => {
  const answered = writers.filter((relay) => told.has(relay)).length;
  if (answered === 0) throw new Refusal(words.nobodyAnswered);
  if (known) return;
  const isIndexed = indexers.length === 0 || indexers.some((relay) => told.has(relay));
  if (!isIndexed || answered * 2 <= writers.length) throw new Refusal(words.mayExist);
};

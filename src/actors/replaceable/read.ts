import { union } from '#domain/union.ts';
import { problemOf } from '#domain/problem.ts';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import { LONG_LIST_TAGS, LONG_LIST_TIMEOUT_MS, LONG_LIST_TURN_MS } from '#domain/replaceable/replaceable-limits.ts';
import type { FoundVersions } from '#domain/replaceable/versions.ts';
import { within } from '#domain/within.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { KeptVersions } from '#store/replaceable/versions.ts';

export type ReadDeps = {
  readonly requests: Pick<RelayRequests, 'relays' | 'fetch'>;
  readonly registry: EventRegistry;
  readonly versions: Pick<KeptVersions, 'of'>;
};

/** Where the versions of a kind are looked for, besides the relays the user writes to and the indexers. */
export type Places = {
  readonly kind: number;
  /** of the set */
  readonly besides: readonly ('read' | 'profile')[];
  /** where a version itself says that its author writes; those relays are asked, too */
  readonly named?: ((version: NostrEvent | undefined) => readonly string[]) | undefined;
  /** a version that was kept in this browser counts, also when no relay has it any more */
  readonly counts: 'relays' | 'relays and kept';
  /** events asked for */
  readonly limit: number;
};

/** Asks relays, each once, and remembers which of them told everything they have. */
const createAsking = ({ requests }: ReadDeps, { kind, limit }: Places, pubkey: string, signal?: AbortSignal) => {
  const found: NostrEvent[] = [];
  const told = new Set<string>();
  const asked = new Set<string>();
  const ask = async (relays: readonly string[], needs: readonly (readonly string[])[], timeoutMs?: number) => {
    const open = relays.filter((relay) => !asked.has(relay));
    for (const relay of open) asked.add(relay);
    if (open.length === 0) return;
    const { events, outcomes } = await requests.fetch({
      filters: [{ kinds: [kind], authors: [pubkey], limit }],
      relays: open,
      needs,
      own: true,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(signal && { signal }),
    });
    found.push(...events.filter((event) => event.kind === kind && event.pubkey === pubkey));
    for (const { relay, outcome } of outcomes) if (outcome === 'eose') told.add(relay);
  };
  /** So that long answers leave room on the line, and come within the time of each relay. */
  const askInTurn = async (relays: readonly string[]) => {
    const answers: Promise<unknown>[] = [];
    for (const relay of relays) {
      const answer = ask([relay], [[relay]], LONG_LIST_TIMEOUT_MS).catch((error: unknown) => error);
      answers.push(answer);
      await within(LONG_LIST_TURN_MS, answer, undefined);
    }
    const failures = await Promise.all(answers);
    signal?.throwIfAborted();
    if (failures.length > 0 && failures.every(Boolean)) throw failures[0];
  };
  return { ask, askInTurn, found, told };
};

const unlessNoneMayBeAsked = (error: unknown) => {
  if (problemOf(error).code !== 'no-relays-to-read') throw error;
};

/**
 * Looks for the newest version of a replaceable event of the user's; one that this browser knows counts, too. A relay that
 * says nothing costs only its answer. `hasTime`: nobody waits for it to publish.
 */
export const fetchVersions = async (
  deps: ReadDeps,
  places: Places,
  pubkey: string,
  signal?: AbortSignal,
  hasTime = false,
): Promise<FoundVersions> => {
  const { requests, registry, versions } = deps;
  const { kind, besides, named = () => [], counts } = places;
  const [own, indexers] = [requests.relays('write'), requests.relays('indexer')];
  const kept = counts === 'relays' ? [] : await versions.of(kind, pubkey);
  const known = registry.replaceable(kind, pubkey);
  const { ask, askInTurn, found, told } = createAsking(deps, places, pubkey, signal);
  const others = besides.map((use) => requests.relays(use));
  const first = union(own, indexers, ...others, named(known));
  const isLong = ((known ?? kept[0])?.tags.length ?? 0) >= LONG_LIST_TAGS;
  await (hasTime && isLong ? askInTurn(first) : ask(first, [own, indexers]));
  const more = named(newest([...found, ...(known ? [known] : [])]));
  await ask(more, own.some((relay) => told.has(relay)) ? [] : [more]).catch(unlessNoneMayBeAsked);
  // what came meanwhile counts, too
  const later = registry.replaceable(kind, pubkey);
  const latest = newest([...found, ...kept, ...(later ? [later] : [])]);
  return {
    newest: latest,
    found,
    kept,
    told,
    writers: union(named(latest), own),
    indexers,
    holders: new Set(latest ? registry.seenOn(latest.id) : []),
  };
};

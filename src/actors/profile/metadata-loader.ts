import type { QueryClient } from '@tanstack/query-core';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import {
  METADATA_BATCH_MAX,
  METADATA_BATCH_MS,
  METADATA_LIMIT,
  DISPLAY_NAME_FETCH_TIMEOUT_MS,
} from '#domain/profile/profile-limits.ts';
import { QUERY_STALE_MS } from '#domain/cache/cache-limits.ts';
import { mayAsk } from '#domain/profile/display-name.ts';
import { parseMetadata, type Metadata } from '#domain/profile/metadata.ts';
import { UnreadableProfile } from '#domain/profile/unreadable-profile.ts';
import { metadataKey, profileMetadataKey } from '#domain/cache/query-keys.ts';
import { isAnswered, metadataRelays, NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import { createBatcher, type LoadOne } from '#actors/relays/batcher.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

export type MetadataDeps = {
  readonly requests: RelayRequests;
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  readonly names: DisplayNames;
  /** ms since the epoch */
  readonly now: () => number;
};

export type OwnDeps = {
  /** whose longer events are taken, too */
  readonly account: { get(): { readonly pubkey: string | undefined } };
};

/** Puts metadata under its keys, unless something newer is there. The profile's key only when a profile is open. */
const show = ({ queryClient, names }: MetadataDeps, pubkey: string, metadata: Metadata) => {
  names.put(pubkey, metadata);
  const profileKey = profileMetadataKey(pubkey);
  for (const key of queryClient.getQueryState(profileKey) ? [metadataKey(pubkey), profileKey] : [metadataKey(pubkey)]) {
    const shown = queryClient.getQueryData<Metadata | null>(key);
    if (!shown || shown.createdAt < metadata.createdAt) queryClient.setQueryData(key, metadata);
  }
};

/** Gathers the newest kind 0 event of each author, and shows each as soon as it arrives. */
const createGathering = (deps: MetadataDeps, pubkeys: readonly string[]) => {
  const asked = new Set(pubkeys);
  const newest = new Map<string, NostrEvent>();

  const keep = (event: NostrEvent) => {
    if (event.kind !== KIND.metadata || !asked.has(event.pubkey)) return;
    const known = newest.get(event.pubkey);
    if (known && byNewest(known, event) <= 0) return;
    newest.set(event.pubkey, event);
    const metadata = parseMetadata(event);
    if (metadata) show(deps, event.pubkey, metadata);
  };

  /** What was shown before stays when the relays know only an older version, or none. */
  const resultOf = (pubkey: string): Metadata | null => {
    const event = newest.get(pubkey);
    const shown = deps.queryClient.getQueryData<Metadata | null>(metadataKey(pubkey)) ?? null;
    if (!event || (shown && shown.createdAt > event.created_at)) return shown;
    return parseMetadata(event);
  };

  for (const pubkey of pubkeys) {
    const known = deps.registry.replaceable(KIND.metadata, pubkey);
    if (known) keep(known);
  }
  return { keep, resultOf, isFound: (pubkey: string) => newest.has(pubkey) };
};

type Asking = {
  readonly pubkeys: readonly string[];
  readonly limit: number;
  readonly own?: boolean;
  readonly signal?: AbortSignal;
};

/**
 * One REQ per relay. A name that did not come counts as a failed fetch (NAME-05), closed after 10 s (NAME-04); where no relay
 * could be asked, or who asked left early, it is as if nobody had asked.
 */
const ask = async (deps: MetadataDeps, { pubkeys, limit, own = false, signal }: Asking) => {
  const { requests, names } = deps;
  const before = pubkeys.map((pubkey) => [pubkey, names.attempt(pubkey)] as const);
  for (const pubkey of pubkeys) names.begin(pubkey);
  const { keep, resultOf, isFound } = createGathering(deps, pubkeys);
  let isAsked = false;
  try {
    const answer = await requests.fetch({
      filters: [{ kinds: [KIND.metadata], authors: [...pubkeys], limit }],
      relays: metadataRelays(requests),
      onEvent: keep,
      onLate: keep,
      timeoutMs: DISPLAY_NAME_FETCH_TIMEOUT_MS,
      own,
      ...(signal && { signal }),
    });
    isAsked = answer.outcomes.some(({ outcome }) => outcome !== 'offline');
    answer.events.forEach(keep);
    return { resultOf, isFound, answered: isAnswered(answer) };
  } finally {
    for (const [pubkey, earlier] of before) {
      const attempt = names.attempt(pubkey);
      if (attempt?.status !== 'pending') continue;
      names.end(pubkey, isAsked ? { ...attempt, status: 'failed', failures: attempt.failures + 1 } : earlier);
    }
  }
};

const isRecent = ({ registry, now }: MetadataDeps, event: NostrEvent) =>
  now() - (registry.receivedAt(event.id) ?? 0) < QUERY_STALE_MS;

/** Whether somebody waits for just this person, and not only a name is to be shown: the query says so in its `meta`. */
const isWaitedFor = ({ queryClient }: MetadataDeps, pubkey: string): boolean =>
  queryClient.getQueryCache().find({ queryKey: metadataKey(pubkey) })?.meta?.['isWaitedFor'] === true;

/** What is shown already; rejects when no relay has answered so far. */
const shownOf = async ({ queryClient }: MetadataDeps, pubkey: string): Promise<Metadata | null> => {
  const shown = queryClient.getQueryData<Metadata | null>(metadataKey(pubkey));
  if (shown === undefined) throw new NoRelayAnswered();
  return shown;
};

/**
 * Loads metadata of many authors by one REQ per relay: the one place where names are fetched. Each author's metadata is
 * shown under its key as it arrives; the promise ends when all relays answered, with null when nobody has it. After a failure
 * relays are asked again only when that is allowed (NAME-06).
 */
export const createMetadataLoader = (deps: MetadataDeps): LoadOne<Metadata | null> => {
  const load = createBatcher<Metadata | null>({
    windowMs: METADATA_BATCH_MS,
    maxSize: METADATA_BATCH_MAX,
    load: async (pubkeys, settle) => {
      const { resultOf, answered } = await ask(deps, { pubkeys, limit: pubkeys.length });
      for (const pubkey of pubkeys) {
        const metadata = resultOf(pubkey);
        if (metadata) settle(pubkey, metadata);
      }
      if (!answered) throw new NoRelayAnswered();
      return null;
    },
  });
  return (pubkey) => {
    const known = deps.registry.replaceable(KIND.metadata, pubkey);
    if (known && isRecent(deps, known)) return Promise.resolve(createGathering(deps, [pubkey]).resultOf(pubkey));
    const isAsked = mayAsk(deps.names.attempt(pubkey), deps.now()) || isWaitedFor(deps, pubkey);
    return isAsked ? load(pubkey) : shownOf(deps, pubkey);
  };
};

/**
 * The metadata of one profile: the newest of up to 10 kind 0 events (PROF-01). Null when nobody has any; rejects with
 * UnreadableProfile when none can be read.
 */
export const fetchProfileMetadata = async (deps: MetadataDeps & OwnDeps, pubkey: string, signal?: AbortSignal) => {
  const own = pubkey === deps.account.get().pubkey;
  const { resultOf, isFound, answered } = await ask(deps, {
    pubkeys: [pubkey],
    limit: METADATA_LIMIT,
    own,
    ...(signal && { signal }),
  });
  const metadata = resultOf(pubkey);
  // who looks for the person elsewhere knows it, too
  if (!metadata && answered)
    deps.queryClient.setQueryData<Metadata | null>(metadataKey(pubkey), (shown) => shown ?? null);
  if (!metadata && isFound(pubkey)) throw new UnreadableProfile();
  if (!metadata && !answered) throw new NoRelayAnswered();
  return metadata;
};

import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/query-core';
import { saysDislike } from '#domain/note/dislike.ts';
import { claimsIn, dataWithout, isDeleted } from '#domain/social/deletion.ts';
import { isHex64, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { repostTarget } from '#domain/note/note.ts';
import type { Notification } from '#domain/notifications/notifications.ts';
import { noteStatsKey, type NoteStats } from '#domain/cache/query-keys.ts';
import { reactionTarget } from '#domain/social/reactions.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import {
  DELETIONS_ASKED,
  DELETIONS_HELD,
  DELETIONS_JOIN_MS,
  DELETIONS_WIDEN_MS,
} from '#domain/social/social-limits.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { keepGone } from '#store/social/gone.ts';

export type DeletionDeps = {
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  readonly requests: Pick<RelayRequests, 'watch' | 'fetch' | 'relays'>;
  readonly account: Pick<AccountStore, 'get'>;
  /** A like or repost of the user's was deleted, perhaps on another device. */
  readonly onUndone: (event: NostrEvent, noteId: string) => void;
  /** whether a relay has a socket now: only such are asked beside those the user reads from */
  readonly isConnected: (relay: string) => boolean;
  /** undefined where the browser blocks storage */
  readonly storage: Storage | undefined;
};

/** What becomes of events that their authors delete (NIP-09). */
export type Deletions = {
  /** A relay has this deletion. */
  take(deletion: NostrEvent): void;
  /** Takes an event out of all lists of this visit. */
  hide(id: string): void;
  /** What was hidden may be shown again. */
  unhide(id: string): void;
};

/** Groups of queries that hold events. */
const SIEVED: readonly unknown[] = ['feed', 'profile/notes', 'note', 'thread', 'search', 'notifications'];

/** Keeps what is gone out of everything that views read. */
const createSieve = ({ registry, queryClient }: DeletionDeps) => {
  const sieve = ({
    queryKey,
    state,
  }: {
    queryKey: readonly unknown[];
    state: { data?: unknown; dataUpdatedAt: number };
  }) => {
    if (registry.gone.size === 0 || !SIEVED.includes(queryKey[0])) return;
    const left = dataWithout(queryKey, state.data, registry.gone);
    if (left !== state.data) queryClient.setQueryData(queryKey, left, { updatedAt: state.dataUpdatedAt });
  };
  const cache = queryClient.getQueryCache();
  return {
    all: () => cache.getAll().forEach(sieve),
    heard: (event: QueryCacheNotifyEvent) => {
      if (event.type === 'updated' && event.action.type === 'success') sieve(event.query);
    },
  };
};

/** An undone like or repost counts no more. */
const createCounts =
  ({ queryClient, account, onUndone }: DeletionDeps) =>
  (event: NostrEvent) => {
    const isLike = event.kind === KIND.reaction;
    const noteId = isLike ? reactionTarget(event) : repostTarget(event)?.id;
    if (noteId === undefined) return;
    if (event.pubkey === account.get().pubkey) return onUndone(event, noteId);
    const count = isLike ? 'likes' : 'reposts';
    const less = isLike && saysDislike(event.content) ? 0 : 1;
    queryClient.setQueryData<NoteStats>(noteStatsKey(noteId), (stats) =>
      stats ? { ...stats, [count]: Math.max(0, stats[count] - less) } : stats,
    );
  };

/** The ids that relays are asked about: those that views looked at last. */
const createOnScreen = (ask: (ids: readonly string[], added: readonly string[]) => void) => {
  const ids = new Set<string>();
  let added: string[] = [];
  let isResting = false;
  const rest = (ms: number) => {
    isResting = true;
    setTimeout(leave, ms);
  };
  const leave = () => {
    isResting = false;
    if (added.length === 0) return;
    const fresh = added;
    added = [];
    ask([...ids], fresh);
    rest(DELETIONS_WIDEN_MS);
  };
  const see = (id: unknown) => {
    if (!isHex64(id)) return;
    const isNew = !ids.delete(id);
    ids.add(id);
    if (!isNew) return;
    if (ids.size > DELETIONS_ASKED) ids.delete(ids.values().next().value!);
    added.push(id);
    if (!isResting) rest(DELETIONS_JOIN_MS);
  };
  const isOfNote = ([group]: readonly unknown[]) => group === 'zap-totals' || group === 'note';
  return {
    /** What is looked at already. */
    begin(queries: readonly Query[]) {
      for (const { queryKey, observers } of queries) if (observers.length > 0 && isOfNote(queryKey)) see(queryKey[1]);
    },
    heard({ type, query: { queryKey, state } }: QueryCacheNotifyEvent) {
      if (type === 'observerAdded' && isOfNote(queryKey)) see(queryKey[1]);
      if (type !== 'updated' || queryKey[0] !== 'notifications') return;
      const all = (state.data ?? []) as readonly Notification[];
      for (const { event } of all.slice(0, DELETIONS_ASKED / 2).toReversed()) see(event.id);
    },
  };
};

/** Asks for deletions of what is on screen, now and from now on; relays that sent some of it are asked once. */
const createAsking = ({ requests, registry, isConnected }: DeletionDeps) => {
  let stop = () => {};
  return (ids: readonly string[], added: readonly string[]) => {
    const before = stop;
    stop = requests.watch({ filters: [{ kinds: [KIND.deletion], '#e': [...ids] }] });
    // a relay that keeps no deletions tells of each only once
    before();
    const own = requests.relays('read');
    const others = new Set(added.flatMap((id) => registry.seenOn(id)).filter((url) => !own.includes(url)));
    const relays = [...others].filter(isConnected);
    if (relays.length === 0) return;
    const filters = [{ kinds: [KIND.deletion], '#e': [...added] }];
    void requests.fetch({ filters, relays }).catch(() => {});
  };
};

/**
 * Obeys the deletions of others: what its author deleted vanishes from all lists, is remembered, and does not come in
 * again. A deletion of somebody else's event says nothing.
 */
export const followDeletions = (deps: DeletionDeps): Deletions => {
  const { registry, queryClient, storage } = deps;
  const claims = new Map<string, number>();
  /** out of sight while their deletion is on its way */
  const hidden = new Map<string, NostrEvent>();
  const sieve = createSieve(deps);
  const uncount = createCounts(deps);
  const onScreen = createOnScreen(createAsking(deps));

  const claim = (deletion: NostrEvent) => {
    for (const one of claimsIn(deletion)) {
      claims.set(one, Math.max(deletion.created_at, claims.get(one) ?? 0));
      if (claims.size > DELETIONS_HELD) claims.delete(claims.keys().next().value!);
    }
  };
  const letGo = (events: readonly NostrEvent[]) => {
    const deleted = events.filter((event) => isDeleted(event, claims));
    if (deleted.length === 0) return;
    for (const { id } of deleted) registry.gone.add(id);
    // likes are many, and are asked about whenever they are counted
    keepGone(
      storage,
      deleted.filter(({ kind }) => kind !== KIND.reaction).map(({ id }) => id),
    );
    sieve.all();
    deleted.filter(({ kind }) => kind === KIND.reaction || kind === KIND.repost).forEach(uncount);
  };
  const targetsOf = (deletion: NostrEvent) =>
    deletion.tags.flatMap(([name, id = '']) => (name === 'e' ? (registry.get(id) ?? hidden.get(id) ?? []) : []));
  const take = (deletion: NostrEvent) => {
    claim(deletion);
    letGo(targetsOf(deletion));
  };

  const heed = (added: readonly NostrEvent[]) => {
    // one's own deletion counts once a relay has it
    const deletions = added.filter(({ kind, id }) => kind === KIND.deletion && registry.seenOn(id).length > 0);
    deletions.forEach(claim);
    letGo([...added, ...deletions.flatMap(targetsOf)]);
  };
  registry.subscribe((ids) => heed(ids.flatMap((id) => registry.get(id) ?? [])));
  const cache = queryClient.getQueryCache();
  cache.subscribe((event) => {
    sieve.heard(event);
    onScreen.heard(event);
  });
  sieve.all();
  // those that came with the counts of notes before this began are told to nobody again
  heed(registry.ofKind(KIND.deletion));
  onScreen.begin(cache.getAll());
  return {
    take,
    hide(id) {
      const event = registry.get(id);
      if (event) hidden.set(id, event);
      registry.gone.add(id);
      sieve.all();
    },
    unhide(id) {
      hidden.delete(id);
      registry.gone.delete(id);
    },
  };
};

import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import {
  NOTE_STATS_STALE_MS,
  NOTE_STATS_LIMIT,
  NOTE_STATS_BATCH_MAX,
  NOTE_STATS_BATCH_MS,
} from '#domain/feed/feed-limits.ts';
import {
  composeDeletion,
  composeReaction,
  composeRepost,
  type EventStamp,
  type Target,
} from '#domain/publish/compose.ts';
import { Failure } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noSigner } from '#domain/session/account.ts';
import type { Publishing } from '#ports/publishing.ts';
import {
  myReactionKey,
  myRepostKey,
  noteKey,
  noteStatsKey,
  type MyReaction,
  type NoteStats,
} from '#domain/cache/query-keys.ts';
import { likesIn, reactionsOf, repostsOf } from '#domain/social/reactions.ts';
import type { CurrentSigner, EventTemplate } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import { askRelays } from '#actors/relays/ask-relays.ts';
import { createBatcher, type LoadOne } from '#actors/relays/batcher.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { ReactionWish } from '#machines/social/reaction.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';

export type ReactionDeps = {
  readonly requests: RelayRequests;
  readonly registry: Pick<EventRegistry, 'get' | 'seenOn'>;
  readonly queryClient: QueryClient;
  readonly account: Pick<AccountStore, 'get'>;
  readonly signer: CurrentSigner;
  readonly publishing: Publishing;
  readonly loadDeeds: LoadDeeds;
  /** Gives up a post that is on its way, and gives its event when a relay may have it. */
  readonly cancel: (jobId: string) => NostrEvent | undefined;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** One thing that a user does to a note at most once, and may take back. */
export type Deed = {
  readonly group: 'my-reaction' | 'my-repost';
  readonly what: 'reaction' | 'repost';
  readonly count: 'likes' | 'reposts';
  readonly keyOf: (pubkey: string, noteId: string) => readonly unknown[];
  readonly compose: (target: Target, stamp: EventStamp, content: string) => EventTemplate;
};

export const REACTION: Deed = {
  group: 'my-reaction',
  what: 'reaction',
  count: 'likes',
  keyOf: myReactionKey,
  compose: composeReaction,
};

export const REPOST: Deed = {
  group: 'my-repost',
  what: 'repost',
  count: 'reposts',
  keyOf: myRepostKey,
  compose: (target, stamp) => composeRepost(target, stamp),
};

/** What a user did to one note. */
type Deeds = Readonly<Record<Deed['what'], MyReaction | null>>;

const NOTHING: Deeds = { reaction: null, repost: null };

const eventsOf = (did: MyReaction | null): readonly NostrEvent[] =>
  did?.event ? [did.event, ...(did.earlier ?? [])] : [];

const KINDS: number[] = [KIND.repost, KIND.reaction];

type LoaderDeps = Pick<ReactionDeps, 'requests'> & { readonly registry: Pick<EventRegistry, 'ofKind'> };

const createLoader = ({ requests, registry }: LoaderDeps, pubkey: string): LoadOne<Deeds> =>
  createBatcher<Deeds>({
    windowMs: NOTE_STATS_BATCH_MS,
    maxSize: NOTE_STATS_BATCH_MAX,
    load: async (ids, settle) => {
      const events = await askRelays(requests, {
        filters: [
          { kinds: KINDS, authors: [pubkey], '#e': [...ids], limit: NOTE_STATS_LIMIT },
          // a relay may keep what it was asked to delete
          { kinds: [KIND.deletion], authors: [pubkey], '#k': KINDS.map(String), limit: NOTE_STATS_LIMIT },
        ],
      });
      // one that is on its way since an earlier visit is on no relay
      const all = [...events, ...registry.ofKind(KIND.deletion)];
      const [reactions, reposts] = [reactionsOf(pubkey, all), repostsOf(pubkey, all)];
      for (const id of ids) settle(id, { reaction: reactions.get(id) ?? null, repost: reposts.get(id) ?? null });
      return NOTHING;
    },
  });

/** Loads what a user did to one note; for the notes on screen by one REQ per relay. */
export type LoadDeeds = (pubkey: string, noteId: string) => Promise<Deeds>;

export const createDeedsLoader = (deps: LoaderDeps): LoadDeeds => {
  const loaders = new Map<string, LoadOne<Deeds>>();
  return (pubkey, noteId) => {
    const load = loaders.get(pubkey) ?? createLoader(deps, pubkey);
    loaders.set(pubkey, load);
    return load(noteId);
  };
};

const targetOf = ({ registry, queryClient }: ReactionDeps, noteId: string): Target => {
  const event = registry.get(noteId) ?? queryClient.getQueryData<NostrEvent | null>(noteKey(noteId));
  if (!event) throw new Failure({ code: 'invalid-target' });
  return { ...event, seenOn: registry.seenOn(noteId) };
};

/** What relays have of what the user did, and what is shown before they have it; by user and note. */
const createShown = ({ queryClient, loadDeeds }: ReactionDeps, { group, what, count, keyOf }: Deed) => {
  const settled = new Map<string, MyReaction | null>();
  const shown = new Map<string, MyReaction | null>();
  /** the first second of the next one: in the second of one that is deleted, the same again would be that one */
  const after = new Map<string, number>();
  const nameOf = (pubkey: string, noteId: string) => `${pubkey} ${noteId}`;
  const put = (pubkey: string, noteId: string, reaction: MyReaction | null) => {
    const key = keyOf(pubkey, noteId);
    const more = likesIn(reaction) - likesIn(queryClient.getQueryData<MyReaction | null>(key));
    queryClient.setQueryData<MyReaction | null>(key, reaction);
    queryClient.setQueryData<NoteStats>(noteStatsKey(noteId), (stats) =>
      stats ? { ...stats, [count]: Math.max(0, stats[count] + more) } : stats,
    );
  };
  return {
    async load(pubkey: string, noteId: string): Promise<MyReaction | null> {
      const name = nameOf(pubkey, noteId);
      const found = settled.has(name) ? settled.get(name)! : (await loadDeeds(pubkey, noteId))[what];
      if (!settled.has(name)) settled.set(name, found);
      return shown.has(name) ? shown.get(name)! : settled.get(name)!;
    },
    settled: (pubkey: string, noteId: string) => settled.get(nameOf(pubkey, noteId)) ?? null,
    settle(pubkey: string, noteId: string, reaction: MyReaction | null) {
      const name = nameOf(pubkey, noteId);
      const before = settled.get(name)?.event;
      if (before) after.set(name, before.created_at + 1);
      settled.set(name, reaction);
    },
    /** One of an earlier visit is on its way: the counts of that have it. Not what the user changed since. */
    found(pubkey: string, noteId: string, reaction: MyReaction) {
      const name = nameOf(pubkey, noteId);
      if (shown.has(name) || settled.get(name)) return;
      settled.set(name, reaction);
      queryClient.setQueryData<MyReaction | null>(keyOf(pubkey, noteId), reaction);
    },
    after: (pubkey: string, noteId: string) => after.get(nameOf(pubkey, noteId)) ?? 0,
    show(pubkey: string, noteId: string, reaction: MyReaction | null) {
      shown.set(nameOf(pubkey, noteId), reaction);
      put(pubkey, noteId, reaction);
    },
    /** The notes to which the user did what one of these events tells, as far as it is shown. */
    notesOf: (pubkey: string, ids: ReadonlySet<string | undefined>): readonly string[] =>
      queryClient
        .getQueriesData<MyReaction | null>({ queryKey: [group, pubkey] })
        .filter(([, did]) => did?.event && ids.has(did.event.id))
        .map(([key]) => String(key[2])),
    /** What is shown is what relays have. */
    showSettled(pubkey: string, noteId: string) {
      const name = nameOf(pubkey, noteId);
      shown.delete(name);
      put(pubkey, noteId, settled.get(name) ?? null);
    },
  };
};

/** Throws unless this user is the one who signs. */
const checkSigner = ({ signer, account }: ReactionDeps, pubkey: string) => {
  if (signer()?.pubkey !== pubkey) throw noSigner(account.get());
};

/** Publishes and waits; given up, it is stopped where it still can be. */
const post = async (
  deps: ReactionDeps,
  pubkey: string,
  what: Parameters<Publishing['post']>[0],
  signal: AbortSignal,
  signed: (event: NostrEvent) => void,
) => {
  const { publishing, cancel } = deps;
  // somebody else may have logged in meanwhile
  checkSigner(deps, pubkey);
  const job = publishing.post(what);
  const stop = () => {
    const event = cancel(job);
    if (event) signed(event);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    signed(await publishing.outcome(job));
  } catch (error) {
    // a post that failed must not go out later: what is shown says that it was taken back
    cancel(job);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** The slots of reactions or reposts, and the query of the user's own ones. */
export const createReactions = (deps: ReactionDeps, deed: Deed) => {
  const { queryClient, account, now } = deps;
  const shown = createShown(deps, deed);
  queryClient.setQueryDefaults([deed.group], {
    queryFn: ({ queryKey }) => shown.load(String(queryKey[1]), String(queryKey[2])),
    staleTime: NOTE_STATS_STALE_MS,
  });
  const self = () => account.get().pubkey ?? '';
  const stamp = () => ({ now: toSeconds(now()), client: deps.client() });
  const takeBack = async (pubkey: string, noteId: string, events: readonly NostrEvent[], signal: AbortSignal) => {
    const deletion = { what: 'deletion', template: composeDeletion(events, stamp()), targetBits: 0 } as const;
    await post(deps, pubkey, deletion, signal, () => shown.settle(pubkey, noteId, null));
  };
  /** What another device did meanwhile; nothing where relays do not say. */
  const othersThan = async (known: readonly NostrEvent[], pubkey: string, noteId: string) => {
    const now = await deps.loadDeeds(pubkey, noteId).catch(() => NOTHING);
    return eventsOf(now[deed.what]).filter(({ id }) => known.every((one) => one.id !== id));
  };
  const publish = async (pubkey: string, { noteId, content }: ReactionWish, signal: AbortSignal) => {
    checkSigner(deps, pubkey);
    await shown.load(pubkey, noteId).catch(() => null);
    signal.throwIfAborted();
    const before = shown.settled(pubkey, noteId);
    if ((before?.content ?? null) === content) return;
    const gone = eventsOf(before);
    if (gone.length > 0) {
      await takeBack(pubkey, noteId, gone, signal);
      const others = await othersThan(gone, pubkey, noteId);
      if (others.length > 0 && !signal.aborted) await takeBack(pubkey, noteId, others, signal);
    }
    signal.throwIfAborted();
    if (content === null) return;
    const at = stamp();
    const next = { ...at, now: Math.max(at.now, shown.after(pubkey, noteId)) };
    const template = deed.compose(targetOf(deps, noteId), next, content);
    await post(deps, pubkey, { what: deed.what, template }, signal, (event) =>
      shown.settle(pubkey, noteId, { content, event }),
    );
  };
  const settleAt = (pubkey: string, noteId: string, reaction: MyReaction | null) => {
    shown.settle(pubkey, noteId, reaction);
    shown.showSettled(pubkey, noteId);
  };
  return {
    /** It was done elsewhere in this app. */
    note: settleAt,
    found: shown.found,
    /** A deletion was signed, or is on its way since an earlier visit: relays may have told what it takes back. */
    leaves({ pubkey, tags }: NostrEvent) {
      for (const noteId of shown.notesOf(pubkey, new Set(tags.map(([, id]) => id)))) settleAt(pubkey, noteId, null);
    },
    shownNow: (pubkey: string, noteId: string) =>
      queryClient.getQueryData<MyReaction | null>(deed.keyOf(pubkey, noteId)),
    show: ({ noteId, content }: ReactionWish) => shown.show(self(), noteId, content === null ? null : { content }),
    showWhatWas: ({ noteId }: { noteId: string }) => shown.showSettled(self(), noteId),
    publish: fromPromise<void, ReactionWish>(async ({ input, signal }) => {
      const pubkey = self();
      // also where it failed: somebody else may be logged in by now
      await publish(pubkey, input, signal).finally(() => {
        if (!signal.aborted) shown.showSettled(pubkey, input.noteId);
      });
    }),
  };
};

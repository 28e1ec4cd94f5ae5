import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { composeDeletion, composeReaction, type Target } from '#domain/compose.ts';
import type { NostrEvent } from '#domain/event.ts';
import { KIND } from '#domain/kinds.ts';
import { NOTE_STATS_BATCH_MAX, NOTE_STATS_BATCH_MS, NOTE_STATS_LIMIT, NOTE_STATS_STALE_MS } from '#domain/limits.ts';
import type { Publishing } from '#domain/publishing.ts';
import { myReactionKey, noteKey, noteStatsKey, type MyReaction, type NoteStats } from '#domain/query-keys.ts';
import { likesIn, reactionsOf } from '#domain/reactions.ts';
import type { CurrentSigner } from '#domain/signer.ts';
import { askRelays } from '#actors/cache/ask-relays.ts';
import { createBatcher, type LoadOne } from '#actors/cache/batcher.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import type { ReactionWish } from '#machines/social/reaction.machine.ts';
import type { AccountStore } from '#store/account.ts';
import type { EventRegistry } from '#store/event-registry.ts';

export type ReactionDeps = {
  readonly requests: RelayRequests;
  readonly registry: Pick<EventRegistry, 'get' | 'seenOn'>;
  readonly queryClient: QueryClient;
  readonly account: Pick<AccountStore, 'get'>;
  readonly signer: CurrentSigner;
  readonly publishing: Publishing;
  /** Gives up a post that is on its way. */
  readonly cancel: (jobId: string) => void;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The reactions of one user to the notes on screen, by one REQ per relay. */
const createLoader = ({ requests }: ReactionDeps, pubkey: string): LoadOne<MyReaction | null> =>
  createBatcher<MyReaction | null>({
    windowMs: NOTE_STATS_BATCH_MS,
    maxSize: NOTE_STATS_BATCH_MAX,
    load: async (ids, settle) => {
      const events = await askRelays(requests, {
        filters: [
          { kinds: [KIND.reaction], authors: [pubkey], '#e': [...ids], limit: NOTE_STATS_LIMIT },
          // a relay may keep what it was asked to delete
          { kinds: [KIND.deletion], authors: [pubkey], '#k': [String(KIND.reaction)], limit: NOTE_STATS_LIMIT },
        ],
      });
      const found = reactionsOf(pubkey, events);
      for (const id of ids) settle(id, found.get(id) ?? null);
      return null;
    },
  });

const targetOf = ({ registry, queryClient }: ReactionDeps, noteId: string): Target => {
  const event = registry.get(noteId) ?? queryClient.getQueryData<NostrEvent | null>(noteKey(noteId));
  if (!event) throw new Error('Invalid target event');
  return { ...event, seenOn: registry.seenOn(noteId) };
};

/** What relays have of the user's reactions, and what is shown before they have it; by user and note. */
const createShown = (deps: ReactionDeps) => {
  const { queryClient } = deps;
  const settled = new Map<string, MyReaction | null>();
  const shown = new Map<string, MyReaction | null>();
  const loaders = new Map<string, LoadOne<MyReaction | null>>();
  const nameOf = (pubkey: string, noteId: string) => `${pubkey} ${noteId}`;
  const put = (pubkey: string, noteId: string, reaction: MyReaction | null) => {
    const key = myReactionKey(pubkey, noteId);
    const more = likesIn(reaction) - likesIn(queryClient.getQueryData<MyReaction | null>(key));
    queryClient.setQueryData<MyReaction | null>(key, reaction);
    queryClient.setQueryData<NoteStats>(noteStatsKey(noteId), (stats) =>
      stats ? { ...stats, likes: Math.max(0, stats.likes + more) } : stats,
    );
  };
  return {
    async load(pubkey: string, noteId: string): Promise<MyReaction | null> {
      const name = nameOf(pubkey, noteId);
      const loader = loaders.get(pubkey) ?? createLoader(deps, pubkey);
      loaders.set(pubkey, loader);
      const found = settled.has(name) ? settled.get(name)! : await loader(noteId);
      if (!settled.has(name)) settled.set(name, found);
      return shown.has(name) ? shown.get(name)! : found;
    },
    settled: (pubkey: string, noteId: string) => settled.get(nameOf(pubkey, noteId)) ?? null,
    settle: (pubkey: string, noteId: string, reaction: MyReaction | null) =>
      void settled.set(nameOf(pubkey, noteId), reaction),
    show(pubkey: string, noteId: string, reaction: MyReaction | null) {
      shown.set(nameOf(pubkey, noteId), reaction);
      put(pubkey, noteId, reaction);
    },
    /** What is shown is what relays have. */
    showSettled(pubkey: string, noteId: string) {
      const name = nameOf(pubkey, noteId);
      shown.delete(name);
      put(pubkey, noteId, settled.get(name) ?? null);
    },
  };
};

/** Publishes and waits; given up, it is stopped where it still can be. What was signed may be on a relay. */
const post = async (
  { publishing, cancel }: ReactionDeps,
  what: Parameters<Publishing['post']>[0],
  signal: AbortSignal,
  signed: (event: NostrEvent) => void,
) => {
  const job = publishing.post(what);
  const stop = () => {
    const event = publishing.job(job)?.event;
    if (event) signed(event);
    cancel(job);
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

/** The slots of reactions, and the query of the user's own ones. */
export const createReactions = (deps: ReactionDeps) => {
  const { queryClient, account, signer, now } = deps;
  const shown = createShown(deps);
  queryClient.setQueryDefaults(['my-reaction'], {
    queryFn: ({ queryKey }) => shown.load(String(queryKey[1]), String(queryKey[2])),
    staleTime: NOTE_STATS_STALE_MS,
  });
  const self = () => account.get().pubkey ?? '';
  const signature = () => ({ now: Math.floor(now() / 1000), client: deps.client() });
  const publish = async (pubkey: string, { noteId, content }: ReactionWish, signal: AbortSignal) => {
    if (signer()?.pubkey !== pubkey) throw new Error('Signer required');
    await shown.load(pubkey, noteId).catch(() => null);
    signal.throwIfAborted();
    const before = shown.settled(pubkey, noteId);
    if ((before?.content ?? null) === content) return;
    if (before?.event) {
      const template = composeDeletion([before.event], signature());
      const deletion = { what: 'deletion' as const, template, targetBits: 0 };
      await post(deps, deletion, signal, () => shown.settle(pubkey, noteId, null));
    }
    signal.throwIfAborted();
    if (content === null) return;
    const template = composeReaction(targetOf(deps, noteId), signature(), content);
    const reaction = { what: 'reaction' as const, template };
    await post(deps, reaction, signal, (event) => shown.settle(pubkey, noteId, { content, event }));
  };
  return {
    show: ({ noteId, content }: ReactionWish) => shown.show(self(), noteId, content === null ? null : { content }),
    showWhatWas: ({ noteId }: { noteId: string }) => shown.showSettled(self(), noteId),
    publish: fromPromise<void, ReactionWish>(async ({ input, signal }) => {
      const pubkey = self();
      await publish(pubkey, input, signal);
      shown.showSettled(pubkey, input.noteId);
    }),
  };
};

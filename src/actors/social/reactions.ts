import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { composeDeletion, composeReaction, type Target } from '#domain/compose.ts';
import type { NostrEvent } from '#domain/event.ts';
import { KIND } from '#domain/kinds.ts';
import {
  CLIENT_NAME,
  NOTE_STATS_BATCH_MAX,
  NOTE_STATS_BATCH_MS,
  NOTE_STATS_LIMIT,
  NOTE_STATS_STALE_MS,
} from '#domain/limits.ts';
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

/** The slots of reactions, and the query of the user's own ones. */
export const createReactions = (deps: ReactionDeps) => {
  const { queryClient, account, publishing, signer, now } = deps;
  /** what relays have, and what is shown before they have it; by the key of the query */
  const settled = new Map<string, MyReaction | null>();
  const shown = new Map<string, MyReaction | null>();
  const loaders = new Map<string, LoadOne<MyReaction | null>>();

  const self = () => account.get().pubkey ?? '';
  const nameOf = (pubkey: string, noteId: string) => `${pubkey} ${noteId}`;
  const load = async (pubkey: string, noteId: string) => {
    const name = nameOf(pubkey, noteId);
    const loader = loaders.get(pubkey) ?? createLoader(deps, pubkey);
    loaders.set(pubkey, loader);
    const found = settled.has(name) ? settled.get(name)! : await loader(noteId);
    if (!settled.has(name)) settled.set(name, found);
    return shown.has(name) ? shown.get(name)! : found;
  };
  queryClient.setQueryDefaults(['my-reaction'], {
    queryFn: ({ queryKey }) => load(String(queryKey[1]), String(queryKey[2])),
    staleTime: NOTE_STATS_STALE_MS,
  });

  const signature = () => ({ now: Math.floor(now() / 1000), client: CLIENT_NAME });
  const put = (pubkey: string, noteId: string, reaction: MyReaction | null) => {
    const key = myReactionKey(pubkey, noteId);
    const more = likesIn(reaction) - likesIn(queryClient.getQueryData<MyReaction | null>(key));
    queryClient.setQueryData<MyReaction | null>(key, reaction);
    queryClient.setQueryData<NoteStats>(noteStatsKey(noteId), (stats) =>
      stats ? { ...stats, likes: Math.max(0, stats.likes + more) } : stats,
    );
  };
  /** Publishes and waits; given up, it is stopped where it still can be. What was signed may be on a relay. */
  const post = async (
    post: Parameters<Publishing['post']>[0],
    signal: AbortSignal,
    signed: (event: NostrEvent) => void,
  ) => {
    const job = publishing.post(post);
    const stop = () => {
      const event = publishing.job(job)?.event;
      if (event) signed(event);
      deps.cancel(job);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      signed(await publishing.outcome(job));
    } catch (error) {
      // a post that failed must not go out later: what is shown says that it was taken back
      deps.cancel(job);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  const publish = async (pubkey: string, { noteId, content }: ReactionWish, signal: AbortSignal) => {
    if (signer()?.pubkey !== pubkey) throw new Error('Signer required');
    const name = nameOf(pubkey, noteId);
    await load(pubkey, noteId).catch(() => null);
    signal.throwIfAborted();
    const before = settled.get(name) ?? null;
    if ((before?.content ?? null) === content) return;
    if (before?.event) {
      const template = composeDeletion([before.event], signature());
      await post({ what: 'deletion', template, targetBits: 0 }, signal, () => settled.set(name, null));
    }
    signal.throwIfAborted();
    if (content === null) return;
    const template = composeReaction(targetOf(deps, noteId), signature(), content);
    await post({ what: 'reaction', template }, signal, (event) => settled.set(name, { content, event }));
  };
  const showSettled = (pubkey: string, noteId: string) => {
    const name = nameOf(pubkey, noteId);
    shown.delete(name);
    put(pubkey, noteId, settled.get(name) ?? null);
  };
  return {
    show({ noteId, content }: ReactionWish) {
      const reaction = content === null ? null : { content };
      shown.set(nameOf(self(), noteId), reaction);
      put(self(), noteId, reaction);
    },
    /** What is shown is what relays have. */
    showWhatWas: ({ noteId }: { noteId: string }) => showSettled(self(), noteId),
    publish: fromPromise<void, ReactionWish>(async ({ input, signal }) => {
      const pubkey = self();
      await publish(pubkey, input, signal);
      showSettled(pubkey, input.noteId);
    }),
  };
};

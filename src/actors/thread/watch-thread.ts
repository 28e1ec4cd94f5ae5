import { fromCallback, type AnyEventObject } from 'xstate';
import { KIND } from '#domain/protocol/kinds.ts';
import { SUBSCRIPTION_OVERLAP_S } from '#domain/relays/relays-limits.ts';
import { THREAD_REPLIES_LIMIT } from '#domain/thread/thread-limits.ts';
import { threadKey, type ThreadData } from '#domain/cache/query-keys.ts';
import { toSeconds } from '#domain/units.ts';
import type { ThreadSubject } from '#machines/thread/thread.machine.ts';
import { openConversation } from './conversation.ts';
import type { ThreadDeps } from './load-thread.ts';
import { threadRelays } from './thread-relays.ts';
import type { Wire } from '#actors/wire/wire.ts';

export type WatchThreadDeps = ThreadDeps & { readonly wire: Pick<Wire, 'observe'> };

/**
 * Adds new replies to a thread as long as it is open. A relay that was away when it was loaded is asked for the others,
 * too, once it is there.
 */
export const defineWatchThread = (deps: WatchThreadDeps) =>
  fromCallback<AnyEventObject, ThreadSubject>(({ input: { id, relays } }) => {
    const { queryClient, requests, now, wire } = deps;
    const rootId = queryClient.getQueryData<ThreadData | null>(threadKey(id))?.rootId ?? id;
    const thread = openConversation(deps, id, rootId);
    const since = toSeconds(now()) - SUBSCRIPTION_OVERLAP_S;
    const replies = { kinds: [KIND.textNote], '#e': [...new Set([rootId, id])], limit: THREAD_REPLIES_LIMIT };
    const question = { filters: [{ ...replies, since }], onEvent: thread.addReply };
    const ending = new AbortController();
    const catchUp = (relay: string) =>
      requests
        .fetch({ filters: [replies], relays: [relay], onEvent: thread.addLate, signal: ending.signal })
        // what it does not send now comes when the thread is opened again
        .catch(() => {});
    // the read relays may change meanwhile, the others are those of this thread
    const readers = requests.relays('read');
    const others = threadRelays(deps, id, relays).filter((relay) => !readers.includes(relay));
    const stops = [
      requests.watch(question),
      requests.watch({ ...question, relays: others }),
      wire.observe(({ type, relay }) => {
        if (type === 'opened' && threadRelays(deps, id, relays).includes(relay)) void catchUp(relay);
      }),
    ];
    return () => {
      thread.stop();
      ending.abort();
      for (const stop of stops) stop();
    };
  });

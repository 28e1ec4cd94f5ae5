import { fromCallback, type AnyEventObject } from 'xstate';
import { KIND } from '#domain/kinds.ts';
import { SUBSCRIPTION_OVERLAP_S, THREAD_REPLIES_LIMIT } from '#domain/limits.ts';
import { threadKey, type ThreadData } from '#domain/query-keys.ts';
import type { ThreadSubject } from '#machines/thread/thread.machine.ts';
import { openConversation } from './conversation.ts';
import type { ThreadDeps } from './load-thread.ts';
import { threadRelays } from './thread-relays.ts';

/** Adds new replies to a thread as long as it is open. */
export const defineWatchThread = (deps: ThreadDeps) =>
  fromCallback<AnyEventObject, ThreadSubject>(({ input: { id, relays } }) => {
    const { queryClient, requests, now } = deps;
    const rootId = queryClient.getQueryData<ThreadData | null>(threadKey(id))?.rootId ?? id;
    const thread = openConversation(deps, id, rootId);
    const since = Math.floor(now() / 1000) - SUBSCRIPTION_OVERLAP_S;
    const question = {
      filters: [{ kinds: [KIND.textNote], '#e': [...new Set([rootId, id])], since, limit: THREAD_REPLIES_LIMIT }],
      onEvent: thread.addReply,
    };
    // the read relays may change meanwhile, the others are those of this thread
    const readers = requests.relays('read');
    const others = threadRelays(deps, id, relays).filter((relay) => !readers.includes(relay));
    const stops = [requests.watch(question), requests.watch({ ...question, relays: others })];
    return () => {
      thread.stop();
      for (const stop of stops) stop();
    };
  });

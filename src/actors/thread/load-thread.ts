import { fromPromise } from 'xstate';
import type { EventRef } from '#domain/event.ts';
import { KIND } from '#domain/kinds.ts';
import { THREAD_MAX_DEPTH, THREAD_REPLIES_LIMIT } from '#domain/limits.ts';
import type { Note } from '#domain/note.ts';
import { noteKey, threadKey } from '#domain/query-keys.ts';
import { relayHints } from '#domain/relay-hints.ts';
import { threadRefs } from '#domain/thread.ts';
import { isAnswered } from '#actors/cache/ask-relays.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
import type { ThreadReport, ThreadSubject } from '#machines/thread/thread.machine.ts';
import { openConversation, type Conversation, type ConversationDeps } from './conversation.ts';

export type ThreadDeps = ConversationDeps & { readonly requests: RelayRequests };

/** The relays of a thread: those that notes are read from, and those that the link named. */
export const threadRelays = (requests: RelayRequests, hints: readonly string[]): readonly string[] => [
  ...new Set([...requests.relays('read'), ...relayHints(hints)]),
];

/** Null when no relay has the note; rejects when none answered. */
const fetchNote = ({ queryClient }: ThreadDeps, { id, relays }: EventRef): Promise<Note | null> =>
  queryClient.fetchQuery<Note | null>({ queryKey: noteKey(id), meta: { relays }, retry: false });

/** Adds one note above the focus; false when it cannot be had. */
const addNote = async (deps: ThreadDeps, thread: Conversation, ref: EventRef | undefined): Promise<boolean> => {
  if (ref === undefined || thread.has(ref.id)) return true;
  const note = await fetchNote(deps, ref).catch(() => null);
  if (note) thread.add(note);
  return note !== null;
};

/** Adds what is missing between the focus and the root, from below. */
const climb = async (deps: ThreadDeps, thread: Conversation, focus: Note, signal: AbortSignal): Promise<boolean> => {
  let note: Note | undefined = focus;
  for (let depth = 0; depth < THREAD_MAX_DEPTH && note; depth += 1) {
    const { parent }: ReturnType<typeof threadRefs> = threadRefs(note);
    if (!(await addNote(deps, thread, parent))) return false;
    signal.throwIfAborted();
    note = parent && thread.get(parent.id);
  }
  return true;
};

/** Adds the replies; false when no relay answered. */
const addReplies = async (deps: ThreadDeps, thread: Conversation, subject: ThreadSubject, signal: AbortSignal) => {
  const ids = [...new Set([thread.rootId, subject.id])];
  const answer = await deps.requests.fetch({
    filters: [{ kinds: [KIND.textNote], '#e': ids, limit: THREAD_REPLIES_LIMIT }],
    relays: threadRelays(deps.requests, subject.relays),
    onEvent: thread.addReply,
    signal,
  });
  return isAnswered(answer);
};

const loadAround = async (deps: ThreadDeps, focus: Note, subject: ThreadSubject, signal: AbortSignal) => {
  const { root, parent } = threadRefs(focus);
  const thread = openConversation(deps, focus.id, root?.id ?? focus.id);
  const stop = () => thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    thread.add(focus);
    thread.show();
    const parts = await Promise.all([
      addReplies(deps, thread, subject, signal),
      addNote(deps, thread, root),
      addNote(deps, thread, parent),
    ]);
    const isWhole = await climb(deps, thread, focus, signal);
    return parts.every(Boolean) && isWhole ? 'complete' : 'partial';
  } finally {
    thread.show();
    signal.removeEventListener('abort', stop);
  }
};

const load = async (deps: ThreadDeps, subject: ThreadSubject, signal: AbortSignal): Promise<ThreadReport> => {
  const key = threadKey(subject.id);
  const isKnown = () => Boolean(deps.queryClient.getQueryData(key));
  try {
    const focus = await fetchNote(deps, subject);
    signal.throwIfAborted();
    if (focus) return await loadAround(deps, focus, subject, signal);
    if (isKnown()) return 'partial';
    deps.queryClient.setQueryData(key, null);
    return 'not found';
  } catch {
    signal.throwIfAborted();
    return isKnown() ? 'partial' : 'unreachable';
  }
};

/**
 * Loads a note with its conversation (NOTE-05): the notes it answers up to the root by their e tags, and the replies to
 * root and note. What is known is shown at once, the rest as it comes.
 */
export const defineLoadThread = (deps: ThreadDeps) =>
  fromPromise<ThreadReport, ThreadSubject>(({ input, signal }) => load(deps, input, signal));

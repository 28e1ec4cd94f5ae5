import { fromPromise } from 'xstate';
import type { EventRef } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { THREAD_MAX_DEPTH } from '#domain/protocol/protocol-limits.ts';
import { THREAD_REPLIES_LIMIT, AUTHOR_RELAYS_TIMEOUT_MS } from '#domain/thread/thread-limits.ts';
import type { Note } from '#domain/note/note.ts';
import { noteKey, threadKey, type WhyRelay } from '#domain/cache/query-keys.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { isAnswered } from '#actors/relays/ask-relays.ts';
import type { ThreadReport, ThreadSubject } from '#machines/thread/thread.machine.ts';
import { openConversation, type Conversation, type ConversationDeps } from './conversation.ts';
import { authorsRelays, firstRelays, tellWhy, threadAuthors, urlsOf, type ThreadRelaysDeps } from './thread-relays.ts';

export type ThreadDeps = ConversationDeps & ThreadRelaysDeps;

/**
 * Null when no relay has the note; rejects when none answered. Where its author is known, it is looked for among their
 * relays in the end.
 */
const fetchNote = async (deps: ThreadDeps, { id, relays, author }: ThreadSubject): Promise<Note | null> => {
  const query = { queryKey: noteKey(id), retry: false };
  const first = deps.queryClient.fetchQuery<Note | null>({ ...query, meta: { relays } });
  if (author === undefined || (await first.catch(() => null))) return first;
  const { writes } = await deps.authorRelays({ pubkey: author, relays });
  const others = writes.filter((url) => !relays.includes(url));
  if (others.length === 0) return first;
  return deps.queryClient.fetchQuery<Note | null>({ ...query, meta: { relays: others }, staleTime: 0 });
};

/** Adds one note above the focus; false when it cannot be had. */
const addNote = async (deps: ThreadDeps, thread: Conversation, ref: EventRef | undefined): Promise<boolean> => {
  if (ref === undefined) return true;
  const note = thread.get(ref.id) ?? (await fetchNote(deps, ref).catch(() => null));
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

type Asking = { readonly relays: readonly string[]; readonly signal: AbortSignal; readonly timeoutMs?: number };

/** Adds the replies; false when no relay answered. */
const addReplies = async ({ requests }: ThreadDeps, thread: Conversation, focusId: string, asking: Asking) => {
  const ids = [...new Set([thread.rootId, focusId])];
  const answer = await requests.fetch({
    filters: [{ kinds: [KIND.textNote], '#e': ids, limit: THREAD_REPLIES_LIMIT }],
    onEvent: thread.addReply,
    ...asking,
  });
  thread.show();
  return isAnswered(answer);
};

/** Asks for replies where the authors of the conversation write, and where the first of them reads answers. */
const askAuthorsRelays = async (
  deps: ThreadDeps,
  thread: Conversation,
  focus: Note,
  { first, signal }: { readonly first: readonly WhyRelay[]; readonly signal: AbortSignal },
) => {
  const reasons = await authorsRelays(
    deps,
    threadAuthors(focus, (id) => thread.get(id)),
  );
  signal.throwIfAborted();
  tellWhy(deps, focus.id, [...first, ...reasons]);
  const asked = new Set(urlsOf(first));
  const relays = urlsOf(reasons).filter((url) => !asked.has(url));
  if (relays.length > 0)
    await addReplies(deps, thread, focus.id, { relays, signal, timeoutMs: AUTHOR_RELAYS_TIMEOUT_MS });
};

const loadAround = async (deps: ThreadDeps, focus: Note, subject: ThreadSubject, signal: AbortSignal) => {
  const { root, parent } = threadRefs(focus);
  const thread = openConversation(deps, focus.id, root?.id ?? focus.id, { gathers: true });
  const stop = () => thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    thread.add(focus);
    const first = firstRelays(deps, subject.relays);
    tellWhy(deps, focus.id, first);
    const ask = { relays: urlsOf(first), signal };
    const parts = await Promise.all([
      addReplies(deps, thread, focus.id, ask),
      addNote(deps, thread, root),
      addNote(deps, thread, parent),
    ]);
    const [isWhole] = await Promise.all([
      climb(deps, thread, focus, signal),
      askAuthorsRelays(deps, thread, focus, { first, signal }).catch(() => signal.throwIfAborted()),
    ]);
    return parts.every(Boolean) && isWhole ? 'complete' : 'partial';
  } finally {
    thread.show();
    signal.removeEventListener('abort', stop);
  }
};

const load = async (deps: ThreadDeps, subject: ThreadSubject, signal: AbortSignal): Promise<ThreadReport> => {
  const key = threadKey(subject.id);
  const isKnown = () => Boolean(deps.queryClient.getQueryData(key));
  if (deps.registry.gone.has(subject.id)) {
    deps.queryClient.setQueryData(key, null);
    return 'complete';
  }
  try {
    const focus = await fetchNote(deps, subject);
    signal.throwIfAborted();
    if (focus) return await loadAround(deps, focus, subject, signal);
    if (isKnown()) return 'partial';
    deps.queryClient.setQueryData(key, null);
    return 'not found';
  } catch {
    signal.throwIfAborted();
    if (isKnown()) return 'partial';
    return deps.requests.relays('read').length === 0 ? 'no relays' : 'unreachable';
  }
};

/**
 * Loads a note with its conversation (NOTE-05): the notes it answers up to the root by their e tags, and the replies to
 * root and note. What is known is shown at once, what it answers as it comes, replies a few times a second at most.
 */
export const defineLoadThread = (deps: ThreadDeps) =>
  fromPromise<ThreadReport, ThreadSubject>(({ input, signal }) => load(deps, input, signal));

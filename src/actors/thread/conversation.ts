import type { QueryClient } from '@tanstack/query-core';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { threadKey, type ThreadData } from '#domain/cache/query-keys.ts';
import { THREAD_MAX_DEPTH } from '#domain/protocol/protocol-limits.ts';
import { REPLIES_QUIET_MS, REPLIES_WAIT_MS, THREAD_MAX_NOTES } from '#domain/thread/thread-limits.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { requestFrame, type RequestFrame } from '#store/events/frames.ts';

export type ConversationDeps = {
  readonly queryClient: QueryClient;
  readonly registry: EventRegistry;
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
};

type Options = {
  /** many replies are on their way: they are shown together, a few times a second at most */
  readonly gathers?: boolean;
};

/** The notes of one thread as they come together; shown at most once per frame. */
export type Conversation = {
  readonly rootId: string;
  get(id: string): Note | undefined;
  /** a note that belongs here by what it is */
  add(note: Note): void;
  /** an event that may be a reply */
  addReply(event: NostrEvent): void;
  /** the same of one among many that come late: they are shown together, a few times a second at most */
  addLate(event: NostrEvent): void;
  /** Shows all that came; from then on no reply waits for what it answers. */
  show(): void;
  /** Shows nothing more. */
  stop(): void;
};

/** Calls back when nothing was told for a moment, and at the latest a while after the first that was told. */
const createPace = (now: () => number, isDue: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | undefined;
  return () => {
    since ??= now();
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        since = undefined;
        isDue();
      },
      Math.min(REPLIES_QUIET_MS, since + REPLIES_WAIT_MS - now()),
    );
  };
};

/** Whether an event is a reply to one of these notes, or below it. */
const belongs = (event: NostrEvent, roots: ReadonlySet<string>): boolean => {
  const { parent, root } = threadRefs(event);
  if (event.kind !== KIND.textNote || !parent || !root) return false;
  return roots.has(root.id) || roots.has(parent.id);
};

type Joining = {
  readonly notes: ReadonlyMap<string, Note>;
  readonly waiting: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
};

/** Whether all that a waiting reply answers is there, up to what is shown. */
const isJoined = (id: string, { notes, waiting, roots }: Joining): boolean => {
  let at = id;
  for (let depth = 0; depth < THREAD_MAX_DEPTH && waiting.has(at); depth += 1)
    at = threadRefs(notes.get(at)!).parent!.id;
  return !waiting.has(at) && (roots.has(at) || notes.has(at));
};

/** Goes on with the conversation around a note that is in the query cache, or begins it. */
export const openConversation = (
  deps: ConversationDeps,
  id: string,
  rootId: string,
  { gathers = false }: Options = {},
): Conversation => {
  const { queryClient, registry, now, requestFrame: whenFrame = requestFrame } = deps;
  const known = queryClient.getQueryData<ThreadData | null>(threadKey(id));
  const notes = new Map((known?.notes ?? []).map((note) => [note.id, note]));
  const roots = new Set([id, rootId]);
  /** replies that are not shown yet */
  const waiting = new Set<string>();
  /** a reply waits for what it answers, which mostly comes after it */
  let holdsBack = gathers;
  let changed = known?.rootId !== rootId;
  let [scheduled, stopped] = [false, false];

  const showRest = () => {
    scheduled = false;
    if (!changed || stopped) return;
    changed = false;
    // what came late for another who asked is there by now, too
    const shown = queryClient.getQueryData<ThreadData | null>(threadKey(id));
    for (const note of shown?.notes ?? []) {
      waiting.delete(note.id);
      if (!notes.has(note.id)) notes.set(note.id, note);
    }
    const data: ThreadData = { rootId, notes: [...notes.values()].filter((note) => !waiting.has(note.id)) };
    queryClient.setQueryData(threadKey(id), data);
  };
  const showReplies = () => {
    const joined = [...waiting].filter((noteId) => !holdsBack || isJoined(noteId, { notes, waiting, roots }));
    for (const noteId of joined) waiting.delete(noteId);
    changed ||= joined.length > 0;
    showRest();
  };
  const soon = createPace(now, showReplies);
  const take = (note: Note, waits: boolean) => {
    // a reply that came first may be what the note itself answers
    const isWanted = !waits && waiting.delete(note.id);
    if (!isWanted && (notes.has(note.id) || notes.size >= THREAD_MAX_NOTES)) return;
    notes.set(note.id, note);
    if (waits) {
      waiting.add(note.id);
      return soon();
    }
    if (!scheduled) whenFrame(showRest);
    scheduled = changed = true;
  };
  const reply = (waits: boolean) => (event: NostrEvent) => {
    if (belongs(event, roots)) take(noteFromEvent(event, registry.receivedAt(event.id) ?? now()), waits);
  };
  return {
    rootId,
    get: (noteId) => notes.get(noteId),
    add: (note) => take(note, false),
    addReply: reply(gathers),
    addLate: reply(true),
    show() {
      holdsBack = false;
      showReplies();
    },
    stop: () => (stopped = true),
  };
};

import type { QueryClient } from '@tanstack/query-core';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { threadKey, type ThreadData } from '#domain/cache/query-keys.ts';
import { THREAD_MAX_NOTES } from '#domain/thread/thread-limits.ts';
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

/** The notes of one thread as they come together; shown at most once per frame. */
export type Conversation = {
  readonly rootId: string;
  has(id: string): boolean;
  get(id: string): Note | undefined;
  /** a note that belongs here by what it is */
  add(note: Note): void;
  /** an event that may be a reply */
  addReply(event: NostrEvent): void;
  /** Shows what came; from then on nothing waits for a frame. */
  show(): void;
  /** Shows nothing more. */
  stop(): void;
};

/** Goes on with the conversation around a note that is in the query cache, or begins it. */
export const openConversation = (deps: ConversationDeps, id: string, rootId: string): Conversation => {
  const { queryClient, registry, now, requestFrame: whenFrame = requestFrame } = deps;
  const known = queryClient.getQueryData<ThreadData | null>(threadKey(id));
  const notes = new Map((known?.notes ?? []).map((note) => [note.id, note]));
  const roots = new Set([id, rootId]);
  let changed = known?.rootId !== rootId;
  let [scheduled, stopped] = [false, false];

  const show = () => {
    scheduled = false;
    if (!changed || stopped) return;
    changed = false;
    // what came late for another who asked is there by now, too
    const shown = queryClient.getQueryData<ThreadData | null>(threadKey(id));
    for (const note of shown?.notes ?? []) if (!notes.has(note.id)) notes.set(note.id, note);
    const data: ThreadData = { rootId, notes: [...notes.values()] };
    queryClient.setQueryData(threadKey(id), data);
  };
  const add = (note: Note) => {
    if (notes.has(note.id) || notes.size >= THREAD_MAX_NOTES) return;
    notes.set(note.id, note);
    changed = true;
    if (!scheduled) whenFrame(show);
    scheduled = true;
  };
  return {
    rootId,
    has: (noteId) => notes.has(noteId),
    get: (noteId) => notes.get(noteId),
    add,
    addReply(event) {
      const { parent, root } = threadRefs(event);
      if (event.kind !== KIND.textNote || !parent || !root) return;
      if (!roots.has(root.id) && !roots.has(parent.id)) return;
      add(noteFromEvent(event, registry.receivedAt(event.id) ?? now()));
    },
    show,
    stop: () => (stopped = true),
  };
};
